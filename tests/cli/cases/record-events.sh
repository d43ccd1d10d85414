# What is said of events that there are none of.
. "$TESTS/cli/fixtures.sh"
for events in nosuch cpu-clock,nosuch cpu_clock cpu-clock/perid=3/ cpu-clock:x cpu-clock/call-graph=foo/ \
	cpu-clock/stack-size=65536/ cpu-clock/max-stack=65536/; do
	show prec record -e "$events" true
done
