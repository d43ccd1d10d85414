. "$TESTS/cli/fixtures.sh"
fixture flat two-events
for keys in sym symbol dso comm pid tgid tid cpu event comm,dso,sym pid,cpu,dso overhead,sym sample,period,comm; do
	show prec report -q -i flat.data --sort "$keys"
done
show prec report -i two-events.data --sort event,sym
# Letters that have changed places, and one too many.
for key in dos symm; do
	show prec report -q --sort $key -i two-events.data
done
show prec script -F ipp -i two-events.data
