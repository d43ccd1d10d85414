# prec export -f chrome: what threads did as slices and instants, samples with a tree of functions, names that are no text.
. "$TESTS/cli/fixtures.sh"
for name in trace switches off-cpu two-events controls odd; do
    fixture "$name"
    show prec export -q -f chrome "$name.data"
done
# A filter chooses among other records, too.
show prec export -q -f chrome --tid 100 switches.data
show prec export -q -f chrome --time ,0.001003 switches.data
show prec export -q -f chrome -c nobody switches.data
