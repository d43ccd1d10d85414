. "$TESTS/cli/fixtures.sh"
fixture flat
show prec report -i flat.data -t , -n
show prec report -q -i flat.data -t '\t' -s comm,dso
show prec report -q -i flat.data -t . -s dso
