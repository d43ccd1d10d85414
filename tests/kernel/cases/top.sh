# prec top: shares of a program whose functions take known parts, events and options, what remains when one of its
# processes is killed, errors of the recorder, names that are escapes, and the terminal afterwards.
need_recording
mkdir run
TMPDIR=$PWD/run
export TMPDIR
burn 600000 >/dev/null &
burner=$!
trap 'kill $burner $spinner 2>/dev/null || true' EXIT
spinner=

top() {
	status=0
	timeout 60 prec top "$@" >out 2>err || status=$?
}

must_top() {
	top "$@"
	[ $status -eq 0 ] || fail "'top $*': status $status"
	[ -z "$(ls run)" ] || fail "'top $*' left $(ls run)"
	grep -vE '^(#|$)' out >report || true
}

must_top -p $burner -d 1 --iterations 3
[ "$(grep -c '^# .*samples in' out)" -eq 3 ] || fail "not three blocks"
within "burn_half" "$(share_of_burn burn_half)" 42 58
within "burn_third" "$(share_of_burn burn_third)" 26 41
within "burn_sixth" "$(share_of_burn burn_sixth)" 10 24

# What was counted counts an eighth less on the next screen, to which that of the screen is added; or nothing.
must_top -p $burner -d 1 --iterations 3 -c 10000000 -e task-clock
awk '/samples in/ { new = $2 } /^# Samples:/ { if ($3 != kept + new) exit 1; kept = int($3 * 7 / 8); n++ }
	END { exit n != 3 }' out || fail "samples do not add up with less weight"
must_top -p $burner -d 1 --iterations 2 -c 10000000 -e task-clock -z
awk '/samples in/ { new = $2 } /^# Samples:/ { if ($3 != new) exit 1 }' out || fail "-z keeps samples"
must_top -p $burner -d 1 --iterations 1 -E 1 -s sym
[ "$(wc -l <report)" -eq 1 ] || fail "-E 1: $(wc -l <report) rows"
must_top -p $burner -d 1 --iterations 1 -K -e cpu-clock
! grep -q '\[k\]' report || fail "-K shows the kernel"
must_top -p $burner -d 1 --iterations 2 -g -s sym
grep -q -e '--.*burn_half\|--.*main' report || fail "-g shows no chain"
must_top -p $burner -d 1 --iterations 1 -e cpu-clock,task-clock
[ "$(grep -c "^# Samples" out)" -eq 2 ] || fail "not two events"

# It ends with what it records, and says so by the recorder's status.
burn 1500 >/dev/null &
must_top -p $! -d 1

# What the recorder refuses it says itself.
top -e nonsense
[ $status -eq 129 ] && grep -q "no event 'nonsense'" err || fail "-e nonsense: status $status"
top -d 1 -s nonsense
[ $status -eq 129 ] && grep -q "nonsense" err || fail "-s nonsense: status $status"
top -p 4194303
[ $status -eq 1 ] || fail "no process: status $status"
[ -z "$(ls run)" ] || fail "errors leave $(ls run)"

# A program by a name that is an escape, at a terminal, with the browser and without: none of it comes out.
hostile=$(printf 'x\033[35my')
cp "$(command -v burn)" "$hostile"
"./$hostile" 600000 >/dev/null &
spinner=$!
at_terminal() {
	python3 "$PREC_SRCDIR/tests/support/on_terminal.py" --keys Overhead=q 100x20 \
		sh -c "prec top $* -p $spinner -d 1 -s comm,dso,sym 2>err; echo status \$?; stty -a" >out
	grep -q 'status 0' out || fail "q $*: $(tail -n 3 out)"
	grep -q ' icanon' out && grep -q ' echo ' out || fail "$*: the terminal is not as before"
	grep -q 'burn_half' out || fail "$*: no rows on a terminal"
	! grep -q "$(printf '\033\\[35m')" out || fail "$*: a name is an escape"
	printf '\033[?1049l' >leave
	grep -qF "$(cat leave)" out || fail "$*: the screen of before is not shown again"
}

if python3 -c 'import pty' 2>/dev/null; then
	at_terminal
	at_terminal --stdio
fi

# kill_one SIGNAL WHOM: while it runs; nothing is left, neither process nor file.
kill_one() {
	prec top -p $burner -d 1 >out 2>err &
	reader=$!
	until grep -q Overhead out; do
		kill -0 $reader 2>/dev/null || fail "it has ended"
		sleep 0.1
	done
	for guardian in $(pgrep -P $reader); do
		recorder=$(pgrep -P "$guardian" -f '^record -q ' || true)
		[ -z "$recorder" ] || break
	done
	[ -n "$recorder" ] || fail "no recorder is found"
	case $2 in
	reader) kill -s $1 $reader ;;
	guardian) kill -s $1 "$guardian" ;;
	recorder) kill -s $1 "$recorder" ;;
	esac
	status=0
	wait $reader || status=$?
	[ -z "$(ls run)" ] || fail "after $*: $(ls run)"
	for i in $(seq 100); do
		kill -0 "$guardian" 2>/dev/null || kill -0 "$recorder" 2>/dev/null || return 0
		sleep 0.1
	done
	fail "after $* $guardian or $recorder is there"
}

kill_one KILL reader
kill_one KILL recorder
[ $status -eq 1 ] && grep -q 'ended by signal 9' err || fail "recorder killed: status $status"
kill_one KILL guardian
[ $status -eq 1 ] && grep -q 'looks after the recorder' err || fail "guardian killed: status $status"
kill_one INT reader
[ $status -eq 0 ] || fail "SIGINT: status $status"
kill_one TERM reader
[ $status -eq 0 ] || fail "SIGTERM: status $status"
