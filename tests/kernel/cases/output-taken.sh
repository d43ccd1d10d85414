# What others do to the file while it is written is noticed: a recording that is lost ends with an error, one that is
# only renamed goes on.
need_recording
burn 600000 1 gently >/dev/null &
burn=$!
recorder=
trap 'kill $burn $recorder 2>/dev/null || true' EXIT

start() {
	rm -f perf.data*
	file=perf.data
	start_recording -e cpu-clock -p $burn
}

has_ended() {
	! kill -0 $recorder 2>/dev/null
}

# lost WHAT WORD: the recording ends by itself.
lost() {
	until_so has_ended || fail "$1: the recording goes on"
	set +e
	wait $recorder
	status=$?
	set -e
	recorder=
	[ $status -eq 1 ] || fail "$1: status $status, not 1"
	grep -q "error: perf.data was $2 " err || fail "$1: not reported with the name of the file"
}

head -c 3000000 /dev/urandom >other
start
rm perf.data
lost "rm" removed
[ ! -e perf.data ] || fail "rm: there is a file again"
start
cp other new
mv new perf.data
lost "mv over it" removed
cmp -s other perf.data || fail "mv over it: the new file was written to"
start
: >perf.data
lost "emptied" "cut short"
start
cp other perf.data
lost "cp over it" overwritten
rm -f perf.data
# By the command itself, just before all ends.
set +e
record rm perf.data
status=$?
set -e
[ $status -eq 1 ] || fail "removed by the command: status $status, not 1"
grep -q 'perf.data was removed' err || fail "removed by the command: not reported"

start
mkdir -p kept
mv perf.data kept/moved
until_so grep -q "perf.data is now $PWD/kept/moved" err || fail "renamed: not reported"
await_cpu.sh 10 $burn # some hundred samples
kill -INT $recorder
wait $recorder || fail "renamed: status $?"
recorder=
grep -q "wrote .*kept/moved" err || fail "renamed: the summary has another name"
[ ! -e perf.data ] || fail "renamed: there is another perf.data"
[ "$(grep -c 'is now' err)" -eq 1 ] || fail "renamed: reported more than once"
file=kept/moved
[ "$(count finished)" -eq 1 ] || fail "renamed: the file is not finished"
report --sort sym
within "renamed: share of burn_half" "$(share_of_burn burn_half)" 40 60
# Another file in its place, while it has a name of its own.
start
ln perf.data kept/linked
cp other new
mv new perf.data
until_so grep -q 'perf.data is not the name of the recording any more' err || fail "replaced: not reported"
kill -INT $recorder
wait $recorder || fail "replaced: status $?"
recorder=
cmp -s other perf.data || fail "replaced: the new file was written to"
file=kept/linked
[ "$(count finished)" -eq 1 ] || fail "replaced: the file is not finished"
