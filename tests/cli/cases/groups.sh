# Events of a group side by side, and what a sample that is read with its group counts to each member.
. "$TESTS/cli/fixtures.sh"
fixture group group-swapped group-pipe two-events
show prec report -i group.data -g none
show prec report -q -i group.data -s sym -g caller
show prec report -q -i group.data -n --show-total-period -s comm,sym --no-children -g none
show prec report -q -i group.data --group-sort-idx 1 -s sym --no-children -g none
show prec report -q -i group.data --group-sort-idx 7 -s sym --no-children -g none
show prec report -q -i group.data --show-cpu-utilization -s comm --no-children -g none
show prec report -i group.data -F sample,sym,overhead -t ,
show prec report -q -i group.data -s sample,sym --no-children -g none
show prec report -i group.data --no-group -s sym --no-children -g none
show prec report -i group.data --group -s dso --percent-limit 1 -g none
show prec report -i two-events.data --group -s sym
show prec report -q -i two-events.data -s sym
show prec report -i group.data --stats
show prec script -i group.data
show prec script -i group.data -F time,event,period --time 0.001002,0.001004
for kind in swapped pipe; do
	for command in "report -n" "script"; do
		prec $command -i group.data >one 2>&1
		prec $command -i group-$kind.data >other 2>&1
		cmp one other && echo "same: $command: $kind"
	done
done
prec report -n -i group.data >one
for way in -j1 -j2 -j8 --max-memory=16M; do
	prec report -n -i group.data $way | cmp - one && echo "same: $way"
done
. "$TESTS/cli/terminal.sh"
screen 80x24 prec report -i group.data -n
screen 80x24 prec report -i group.data -s sym --no-group
show prec report --folded -i group.data
