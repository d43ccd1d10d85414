# Call stacks that the processor kept (perf record --call-graph lbr), stitched from one sample to the next.
. "$TESTS/cli/fixtures.sh"
fixture call-stacks call-stacks-swapped chains
show prec script -q -i call-stacks.data -F tid,time,ip --stitch-lbr
show prec report --folded -s tid --stitch-lbr call-stacks.data
show prec report --folded -s tid call-stacks.data
prec script -q -i call-stacks.data --stitch-lbr >one
prec report -q --folded -s tid --stitch-lbr call-stacks.data >rows
for jobs in 1 2; do
	prec script -q -i call-stacks-swapped.data -j $jobs --stitch-lbr | cmp - one && echo "same script: $jobs"
	prec report -q --folded -s tid -j $jobs --stitch-lbr call-stacks-swapped.data | cmp - rows && echo "same report: $jobs"
done
show prec report --folded -s tid --stitch-lbr --max-stack 3 call-stacks.data
show prec report -i chains.data --stitch-lbr -s sym -g none --no-children
