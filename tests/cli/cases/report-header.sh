# Every feature there is, in both byte orders and from a pipe; the files differ in nothing that is shown.
tool=$BUILD/tests/support/header_file
for flags in '' --swap --pipe; do
	"$tool" $flags --unknown perf.data
	touch -d '2026-11-21 06:02:29 UTC' perf.data
	prec report --header-only -I -v --no-sandbox >"all$flags" || exit
done
cat all
echo "--- as a pipe"
grep -v '^# missing' all | diff - all--pipe
echo "--- in the other byte order"
diff all all--swap
echo "--- without -I and -v"
"$tool" --unknown perf.data
touch -d '2026-11-01 16:02:29 UTC' perf.data
prec report --header-only | diff all -
true
