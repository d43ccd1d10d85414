# Branches as a part of callchains (-g branch), as Linux perf 7.3 shows them: tests/interop/chains compares.
. "$TESTS/cli/fixtures.sh"
fixture branch-history branch-history-swapped chains call-stacks
for order in callee caller; do
	show prec report -q -i branch-history.data --no-branch-stack --no-children -s comm -g folded,0,$order,count,branch
	prec report -q -i branch-history.data --no-branch-stack --no-children -s comm -g "$order,branch,folded,0" >one
	for jobs in 1 2; do
		prec report -q -i branch-history-swapped.data -j $jobs --no-branch-stack --no-children -s comm \
			-g "$order,branch,folded,0" | cmp - one && echo "same: $order, $jobs"
	done
done
show prec report -q --folded -g b -s comm branch-history.data
show prec report -q --folded -g b -s comm --max-stack 3 branch-history.data
show prec report -q -g branch -s comm branch-history.data
for file in branch-history chains call-stacks; do
	prec report -g branch,none -b -s comm $file.data 2>&1 >/dev/null | grep -v names
	prec report -g branch,none -s comm $file.data 2>&1 >/dev/null | grep "g branch"
done
prec report -q --branch-history branch-history.data >one
prec report -q --no-branch-stack -g branch,address -s srcline,sym,dso branch-history.data >other
cmp one other && head -n 6 one
