# What prec stat refuses before it counts.
try() {
	prec stat "$@" true
	echo "status $?"
}
try -e nosuch
try -M nosuch
try -M insn_per_cycl
try -A
try --per-core -p 1
try --per-thread
try --per-thread -C 0
try --for-each-cgroup web
try -a --for-each-cgroup web,,db -e page-faults
try -G web
try --timeout 5
try --interval-count 3
try -n -e page-faults
try -x, -j
try -x ''
try -o x --log-fd 5
try -D x
try --per-cache=9x
try --all-kernel --all-user
try --metric-only --per-thread -a
try --td-level 2
try --bpf-counters
try -b 3
try --control nosuch:1
try -p 0
prec stat -r 3
echo "status $?"
prec record -e duration_time true
echo "status $?"
