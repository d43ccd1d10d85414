# --off-cpu: how long a program is blocked in a sleep, by a lock, a pipe and a disk, each with the stack where. By the
# first three it is blocked for 120 ms at least, by a disk that is slowed down for 60 ms, and each takes no longer than
# blocker says.
# software: context switches
need_recording

# seen FUNCTION: the ns that samples of offcpu-time have where it is in the stack; script's output is in shown.
seen() {
	awk -v name="$1" '
		$2 ~ /:$/ { ns = $2 == "offcpu-time:" ? $1 : 0; next }
		$2 == name { sum += ns; ns = 0 }
		END { printf "%.0f\n", sum }' shown
}

# Where a cgroup may slow a disk down, the 2 MiB of blocker take an eighth of a second; without that it blocks for some time.
disk_least=1
blkio=$(awk '$3 == "cgroup" && $4 ~ /(^|,)blkio(,|$)/ { print $2; exit }' /proc/self/mounts)/prec-test-$$
device=$(stat -c %d .)
: >slowly
if mkdir "$blkio" 2>/dev/null; then
	trap 'rmdir "$blkio"' EXIT
	! echo "$((device >> 8)):$((device & 255)) 16777216" 2>/dev/null >"$blkio/blkio.throttle.write_bps_device" || {
		echo "echo \$\$ >$blkio/cgroup.procs" >slowly
		disk_least=60000000
	}
fi
must_record --off-cpu --off-cpu-thresh 100 -e cpu-clock --call-graph dwarf sh -c '. ./slowly; exec blocker disk'
prec script -i perf.data -F period,event,ip,sym >shown 2>err || fail "script ended with status $?"
[ "$(wc -l <out)" -eq 4 ] || fail "not four lines"
while read -r name wall; do
	[ "$(stat -f -c %T .)" != tmpfs ] || [ "$name" != block_disk ] || continue
	[ "$name" = block_disk ] && least=$disk_least || least=120000000
	within "$name took $wall ns; blocked" "$(seen "$name")" $least "$wall"
done <out
# Linux perf sees the same.
if has_perf; then
	prec script -i perf.data -F tid,time,period,event >shown 2>err
	perf script -i perf.data -F tid,time,period,event >theirs 2>perf.err || fail "perf script: $(cat perf.err)"
	[ "$(sed 's/^ *//' shown | grep offcpu)" = "$(sed 's/^ *//' theirs | grep offcpu)" ] || fail "perf sees something else"
fi
perf_reads
# In a pipe, too, and the records of switches beside: two for each time a thread is away, which is more often.
$PREC_RECORD --off-cpu=0 --switch-events -e cpu-clock -o - blocker disk 2>err >pipe.data || fail "a pipe: status $?"
prec script -i pipe.data -F event,period --show-switch-events >shown 2>err || fail "script of a pipe: status $?"
away=$(grep -c offcpu-time: shown)
switches=$(grep -c PERF_RECORD_SWITCH shown)
[ "$away" -ge 4 ] && [ "$switches" -ge $((2 * away)) ] || fail "$away times away, $switches records of switches"

# A file that ends has the times that were over by then.
rm -f perf.data*
record --off-cpu=0 --switch-output -e cpu-clock sh -c '
	sleep 0.01
	sleep 0.01
	kill -USR2 $PPID
	n=0
	until [ "$(ls perf.data.2* 2>/dev/null)" ] || [ $((n += 1)) -gt 1000 ]; do sleep 0.01; done' ||
	fail "--switch-output: status $?"
prec script -i "$(ls perf.data.2* | head -n 1)" -F event,period >shown 2>err || fail "script of the first file: status $?"
grep -q offcpu-time: shown || fail "the first file has no times off the CPU"

# The time in which nothing is sampled, or not of this process, is no time off the CPU.
mkfifo ctl ack lines echoed
exec 5<>ctl 6<>ack 7<>lines 8<>echoed
ask() {
	echo "$1" >&5
	answer=$(timeout 60 head -n 1 <&6)
	[ "$answer" = ack ] || fail "'$1' is answered by '$answer'"
}
# echo_line: the process returns from its sleep, and sleeps again.
echo_line() {
	echo line >&7
	timeout 60 head -n 1 <&8 >/dev/null
	until_so grep -q '^State:.*S' /proc/$reader/status
}
cat <&7 >&8 &
reader=$!
trap 'kill $reader; rmdir "$blkio" 2>/dev/null || true' EXIT
until_so grep -q '^State:.*S' /proc/$reader/status
$PREC_RECORD --off-cpu=0 -k realtime --control fifo:ctl,ack -e cpu-clock:u -p $reader -o off.data >out 2>err &
recorder=$!
ask ping
echo_line
for words in "disable enable" "disable@offcpu-time enable@offcpu-time" "detach@$reader attach@$reader"; do
	ask "$(echo "${words% *}" | tr @ ' ')"
	date +%s.%N >>not_sampled
	ask "$(echo "${words#* }" | tr @ ' ')"
	echo_line
done
ask stop
wait $recorder || fail "--control: status $?"
prec script -i off.data --ns -F time,event,period >shown 2>err || fail "script: status $?"
awk 'NR == FNR { off[NR] = $1; next }
	/offcpu-time:/ { for (i in off) if (off[i] < $1 + 0 && off[i] > $1 - $2 / 1e9) exit 1 }' not_sampled shown ||
	fail "time in which nothing was sampled: $(cat not_sampled shown)"

# Who is blocked all the time, in a sleep, by a lock and a pipe, and who is blocked again at the end: all of it is counted.
kill $reader
sleeper forever >started 2>&1 &
reader=$!
until_so test -s started
before=$(date +%s%N)
must_record --off-cpu -e cpu-clock:u -p $reader sleep 0.2
wall=$(($(date +%s%N) - before))
grep -q 'blocked all the time, .* and 1 more$' err || fail "nobody says who waits"
prec script -i perf.data -F tid,event,period,ip,sym >shown 2>err || fail "script: status $?"
[ "$(grep -c offcpu-time: shown)" -eq 4 ] || fail "not four threads: $(cat shown)"
for ns in $(awk '$3 == "offcpu-time:" { print $2 }' shown); do
	within "of $wall ns blocked" "$ns" 200000000 $wall
done

# A recording that has no samples says why.
explains() {
	grep -qF "no samples: $1" err || fail "not said: $1"
}
must_record -e cpu-clock:u -p $reader sleep 0.01
explains "process $reader did not run; --off-cpu shows where it waits"
sleep 600 &
other=$!
until_so grep -q sleep /proc/$other/comm
must_record -e cpu-clock:u -p $reader,$other sleep 0.01
kill $other
explains "the 2 processes did not run; --off-cpu shows where they wait"
must_record -e cpu-clock:u -D 60000 true
explains "the recording ended before sampling was switched on"
must_record -e cpu-clock:u -c 100000000000 burn 10
explains "cpu-clock:u did not happen often enough for a sample in the command; record for longer"
must_record -e alignment-faults -c 1 true
explains "alignment-faults did not happen in the command"
