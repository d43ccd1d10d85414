# prec export of counts: counters where the format has them, an error where it has not; -e chooses among them.
. "$TESTS/cli/fixtures.sh"
fixture stat-cpus stat-threads stat-uneven stat-strange stat-no-round flat
for name in stat-cpus stat-threads stat-uneven stat-strange stat-no-round; do
    show prec export -f chrome "$name.data"
done
show prec export -q -f firefox stat-threads.data
show prec export -q -f chrome -e page-faults stat-threads.data
show prec export -q -f chrome -e nothing stat-threads.data
show prec export -f chrome --tid 100 stat-threads.data
show prec export -f chrome --time 0,1 stat-threads.data
for format in pprof folded csv flamescope; do
    show prec export -f "$format" -o out stat-cpus.data
    [ ! -e out ] || echo "out is there"
done
show prec flame -o out stat-cpus.data
show prec flame -o out flat.data stat-cpus.data
[ ! -e out ] || echo "out is there"
