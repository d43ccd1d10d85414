# Settings of Linux perf: what is taken of them, said each time, and left out by PERF_CONFIG.
. "$TESTS/cli/fixtures.sh"
fixture chains flat memory two-events
unset PERF_CONFIG
mkdir home
export HOME=$PWD/home
cat >home/.perfconfig <<END
[report] # what perf report does
	children = false
	sort_order = sym
	percent-limit = 20
	queue-size = 1
[hist]
	percentage = relative
[call-graph]
	record-mode = "dwarf,4096"
[top]
	children = true
END
run() {
	echo "\$ $*"
	"$@" 2>&1 | sed "s|$PWD|DIR|g" | grep -v '^ *$'
}
stack() {
	echo "\$ prec record $*"
	prec record --dry-run -C 0 -e cpu-clock "$@" 2>&1 | sed "s|$PWD|DIR|g" | grep -E 'settings|sample_stack_user|warning|left out'
}
run prec report -q -i flat.data
run prec report -i flat.data | sed -n '/settings/p'
run prec report -q -g none -i chains.data
run prec report -q -g none --children -s comm --percent-limit 0 -i chains.data
stack -g
stack -g --call-graph fp
stack --call-graph dwarf
stack
stack -g --call-graph dwarf,512

echo "--- left out"
PERF_CONFIG=/dev/null run prec report -q -g none -s sym --percent-limit 50 -i chains.data
printf '[report]\nsort_order = comm\n' >other
PERF_CONFIG=other run prec report -q -i flat.data

echo "--- an order is the default of samples; groups are shown as they are by default"
printf '[report]\nsort_order = dso\ngroup = true\n' >other
PERF_CONFIG=other run prec report -q -s +comm -i flat.data
PERF_CONFIG=other run prec report -q -F comm -i flat.data
PERF_CONFIG=other run prec report --mem-mode -i memory.data | grep '^# Sort order'
PERF_CONFIG=other run prec report -s dso -i two-events.data | grep '^# Samples'

echo "--- what is none"
printf '[report]\nchildren = perhaps\n[call-graph]\nrecord-mode = often\ndump-size = 0\n' >home/.perfconfig
run prec report -q -s comm -i flat.data
stack -g
printf '[report]\nsort_order = nonesuch\n' >home/.perfconfig
run prec report -q -i flat.data
if [ "$(id -u)" -eq 0 ]; then
	chown 65534 home/.perfconfig
	run prec report -q -s comm -i flat.data | sed -n 's/.*warning/warning/p'
else
	echo "warning: DIR/home/.perfconfig is not owned by this user or root, and is not read"
fi
