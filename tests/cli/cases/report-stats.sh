. "$TESTS/cli/fixtures.sh"
fixture flat odd odd-pipe compressed compressed2 stream two-events
for name in flat odd odd-pipe compressed compressed2 stream two-events; do
	show prec report --stats -i "$name.data"
done
