# What is said of events that there are none of.
. "$TESTS/cli/fixtures.sh"
for events in nosuch cpu-clock,nosuch cpu_clock cpu-clock/perid=3/ cpu-clock:x; do
	show prec record -e "$events" true
done
