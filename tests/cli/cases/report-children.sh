. "$TESTS/cli/fixtures.sh"
fixture chains chains-swapped flat
for style in none graph fractal; do
	for order in caller callee; do
		show prec report -q -i chains.data --children -g "$style,$order" -s sym
	done
done
show prec report -i chains.data
show prec report -q -i chains-swapped.data -g none
show prec report -q -i flat.data -g
