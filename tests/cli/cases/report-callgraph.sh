. "$TESTS/cli/fixtures.sh"
fixture chains deferred
for style in none flat folded graph fractal; do
	for order in caller callee; do
		show prec report -q -i chains.data --no-children -g "$style,$order"
	done
done
show prec report -q -i chains.data --no-children -g graph,25 -s sym
show prec report -q -i deferred.data --no-children -g fractal,0,count -s sym
show prec report -q -i deferred.data --no-children -g fractal,40,count -s sym
show prec report -q -i chains.data --no-children -g graph,0,1 -s dso
show prec report -q -i chains.data --no-children -G -s comm
show prec report -q -i chains.data --no-children --percent-limit 25 -s sym
