# A pipe whose reader takes nothing. A signal ends the recording all the same, after a short time, and a second one at
# once: what could not be written is said, the exit status is 1. A reader that goes on gets everything.
need_recording
mkfifo pipe

# Works until the pipe is full, and so much longer that what the recorder then has does not go into its last page.
burn_until_full='rm -f full burnt; until [ -e full ]; do burn 100 >/dev/null; done; burn 200 >/dev/null; : >burnt'
work_until_full="$burn_until_full; exec sleep 600"

# stalled OUTPUT COMMAND...: records it into the pipe, which this shell holds open and does not read, until that is full.
stalled() {
	exec 3<>pipe
	output=$1
	shift
	[ $output = - ] && stdout=pipe || stdout=out
	$default_signals $PREC_RECORD -z0 -F 10000 -o $output "$@" >$stdout 2>err 3>&- &
	recorder=$!
	(timeout 300 tail --pid=$recorder -f /dev/null || kill -KILL $recorder) 3>&- &
	await_full <&3 || fail "the pipe is never full"
	: >full
	until [ -e burnt ]; do sleep 0.05; done
}

ended() {
	set +e
	wait $recorder
	status=$?
	set -e
}

gave_up() {
	ended
	exec 3>&-
	[ $status -eq 1 ] || fail "$1: status $status, not 1"
	grep -qE "error: $2: its reader did not take [0-9]+ bytes.*$3" err || fail "$1: no word of what is lost"
}

# By a named pipe and by standard output.
for output in pipe -; do
	stalled $output sh -c "$work_until_full"
	kill -TERM $recorder
	gave_up "SIGTERM" $output 'waited 5 s'
done

# Both are there when it goes on: a third one, or a second one that comes later, would end it by itself.
stalled pipe sh -c "$work_until_full"
kill -STOP $recorder
kill -TERM $recorder
kill -INT $recorder
kill -CONT $recorder
gave_up "SIGTERM, SIGINT" pipe 'second signal'

# The command's end is no reason to give up; nor is a signal when the reader goes on.
for signal in 0 TERM; do
	[ $signal = TERM ] && ms=60000 wanted=143 || ms=200 wanted=0
	stalled pipe sh -c "$burn_until_full; exec burn $ms"
	exec 4<pipe
	cat <&4 >piped.data 3>&- &
	reader=$!
	exec 3>&- 4<&-
	kill -$signal $recorder
	ended
	[ $status -eq $wanted ] || fail "signal $signal: status $status, not $wanted"
	wait $reader
	$PREC_REPORT -i - --stdio --sort sym <piped.data >report 2>err || fail "report -i -: status $?"
	within "share of burn_half from the pipe" "$(share_of_burn burn_half)" 40 60
done
