# Several events, by names and numbers, each in its own part of the report; a tracepoint with the fields its readers need.
# software: counters of the kernel
need_tracepoints
must_record -e cpu-clock -e page-faults -e raw_syscalls:sys_enter -e '1:2/period=7/,{1:0:uS,cs/name=switches/}' sh -c 'burn 300 >/dev/null; ls / >/dev/null'
report --sort comm
for event in cpu-clock page-faults raw_syscalls:sys_enter; do
	grep -q "of event '$event" report.all || { cp report.all report; fail "no part for $event"; }
done
perf_reads
