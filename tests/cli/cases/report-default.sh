. "$TESTS/cli/fixtures.sh"
fixture flat
show prec report -i flat.data
cp flat.data perf.data
show prec report
