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
for command in report script; do
	show prec $command -q -i flat.data --pid abc
	show prec $command -q -i flat.data --tid 1,x
	show prec $command -q -i flat.data --pid ''
done
show prec report -i flat.data -s comm -c nobody -C 1
show prec report -q -i flat.data -g 200
show prec report -q -i flat.data -g address
show prec report -q -i flat.data -g none --sort comm
