. "$TESTS/cli/fixtures.sh"
fixture damaged-records damaged-header damaged-frame truncated truncated-features
for name in damaged-records damaged-header damaged-frame truncated truncated-features; do
	show prec report -i "$name.data" -s sym
	show prec report --stats -i "$name.data"
done
