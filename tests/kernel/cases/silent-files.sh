# Programs on a file system whose server has died: a recorder takes what it can, ends when it is told to, and what it
# could not have is said. Who waits for such a file can be ended by no signal.
need_root "to mount a file system"
need_recording -a
[ -c /dev/fuse ] || skip "no /dev/fuse"
mkdir mounted
silent_mount "$PWD/mounted" "$(command -v burn)" >says 2>err &
server=$!
trap 'kill $burner $recorder $server 2>/dev/null || true; umount -l mounted 2>/dev/null || true' EXIT
until_so [ -s says -o -s err ] || fail "no file system"
[ -s says ] || skip "cannot be mounted: $(cat err)"
mounted/prog 600000 1 gently >rounds &
burner=$!
await_cpu.sh 2 $burner
kill -USR1 $server
until_so grep -q silent says || fail "it goes on answering"

has_samples() {
	[ -s perf.data ] && [ "$(count type_9)" -gt 10 ]
}
# ends PID WHAT: within a time in which it can have waited for each file, and is not waiting for ever.
ends() {
	tries=0
	while [ -e /proc/$1 ] && ! grep -q '^State:.*Z' /proc/$1/status; do
		tries=$((tries + 1))
		[ $tries -lt 300 ] || fail "$2: the recorder does not end: $(cat /proc/$1/wchan)"
		sleep 0.1
	done
	status=0
	wait $1 || status=$?
	[ $status -eq 0 ] || fail "$2: status $status"
	cp err said
	[ "$(count finished)" -eq 1 ] || fail "$2: the file is not finished"
	report --sort comm
	grep -q prog report || fail "$2: no sample of the program"
}
for signal in TERM INT; do
	rm -f perf.data
	$default_signals $PREC_RECORD -a -e cpu-clock >out 2>err &
	recorder=$!
	until_so has_samples || fail "SIG$signal: no samples"
	kill -$signal $recorder
	ends $recorder "SIG$signal"
	grep -q 'file system does not answer' said || fail "SIG$signal: it is not said what is missing"
done
$default_signals $PREC_RECORD -e cpu-clock -p $burner sleep 0.3 >out 2>err &
recorder=$!
ends $recorder "-p"

# One that goes silent while it is recorded, and the file is held already.
kill $burner $server
wait $burner $server || true
silent_mount "$PWD/mounted" "$(command -v burn)" >says 2>err &
server=$!
until_so grep -q ready says || fail "no second file system"
rm -f perf.data
start_recording -a -e cpu-clock
mounted/prog 600000 1 gently >rounds &
burner=$!
until_so has_samples || fail "no samples"
await_cpu.sh 4 $burner
kill -USR1 $server
until_so grep -q silent says || fail "the second one goes on answering"
kill -TERM $recorder
ends $recorder "silent later"
