# prec export -f firefox: threads and their markers, a track for each event, names that are no text, times to the ns.
. "$TESTS/cli/fixtures.sh"
for name in trace switches off-cpu two-events controls odd; do
    fixture "$name"
    show prec export -q -f firefox "$name.data"
done
# --time leaves out other records, too; what has no sample is still a profile.
show prec export -q -f firefox --time ,0.001003 switches.data
show prec export -q -f firefox -c nobody switches.data
# Without times there is no order.
fixture stat-cpus
show prec export -f firefox stat-cpus.data
