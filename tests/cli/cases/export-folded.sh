# prec export -f folded: what prec report --folded prints, with its options.
. "$TESTS/cli/fixtures.sh"
fixture chains many-chains off-cpu two-events wide controls

compare() {
	echo "\$ prec export -f folded $1"
	prec export -q -f folded $1 >exported && prec report -q --folded $2 >reported && cmp reported exported &&
		wc -l <exported
}
compare "chains.data" "-i chains.data"
compare "chains.data -s comm,tid" "-i chains.data -s comm,tid"
compare "off-cpu.data" "-i off-cpu.data"
compare "many-chains.data --no-inline" "-i many-chains.data --no-inline"
show prec export -f folded chains.data --weight period
show prec export -f folded chains.data -S leaf
show prec export -f folded chains.data --weight time
show prec export -f folded chains.data --children
# Without callchains, functions alone.
show prec export -f folded two-events.data
show prec export -q -f folded controls.data
prec export -q -f folded wide.data | grep 'and a line'
