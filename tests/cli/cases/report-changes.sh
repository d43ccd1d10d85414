. "$TESTS/cli/fixtures.sh"
fixture changes
show prec report -q -i changes.data -n
show prec report -q -i changes.data -s comm
show prec report -q -i changes.data -s dso
