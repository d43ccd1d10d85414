# The names of code made at run time, by whom they may be written, and what is said of those that are not used.
. "$TESTS/cli/fixtures.sh"
[ "$(id -u)" -eq 0 ] || { echo "needs root, to make files of other users"; exit 77; }
# A /tmp of this case's own, in which the current folder still is what it was.
if [ ! "${inside:-}" ]; then
	fixture jits jits-shared
	unshare -m true 2>/dev/null && command -v setpriv >/dev/null ||
		{ echo "needs mount namespaces and setpriv"; exit 77; }
	inside=1 exec unshare -m sh "$0"
fi
mount -t tmpfs none /tmp || exit 77
command -v prec >/dev/null || { echo "needs a build that is not below /tmp, which is another one here"; exit 77; }
for pid in 2000000001 2000000002 2000000003; do
	echo "7f0000000000 1000 method_of_$pid" >/tmp/perf-$pid.map
done
without_capabilities() {
	setpriv --bounding-set=-all --inh-caps=-all "$@"
}
show prec report -q -s sym -i jits.data
echo "--- memory with a file's name: each process has its own map, of all of its memory"
echo "7f0000000000 30000 method_of_2000000001" >/tmp/perf-2000000001.map
echo "7f0000010000 10000 method_of_2000000002" >/tmp/perf-2000000002.map
show prec report -q -s dso,sym -i jits-shared.data
echo "7f0000000000 1000 method_of_2000000001" >/tmp/perf-2000000001.map
echo "7f0000000000 1000 method_of_2000000002" >/tmp/perf-2000000002.map
chown 65534 /tmp/perf-2000000002.map
show prec report -q -s sym -i jits.data
show prec report -s sym -i jits.data
chown 65533 /tmp/perf-2000000003.map
show prec report -s sym -i jits.data
show prec script -F ip,sym -i jits.data
show prec report -v --no-sandbox -s sym -i jits.data 2>&1 | grep perf-
show prec report -f -s sym -i jits.data
chmod 600 /tmp/perf-*.map
show without_capabilities prec report -s sym -i jits.data
chown 0 /tmp/perf-*.map
show prec report -s sym -i jits.data
rm /tmp/perf-*
show prec report -s sym -i jits.data
echo "--- below --symfs the map there comes first"
mkdir -p below/tmp
echo "7f0000000000 1000 method_below" >below/tmp/perf-2000000001.map
show prec report -q -s sym --symfs below -i jits.data
