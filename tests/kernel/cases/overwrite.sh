# --overwrite: the last samples, as many as the buffers hold, whole and in order, with the names they had.
need_tracepoints
# The search for leaks, when a program has ended, makes system calls by the thousand.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export ASAN_OPTIONS

# numbers FILE: those of the calls, see syscaller.
numbers() {
	${PREC_REPORT%report}script -i "$1" -F trace 2>err | sed -n 's/.*NR 39 (\([0-9a-f]*\),.*/\1/p'
}

# consecutive FIRST COUNT: that many numbers.
consecutive() {
	seq $((0x$1)) $((0x$1 + $2 - 1)) | xargs printf '%x\n'
}

# One buffer, whatever CPU it runs on.
record --overwrite --per-thread -m 64K -e raw_syscalls:sys_enter -c 1 syscaller -n 20000 0 || fail "status $?"
numbers perf.data >numbers
n=$(wc -l <numbers)
# 64K hold some 500 of these samples, of which a few come after the calls.
within "calls in the file" $n 100 1000
[ "$(tail -n 1 numbers)" = 4e1f ] || fail "the last call is not there, but $(tail -n 1 numbers)"
consecutive "$(head -n 1 numbers)" $n | cmp -s - numbers || fail "not every one of the last calls is there, in order"
[ "$(count finished)" -eq 1 ] || fail "the file is not finished"
[ "$(lost)" -eq 0 ] || fail "what was overwritten is counted as lost"
${PREC_REPORT%report}dump --validate perf.data >out 2>err || fail "the file is not well-formed"
report --sort comm
[ "$(cat report | wc -l)" -eq 1 ] && grep -q 'syscaller' report || fail "samples have the wrong name"
perf_reads
! has_perf || [ "$(perf script -F comm 2>perf.err | wc -l)" -eq "$(count type_9)" ] ||
	fail "Linux perf shows another number of samples"

# One event overwrites, and the other has all of its samples.
record -m 64K -e raw_syscalls:sys_enter/overwrite/ -e cpu-clock/freq=2000/ -c 1 \
	sh -c 'burn 200; exec syscaller -n 20000 0' || fail "overwrite for one event: status $?"
${PREC_REPORT%report}script -F comm,event,trace 2>err >out
within "calls beside the clock" "$(grep -c 'NR 39 ' out)" 100 4000
grep 'NR 39 ' out | tail -n 1 | grep -q '(4e1f,' || fail "the last call is not there"
grep -q 'burn .*cpu-clock' out || fail "no sample of the time before"
perf_reads

# Snapshots: each file has what came since the one before, of processes that have ended since.
rm -f perf.data*
record --overwrite -m 4M -e raw_syscalls:sys_enter -c 1 --switch-output sh -c 'for i in 1 2 3; do
	syscaller -n 2000 0 >/dev/null
	last=$(ls perf.data.2* 2>/dev/null | tail -n 1)
	kill -USR2 $PPID
	n=0
	until [ "$(ls perf.data.2* 2>/dev/null | tail -n 1)" != "$last" ] || [ $((n += 1)) -gt 1000 ]; do sleep 0.05; done
done' || fail "snapshots: status $?"
set -- perf.data.20*
[ $# -eq 4 ] || fail "3 snapshots and the end are not 4 files: $*"
for file in "$1" "$2" "$3"; do
	${PREC_REPORT%report}script -i "$file" -F comm,trace 2>err | grep -c '^ *syscaller .*NR 39 ' >calls || true
	within "calls by name in $file" "$(cat calls)" 2000 2005
	[ "$(count finished)" -eq 1 ] || fail "$file is not finished"
	perf_reads
done
unset file
