# What prec does anyway is taken in silence, and so is --no-X of what it has not; a file may be named without -i.
. "$TESTS/cli/fixtures.sh"
fixture flat
for options in "-M intel --objdump x --skip-empty --percent-type=local-period --tui --ns" "--no-itrace --no-group"; do
	show prec report $options -q --sort sym flat.data
done
show prec report flat.data -q --sort sym
show prec report -q --sort +cpu flat.data
for options in "-a -d --addr2line x --demangle-kernel --merge-callchains" "--no-itrace --no-inline"; do
	prec script -q $options flat.data | head -n 3
done
show prec report -i flat.data other.data
show prec script -q --no-merge-callchains flat.data
show prec report --header-only --no-header-only --stats --no-stats --no-input -q --sort cpu flat.data
show prec report -g caller --no-call-graph -q --sort symb flat.data
show prec report -q --sort symboll flat.data
for clock in 0 1 4 7 11 2; do
	prec record -k "$clock" -m 16,4M -m ,4 -v --no-verbose --help | grep -c Usage
done
show prec record -k CLOCK_MONO,
show prec record -m 16,
show prec record -m ,
show prec record -D 20-10
show prec report --childern flat.data
show prec report --time 10%/2 flat.data
show prec report --show-cpu-utilization flat.data
show prec report -F overhead,overhead_sys,overhead_us,sym -q flat.data
