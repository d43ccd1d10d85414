# prec top in tmux: the cursor stays on its row while others come above it; pause; the last seconds saved and read; the
# terminal after q, and after the reader is killed; what is shown when the target has ended.
need_recording
BUILD=$PREC_BUILDDIR
. "$PREC_SRCDIR/tests/cli/browser.sh"
mkdir home
HOME=$PWD/home
export HOME
burn 600000 >/dev/null &
burner=$!

# look SIZE COMMAND...: as browse; all of it ends with the case.
look() {
	browse "$@" >/dev/null
	trap 'kill $burner 2>/dev/null || true; mux kill-server 2>/dev/null || true' EXIT
}

# The line above the keys: the name under the cursor, and its place.
under_cursor() {
	screen_text | tail -n 2 | head -n 1
}

samples() {
	screen_text | sed -n '1s/.*lost [0-9]*  *\([0-9 ]*\) samples.*/\1/p' | tr -d ' '
}

# Until another screen has come.
next_screen() {
	before=$(samples)
	n=0
	until [ "$(samples)" != "$before" ]; do
		n=$((n + 1))
		[ $n -lt 400 ] || { echo "no other screen after '$before':"; screen_text; exit 1; }
		sleep 0.05
	done
}

look 100x20 prec top -p $burner -d 1 -e cpu-clock
await "burn_third"
under_cursor | grep -q burn_half || { echo "not at the hottest row:"; screen_text; exit 1; }
press Down Down
await "burn_sixth  burn"
next_screen
under_cursor | grep -q "burn_sixth" || { echo "the cursor's row is another:"; screen_text; exit 1; }
press k
await "kernel"
await " › kernel"
press Escape
await "burn_half"
press z
await "zeroing"
press z
next_screen

press p
await "PAUSED"
sleep 1
before=$(samples)
sleep 1.2
[ "$(samples)" = "$before" ] || { echo "it goes on during a pause"; exit 1; }
press s
await "are written to prec.top.1.data"
press p
await " top "
next_screen
resize 60x8
await "burn_"
next_screen
press s
await "prec.top.2.data"
press q
gone >gone
grep -q "ended with 0" gone || fail "q: $(cat gone)"

for saved in prec.top.1.data prec.top.2.data; do
	prec dump --validate $saved >report || fail "$saved is not valid"
	prec report -i $saved --stdio >report 2>err
	grep -q burn_half report || fail "prec report of $saved"
	[ "$(stat -c %a $saved)" = 600 ] || fail "$saved: others may read it"
	command -v perf >/dev/null || continue
	perf report -i $saved --stdio >report 2>err || fail "perf report of $saved"
	grep -q burn_half report || fail "perf report of $saved has no rows"
	! grep -q 'out of order' err || fail "perf: $saved is out of order"
done
[ "$(prec report -i prec.top.2.data --stats 2>/dev/null | awk '/SAMPLE events/ { print $3; exit }')" -gt \
	"$(prec report -i prec.top.1.data --stats 2>/dev/null | awk '/SAMPLE events/ { print $3; exit }')" ] ||
	fail "what was saved later has not more"

# Killed: the terminal is as before by the guardian.
look 100x20 sh -c "prec top -p $burner -d 1; stty -a | grep -o '.icanon'"
await "burn_half"
kill -KILL "$(pgrep -f "^prec top -p $burner|top -p $burner -d 1" | while read -r pid; do
	[ "$(cat /proc/$pid/comm)" != prec-report ] || echo $pid; done | head -n 1)"
gone >gone
grep -q '^ icanon' gone || fail "after a kill: $(cat gone)"

# The target ends: its rows stay.
burn 1500 >/dev/null &
look 100x20 prec top -p $! -d 1
await "ENDED"
await "burn_half"
press a
await "code"
press q q
gone >gone
grep -q "ended with 0" gone || fail "after the end: $(cat gone)"
