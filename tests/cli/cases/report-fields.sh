. "$TESTS/cli/fixtures.sh"
fixture flat
show prec report -i flat.data -F overhead,sample,comm,sym
show prec report -q -i flat.data -F comm,period -s comm
show prec report -q -i flat.data -s dso -n
