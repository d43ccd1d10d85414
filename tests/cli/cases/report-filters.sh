. "$TESTS/cli/fixtures.sh"
fixture flat
show prec report -q -i flat.data --comms alpha
show prec report -q -i flat.data --comms alpha,:300 -s comm
show prec report -q -i flat.data --dsos libcode.so.1,leaf
show prec report -q -i flat.data --symbols leaf,helper -s sym
show prec report -q -i flat.data --pid 200
show prec report -q -i flat.data --tid 101,300 -s tid
show prec report -q -i flat.data -C 0,2-3 -s cpu,sym
show prec report -q -i flat.data --comms nobody
show prec report -i flat.data --comms alpha --dsos leaf -C 0
show prec report -q -i flat.data --comms alpha -s comm
show prec report -q -i flat.data --comms alpha,:300 --percentage relative -s comm
show prec report -q -i flat.data --percentage sideways
show prec report -q -i flat.data --percent-limit 10
show prec report -q -i flat.data --percent-limit 100
show prec report -q -i flat.data --symbol-filter el -s comm,sym
show prec report -i flat.data -U -s sym
fixture group two-events
show prec report -i two-events.data -e page-faults -s sym
show prec report -q -i two-events.data -e 'page*,cpu-clock' -s sym
show prec report -q -i two-events.data -e cpu-clock,page
show prec report -q -i two-events.data -e ''
show prec report -q -i group.data -e faults -s sym -g none
show prec report -i group.data --time 0.001002,0.001004 -s sym -g none
show prec report -i group.data --time 7,8 -s sym -g none
show prec report -q -i flat.data --time 10%/2
show prec script -i group.data -e faults -F time,event,period
for command in report script; do
	show prec $command -q -i flat.data --pid abc
	show prec $command -q -i flat.data --tid 1,x
	show prec $command -q -i flat.data --pid ''
done
show prec report -i flat.data -s comm -c nobody -C 1
show prec report -q -i flat.data -g 200
show prec report -q -i flat.data -g address
show prec report -q -i flat.data -g none --sort comm
# From one event to another.
fixture marks
for options in "--switch-on begin" "--switch-on begin --switch-off end" "--switch-on begin --switch-off end --show-on-off-events" \
	"--switch-off end" "--switch-on begin -e cpu-clock" "--switch-on beg*,end --time 0.0000015," "--switch-off nothing" \
	"--switch-on end --switch-off begin -c nobody"; do
	show prec report -i marks.data -q -F sample,sym $options
done
prec report -i marks.data --switch-on begin --switch-off end --json | grep samples
for options in "--socket-filter 1" "--socket-filter 0 --percentage relative -e cpu-clock" "--socket-filter 5 -e end" \
	"--socket-filter -1"; do
	show prec report -i marks.data -s sym $options
done
show prec report -q -i flat.data --socket-filter 0
