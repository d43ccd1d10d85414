# Where on the machine, when, of which function and which caller.
. "$TESTS/cli/fixtures.sh"
fixture memory flat chains wide guests
for key in cgroup socket time comm_nodigit addr symbol_size symbol_size,sym cgroup,comm dso_size symoff \
	symoff,comm; do
	show prec report -q -i memory.data -s $key
done
show prec report -q -i memory.data -s time --time-quantum 50ms
show prec report -q -i memory.data -s time --time-quantum 1s
show prec report -q -i memory.data -s time --time-quantum 0ms
show prec report -q -i memory.data -s time --time-quantum 5
show prec report -i memory.data -F overhead,overhead_sys,overhead_us,comm
show prec report -q -i guests.data --guest -F overhead_guest_sys,overhead_guest_us,overhead_sys,overhead_us,comm
show prec report -q -i chains.data -g none --no-children -s parent,sym -p 'do_(main|work)'
show prec report -q -i chains.data -g none --children -p 'do_(main|work)' -s comm
show prec report -q -i chains.data -g none -s parent
show prec report -q -i chains.data -g none -s addr
show prec report -q -i chains.data -g none -s symbol_size
show prec report -q -i chains.data -p 'do_(' -s comm
show prec report -q -i memory.data -F symoff,overhead
# What ran at the same time, and in which namespace.
fixture switches switches-swapped
for keys in parallelism comm,parallelism latency,comm cgroup_id comm,cgroup_id; do
	show prec report -q -i switches.data -n -s $keys
	prec report -q -i switches.data -n -s $keys >one
	prec report -q -i switches-swapped.data -n -j3 -s $keys | cmp - one
done
show prec report -i switches.data --latency
show prec report -q -i switches.data --latency -H -s parallelism,comm
show prec report -q -i switches.data -F latency,overhead,comm --parallelism 2
show prec report -q -i switches.data -s comm --parallelism 2-4 --percentage relative
show prec report -q -i switches.data -s comm --parallelism 3
show prec report -q -i switches.data -s comm --parallelism x
prec report -i switches.data -F latency,parallelism --format json | sed -n '/rows/,$p'
show prec report -i memory.data -s parallelism
show prec report -i memory.data --latency
show prec report -i memory.data --parallelism 1
show prec report -q -i memory.data -s cgroup_id
# What needs more than is decoded here.
for key in type typeoff typecln simd ipc_null; do
	show prec report -i memory.data -F overhead,$key,comm
done
