. "$TESTS/cli/fixtures.sh"
fixture flat flat-pipe
prec report -q -i - -s sym <flat-pipe.data
cat flat.data | prec report -q -i - -s sym
prec report -i - </dev/null
echo "exit status $?"
