# prec export -f speedscope: functions, a profile of all threads and one of each, weights.
. "$TESTS/cli/fixtures.sh"
fixture chains
mv chains.data perf.data
show prec export -f speedscope
show prec export -f speedscope -o out.json
prec export -f speedscope | cmp - out.json
show prec export -f speedscope -o out.json
show prec export -f speedscope -o out.json --force && prec export -f speedscope | cmp - out.json
