# -n: counts without samples; -s: the count of each thread when it ends; both fds of a process hang up when it has ended.
need_recording
must_record -n -vv -e cpu-clock,task-clock burn 20
perf_reads
[ "$(count sample)" -eq 0 ] || fail "samples in spite of -n"
# A thread's own clock has what came before the program, too.
# "task-clock: CPU 0, thread 7: counted 20123456, lost 0 records", a line for each CPU
ran=$(sed -n 's/.* task-clock: CPU .* counted \([0-9]*\),.*/\1/p' err | awk '{ sum += $1 } END { printf "%d\n", sum / 1000000 }')
within "the milliseconds that task-clock has counted" "$ran" 15 2000
must_record -s -e task-clock burn 20 3
perf_reads
prec dump --type READ perf.data >lines
# Of each thread that a program starts, or of one that it was exchanged with: the kernel swaps counts of equal threads.
ran=$(sed -n 's/.*values=\[{value=\([0-9]*\) .*/\1/p' lines | awk '$1 > 0' | wc -l)
[ "$ran" -ge 1 ] || fail "no READ record with a count: $(cat lines)"
if has_perf; then
	perf report -T -i perf.data --stdio 2>/dev/null | grep -A 9 'PID *TID' >threads || fail "perf report -T shows no threads"
	[ "$(wc -l <threads)" -ge 2 ] || fail "perf report -T: $(cat threads)"
fi
# A recording of a process ends with it, without a command as a clock.
mkfifo go
sh -c 'read word; exec burn 50' <go >/dev/null &
pid=$!
rm perf.data
through="timeout 60" start_recording -e cpu-clock -p $pid
echo >go
wait $recorder || fail "the recording did not end with its process: status $?"
perf_reads
# It has ended (ESRCH) when the last event is to be opened, that for mappings (the flag mmap, bit 8).
sh -c 'read word' <go &
pid=$!
exec 3>go
old_kernel -e 3 0 256 timeout -s INT 60 $PREC_RECORD -e cpu-clock -o ended.data -p $pid >out 2>err || fail "status $?"
exec 3>&-
prec dump ended.data >lines || fail "the file: $(cat lines)"
grep -q 'EVENT number=1.*ids=\[\]' lines || fail "an event for mappings"
