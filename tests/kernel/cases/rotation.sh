# When a recording samples, when its files end, and what they are called.
need_recording

# ended STATUS ARGS...: a recording whose command would run on, and is ended.
ended() {
	want=$1
	shift
	set +e
	record "$@"
	status=$?
	set -e
	[ $status -eq "$want" ] || fail "'record $*': status $status, not $want"
}

# Ranges of time: the last one ends the recording. A terminated command is what perf's exit status says, too.
ended 143 -D 1-2,3-4 sleep 600
[ "$(count finished)" -eq 1 ] || fail "-D 1-2,3-4: the file is not finished"
ended 143 -D 0-20 burn 600000
[ "$(count finished)" -eq 1 ] || fail "-D 0-20: the file is not finished"

# Never: what ran is recorded, and no sample.
must_record -D -1 burn 20
[ "$(count type_9)" -eq 0 ] || fail "-D -1: $(count type_9) samples"
[ "$(count type_10)" -ge 3 ] || fail "-D -1: only $(count type_10) mappings"

# The size is reached, and not exceeded by more than a buffer has.
ended 143 --max-size=100K -z0 -F max -m 64K burn 600000
within "size of the file" "$(stat -c %s perf.data)" 102400 400000
grep -q max-size err || fail "no word of the size"
[ "$(count finished)" -eq 1 ] || fail "--max-size: the file is not finished"
perf_reads

# A name with a time: the older file stays where it is.
rm -f perf.data*
must_record true
cp perf.data older
rm perf.data
record -o new --timestamp-filename true || fail "--timestamp-filename: status $?"
ls new.20?????????????? >names || fail "no name with a time: $(ls)"
[ ! -e new ] || fail "the file has its old name, too"
file=$(cat names)
grep -q "$file" err || fail "the name is not shown"
[ "$(count finished)" -eq 1 ] || fail "--timestamp-filename: the file is not finished"
perf_reads
for path in - /dev/null; do
	record --timestamp-filename -o $path true && fail "--timestamp-filename -o $path: status 0"
	grep -q timestamp-filename err || fail "-o $path: the message does not name the option"
done
[ -c /dev/null ] || fail "/dev/null was renamed"

# Many files: each is whole, by prec and by Linux perf.
unset file
rm -f perf.data* new*
finished_files() {
	ls perf.data.20?????????????? 2>/dev/null || true
}
check_files() {
	for file in $(finished_files); do
		[ "$(count finished)" -eq 1 ] || fail "$*: $file is not finished"
		${PREC_REPORT%report}dump --validate "$file" >out 2>err || fail "$*: $file is not well-formed"
		! has_perf || [ "$(perf script -i $file -F comm 2>perf.err | wc -l)" -eq "$(count type_9)" ] ||
			fail "$*: Linux perf shows another number of samples of $file"
	done
	file=$(finished_files | tail -n 1)
	perf_reads
	unset file
}

# SIGUSR2, from the command to its recorder: at each signal a file ends. Only the last ones are kept.
record --switch-output --switch-max-files=3 sh -c 'for i in 1 2 3 4 5; do
	burn 20 >/dev/null
	last=$(ls perf.data.2* 2>/dev/null | tail -n 1)
	kill -USR2 $PPID
	n=0
	until [ "$(ls perf.data.2* 2>/dev/null | tail -n 1)" != "$last" ] || [ $((n += 1)) -gt 1000 ]; do sleep 0.01; done
done' || fail "--switch-output: status $?"
[ "$(finished_files | wc -l)" -eq 3 ] || fail "--switch-max-files=3: $(ls)"
[ ! -e perf.data ] && [ ! -e perf.data.next ] || fail "a file is left over: $(ls)"
[ "$(grep -c 'perf.data.20.* is finished' err)" -eq 5 ] || fail "not every file is named"
grep -q 'in 6 files' err || fail "the number of files is not shown"
check_files --switch-output

# The processes of a file that begins in the middle have their names and mappings, those of the command's children too.
file=$(finished_files | head -n 1)
report --sort comm,dso,sym
grep -q ' burn  *burn .* burn_half' report || fail "no named sample of burn"
! grep -q '% *:[0-9]' report || fail "a process has no name"
unset file
rm -f perf.data*

# Where no other file can be opened, the recording goes on in the present one. Otherwise the signal changes nothing.
mkdir perf.data.next
record --switch-output sh -c 'kill -USR2 $PPID; exec burn 50' || fail "without another file: status $?"
grep -q 'goes on in perf.data: .*perf.data.next' err || fail "no word of the file that cannot be opened"
[ "$(finished_files | wc -l)" -eq 1 ] || fail "without another file: $(ls)"
check_files "without another file"
rmdir perf.data.next
rm -f perf.data*
must_record sh -c 'kill -USR2 $PPID; exec burn 50'
[ "$(count finished)" -eq 1 ] || fail "SIGUSR2 ended the recording"
for path in - /dev/null; do
	record --switch-output -o $path true && fail "--switch-output -o $path: status 0"
	grep -q switch-output err || fail "-o $path: the message does not name the option"
done

# What an earlier recording has left replaces nothing; and where the name of -o is taken, files go on by those of the next.
rm -f perf.data*
echo left >perf.data.next
echo older >perf.data.next.old
record --switch-output sh -c '
	mv perf.data mine
	echo theirs >perf.data
	n=0
	kill -USR2 $PPID
	until grep -q "goes on in perf.data.next," err || [ $((n += 1)) -gt 1000 ]; do sleep 0.01; done
	burn 10 >/dev/null
	kill -USR2 $PPID
	until grep -q "goes on in perf.data.next2," err || [ $((n += 1)) -gt 1000 ]; do sleep 0.01; done
	burn 10 >/dev/null
	kill -USR2 $PPID
	until ls perf.data.next2.2* || [ $((n += 1)) -gt 1000 ]; do sleep 0.01; done
	burn 10' || fail "where the name is taken: status $?"
[ "$(cat perf.data)" = theirs ] && [ "$(cat perf.data.next.old)" = older ] || fail "a file was replaced: $(ls)"
[ "$(cat $(sed -n 's/.*perf.data.next of an earlier recording is now //p' err))" = left ] || fail "what was left is lost: $(ls)"
for file in mine $(sed -n 's/.*: \(perf.data.next.*\) is finished$/\1/p' err); do
	[ "$(count finished)" -eq 1 ] || fail "where the name is taken: $file is not finished"
done
grep -q 'perf.data.next2.20.* is finished' err || fail "where the name is taken: no file of the other name: $(cat err)"
unset file
rm -f perf.data* mine

# By --control: a file is finished when the answer comes. Nothing is sampled before it is asked for.
rm -f perf.data*
mkfifo ctl ack
record --switch-output --control fifo:ctl,ack -D -1 -F 2000 sh -c '
	ask() {
		echo "$1" >ctl
		timeout 60 head -n 1 ack
	}
	burn 50 >/dev/null
	ask snapshot
	ls perf.data.2*
	ask enable
	exec burn 50 >/dev/null' || fail "--control: status $?"
[ "$(sed -n 1p out)" = ack ] && [ "$(sed -n 3p out)" = ack ] || fail "--control: other answers"
file=$(sed -n 2p out)
[ "$(count finished)" -eq 1 ] && [ "$(count type_9)" -eq 0 ] || fail "$file has samples, or no end"
file=$(finished_files | tail -n 1)
[ "$(count type_9)" -gt 20 ] || fail "-D -1: only $(count type_9) samples after enable"
check_files --control
mkfifo perf.data.next
record --switch-output --control fifo:ctl,ack sh -c 'echo snapshot >ctl; timeout 60 head -n 1 ack' ||
	fail "snapshot without another file: status $?"
grep -q '^error: .*perf.data.next' out || fail "a snapshot that could not be taken: $(cat out)"
rm perf.data.next
record --control fifo:ctl,ack sh -c 'echo snapshot >ctl; timeout 60 head -n 1 ack' || fail "one file: status $?"
grep -q '^error: .*snapshot needs --switch-output (a new file), or -S (hardware traces)' out || fail "a recording with one file takes snapshots"

# A disk that becomes full at the switch: the files that were finished are whole, and nothing is left of the next one.
if [ "$(id -u)" -eq 0 ] && mkdir full && mount -t tmpfs -o size=100k none full 2>/dev/null; then
	trap 'umount full' EXIT
	set +e
	record -o full/perf.data --switch-output sh -c '
		cat /dev/zero >full/rest 2>/dev/null
		kill -USR2 $PPID
		exec sleep 600'
	status=$?
	set -e
	[ $status -eq 1 ] || fail "a full disk: status $status"
	grep -q 'No space left on device; recording ended early' err || fail "a full disk: no word of it"
	[ ! -e full/perf.data.next ] || fail "a full disk: perf.data.next is left over"
	umount full
	trap - EXIT
fi

# The age of a file.
rm -f perf.data*
record --switch-output=1s sh -c '
	n=0
	until [ "$(ls perf.data.2* 2>/dev/null)" ] || [ $((n += 1)) -gt 1000 ]; do sleep 0.05; done' ||
	fail "--switch-output=1s: status $?"
[ "$(finished_files | wc -l)" -eq 2 ] || fail "--switch-output=1s: $(ls)"
check_files --switch-output=1s

# Under load nothing is lost or doubled across the files: each call has its number. The buffer holds all of them.
need_tracepoints
rm -f perf.data*
record -m 8M -z0 -e raw_syscalls:sys_enter -c 1 -e cpu-clock/freq=20000/ --switch-output sh -c '
	syscaller -n 10000 0 >/dev/null &
	for i in 1 2 3; do
		last=$(ls perf.data.2* 2>/dev/null | tail -n 1)
		kill -USR2 $PPID
		n=0
		until [ "$(ls perf.data.2* 2>/dev/null | tail -n 1)" != "$last" ] || [ $((n += 1)) -gt 1000 ]; do sleep 0.01; done
	done
	wait' || fail "under load: status $?"
[ "$(finished_files | wc -l)" -eq 4 ] || fail "under load: $(ls)"
check_files "under load"
for file in $(finished_files); do
	${PREC_REPORT%report}script -i "$file" -F comm,trace 2>err |
		sed -n 's/^ *syscaller .*NR 39 (\([0-9a-f]*\),.*/\1/p' >numbers.$file
	[ "$(count lost_samples)" -eq 0 ] || fail "under load: samples were lost"
done
sort -u numbers.* | wc -l >distinct
[ "$(cat distinct)" -ge 10000 ] && [ "$(cat numbers.* | wc -l)" -le 10010 ] ||
	fail "10000 calls: $(cat numbers.* | wc -l) in the files, $(cat distinct) of them distinct"

# At an event, which is not recorded: the shell's own call, as the loop waits for each file.
rm -f perf.data*
record --switch-output-event syscalls:sys_enter_kill -e cpu-clock:u sh -c '
	n=0
	for i in 1 2; do
		kill -0 $$
		until set -- perf.data.2* && [ -e "$1" ] && [ $# -ge $i ] || [ $((n += 1)) -gt 1000 ]; do sleep 0.01; done
		burn 10 >/dev/null
	done' || fail "--switch-output-event: status $?"
[ "$(finished_files | wc -l)" -eq 3 ] || fail "--switch-output-event: $(ls)"
check_files --switch-output-event
for file in $(finished_files); do
	[ "$(prec script -i "$file" -F event | sort -u | grep -c .)" -le 1 ] || fail "the event is recorded in $file"
done
unset file
burn 600000 >/dev/null &
busy=$!
rm -f perf.data*
record -p $busy --switch-output-event task-clock/period=50000000/u -e cpu-clock:u -- sh -c '
	n=0
	until set -- perf.data.2* && [ -e "$1" ] && [ $# -ge 2 ] || [ $((n += 1)) -gt 1000 ]; do sleep 0.01; done' ||
	fail "--switch-output-event -p: status $?"
kill $busy
[ "$(finished_files | wc -l)" -ge 3 ] || fail "--switch-output-event -p: $(ls)"
! record --switch-output-event nosuch -o older true || fail "--switch-output-event nosuch: status 0"
grep -q -- "--switch-output-event: no event 'nosuch'" err || fail "no word of the event that is not there: $(cat err)"
# Not while sampling is off.
rm -f perf.data*
record -D -1 --switch-output-event syscalls:sys_enter_kill -e cpu-clock:u sh -c 'kill -0 $$; sleep 0.1' ||
	fail "--switch-output-event -D -1: status $?"
[ "$(finished_files | wc -l)" -eq 1 ] || fail "--switch-output-event while sampling is off: $(ls)"

# By size: what is larger than that begins another file, if not at once.
rm -f perf.data*
record -m 8M -z0 -e raw_syscalls:sys_enter -c 1 --switch-output=200K sh -c '
	syscaller -n 10000 0 >/dev/null
	n=0
	until [ "$(ls perf.data.2* 2>/dev/null)" ] || [ $((n += 1)) -gt 1000 ]; do sleep 0.01; done' ||
	fail "--switch-output=200K: status $?"
[ "$(finished_files | wc -l)" -ge 2 ] || fail "--switch-output=200K: $(ls)"
check_files --switch-output=200K
