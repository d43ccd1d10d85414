. "$TESTS/cli/fixtures.sh"
# What they hold is the same, so that what is shown must be too.
fixture flat flat-swapped flat-pipe flat-pipe-swapped flat-v1 compressed compressed2 compressed-pipe chains stream unfinished
prec report -i flat.data >want 2>&1
for name in flat-swapped flat-pipe flat-pipe-swapped flat-v1 compressed compressed2 compressed-pipe; do
	prec report -i "$name.data" >have 2>&1 || echo "exit status $?"
	cmp want have && echo "$name: the same"
done
prec report -i chains.data >want
prec report -i stream.data >have
cmp want have && echo "stream: the same"
for jobs in 1 2 7; do
	prec report -j $jobs -i stream.data >have
	cmp want have && echo "$jobs jobs: the same"
done
show prec report -q -i unfinished.data -s sym
