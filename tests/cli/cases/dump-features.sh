# Every feature there is, as objects with named members and as text, in both byte orders and from a pipe.
tool=$BUILD/tests/support/header_file
features() {
	prec dump "$@" --no-sandbox | sed -E '/"kind":"(file|event|record)"/d; /^FILE: /d; /^EVENT /d; / COMM /d' |
		sed -E 's/"offset":[0-9]+/"offset":N/; s/^0x[0-9a-f]+ /0xN /'
}
for flags in '' --swap --pipe; do
	"$tool" $flags --unknown perf.data && features --json >"json$flags" && features >"text$flags" || exit
done
cat json
echo "--- as text"
cat text
echo "--- in the other byte order"
diff json json--swap
echo "--- as a pipe"
# Only files have those of simpleperf, and a pipe pads contents.
for each in json json--pipe; do
	sed -E '/"bit":1[0-9]{2}/d; s/"size":[0-9]+,"bit"/"bit"/' $each >$each.short
done
diff json.short json--pipe.short
true
