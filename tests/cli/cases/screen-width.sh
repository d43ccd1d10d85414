# A terminal that does not know how wide it is, and a width nobody has: as one of 80 columns.
. "$TESTS/cli/fixtures.sh"
. "$TESTS/cli/terminal.sh"
fixture wide
screen 80x24 prec report -i wide.data | tail -n +2 >wanted
screen 0x24 prec report -i wide.data | tail -n +2 >unknown
screen 80x24 env COLUMNS=99999 prec report -i wide.data | tail -n +2 >impossible
grep -q 'worker-thread-1' wanted && cmp wanted unknown && cmp wanted impossible && echo "the same"
