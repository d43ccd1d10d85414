# Branches: counted by default where they were recorded, and with -b.
. "$TESTS/cli/fixtures.sh"
fixture branches branches-swapped flat
show prec report -i branches.data
show prec report -q -i branches.data --no-branch-stack
for key in dso_from dso_to symbol_from symbol_to mispredict in_tx abort cycles addr_from addr_to dso,sym comm weight; do
	show prec report -q -i branches.data -s $key
	prec report -q -i branches.data -s $key >one
	prec report -q -i branches-swapped.data -b -j3 -s $key | cmp - one
done
show prec report -q -i branches.data -U
show prec report -q -i branches.data -U -s comm
show prec report -q -i branches.data -n -s mispredict,cycles -t,
show prec report -i branches.data \
	-F overhead,callchain_branch_predicted,callchain_branch_abort,callchain_branch_cycles,symbol_from
show prec report -q -i branches.data -F overhead,ipc_lbr,dso_size
show prec report -q -i branches.data --no-branch-stack -F overhead,ipc_lbr
show prec report -q -i branches.data -F overhead_us,overhead_sys,mispredict
show prec report -q -i branches.data --no-branch-stack -s symbol_to
show prec report -q -i flat.data -b
