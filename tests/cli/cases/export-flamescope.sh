# prec export -f flamescope: what prec script --header prints, in the same order, with the same filters; a sample without a
# callchain as if it had one of its own address.
. "$TESTS/cli/fixtures.sh"
fixture chains trace marks wide
compare() {
	echo "\$ prec export -f flamescope $*"
	prec export -q -f flamescope "$@" >exported && prec script -q --header "$@" | cmp - exported && wc -l <exported
}
compare chains.data
compare chains.data -S helper
compare chains.data --time 50%-100%
prec export -q -f flamescope trace.data -e test:count | grep -v '^#' | head -n 4
prec export -q -f flamescope marks.data --tid 100 | grep -v '^#' | head -n 4
prec export -q -f flamescope chains.data | grep -v '^#' | head -n 6
# No name breaks a line.
prec export -q -f flamescope wide.data | grep -m 2 'and a line'
show prec export -f flamescope chains.data -s sym
