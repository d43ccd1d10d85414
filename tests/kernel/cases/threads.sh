# --threads: one ordinary file, whoever drained the buffers; and how those who drain run.
need_recording -a
cpus=$(getconf _NPROCESSORS_ONLN)
PREC_RECORD="$PREC_RECORD -N"

# check WHAT: of a file that is whole, prec and Linux perf count the same samples, in the order of time.
check() {
	[ "$(count finished)" -eq 1 ] || fail "$1: the file is not finished"
	has_perf || return 0
	perf script -i "${file:-perf.data}" -F time 2>perf.err | tr -d ' :' >times
	samples=$(awk '$1 == "type_9" { print $2 }' counts)
	[ "$(wc -l <times)" -eq "$samples" ] || fail "$1: Linux perf shows $(wc -l <times) of $samples samples"
	sort -cn times || fail "$1: Linux perf shows samples in another order"
	! grep -qi 'order\|below' perf.err || fail "$1: $(cat perf.err)"
}

for threads in --threads=2 --threads=0/0; do
	must_record $threads -a -e cpu-clock -c 200000 sh -c 'burn 25 & burn 25; wait'
	check "$threads"
	[ "$(count type_9)" -gt 100 ] || fail "$threads: only $(count type_9) samples"
	report --sort comm,sym
	grep -q ' burn .* burn_half' report || fail "$threads: no named sample of burn"
	! grep -q '% *:[0-9].* burn_' report || fail "$threads: a process has no name"
done

# What several do at once is one recording: into a pipe, of threads, with records of switches, in many files.
$PREC_RECORD --threads -a -e cpu-clock -c 200000 -o - burn 20 2>err | cat >pipe
${PREC_REPORT%report}script -i - -F time <pipe >times 2>>err || fail "a pipe: $(cat err)"
[ "$(wc -l <times)" -gt 50 ] || fail "a pipe: only $(wc -l <times) samples"
! has_perf || [ "$(perf script -i - -F time <pipe 2>perf.err | wc -l)" -eq "$(wc -l <times)" ] ||
	fail "a pipe: Linux perf shows another number of samples"
must_record --threads=2 --per-thread -F 2000 burn 20
[ "$(count type_9)" -gt 20 ] || fail "--per-thread: only $(count type_9) samples"
must_record --threads=2 --switch-events --off-cpu=0 -F 2000 sh -c 'burn 20; sleep 0.01'
check --off-cpu
[ "$(count type_14)" -gt 3 ] || fail "--switch-events: $(count type_14) records"
report --sort comm -g none
grep -q ' sleep' report || fail "--off-cpu: no time of sleep"
rm -f perf.data*
record --threads=2 -a --switch-output -F 2000 sh -c '
	burn 20
	kill -USR2 $PPID
	n=0
	until [ "$(ls perf.data.2* 2>/dev/null)" ] || [ $((n += 1)) -gt 1000 ]; do sleep 0.01; done' ||
	fail "--switch-output: status $?"
set -- perf.data.20*
[ $# -eq 2 ] || fail "--switch-output: $*"
for file; do
	check --switch-output
done
unset file

# What cannot be is said before anything is touched.
must_record true
cp perf.data before
for word in 0 x 0/0:0/0 $cpus/$cpus; do
	record --threads=$word true && fail "--threads=$word: status 0"
	grep -q -- '--threads' err || fail "--threads=$word: no word of it"
	record --threads=$word --dry-run true && fail "--threads=$word --dry-run: status 0"
done
record --threads=2 --affinity=cpu true && fail "--threads --affinity: status 0"
record --affinity=x true && fail "--affinity=x: status 0"
record --mmap-flush=x true && fail "--mmap-flush=x: status 0"
record -r 100 true && fail "-r 100: status 0"
cmp -s perf.data before || fail "a recording that was refused has changed the file"

# As Linux perf's, with the same result.
must_record --affinity=cpu --mmap-flush=1K --aio --num-thread-synthesize=2 -a -F 2000 burn 20
check --affinity=cpu
for option in --affinity=node --affinity=sys --aio=2; do
	must_record $option -F 100 true
done

# The priority is the recorder's and not the command's.
need_root "for a realtime priority"
command -v chrt >/dev/null || skip "needs chrt"
record -r 3 --threads=2 -a -F 100 sh -c 'chrt -p $$; for task in /proc/$PPID/task/*; do chrt -p ${task##*/}; done' ||
	skip "no realtime priority here: $(cat err)"
[ "$(grep -c 'priority: 3$' out)" -ge 3 ] && [ "$(grep -c 'SCHED_FIFO' out)" -ge 3 ] || fail "not all threads have it"
! grep 'policy' out | head -n 1 | grep -q SCHED_FIFO || fail "the command has the recorder's priority"
command -v setpriv >/dev/null || skip "needs setpriv"
public_copy
PREC_RECORD=$PWD/public/prec\ record as_nobody sh -c 'ulimit -r 0; exec "$0" record -r 3 -e cpu-clock:u true' "$PWD/public/prec" &&
	fail "a user may not set it: status 0"
grep -q 'realtime priority' err || fail "a user may not set it: no word of it"
# A thread that cannot be made ends the recording, with a file that is readable.
command -v prlimit >/dev/null || skip "needs prlimit"
as_nobody sh -c 'prlimit --nproc=1 "$0" record --threads=2 -e cpu-clock:u -p $$' "$PWD/public/prec" &&
	fail "no thread can be made: status 0"
grep -q 'cannot start thread 1 of --threads' err || fail "no thread can be made: no word of it"
file=users/perf.data
[ "$(count type_9)" -eq 0 ] || fail "no thread was made: $(count type_9) samples"
