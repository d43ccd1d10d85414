# A recorded program lies on a file system whose server has died since: readers end all the same, show what has names,
# and say why the rest has none.
need_root "to mount a file system"
need_recording
[ -c /dev/fuse ] || skip "no /dev/fuse"
mkdir mounted
silent_mount "$PWD/mounted" "$(command -v burn)" >says 2>err &
server=$!
trap 'kill $server 2>/dev/null || true; umount -l mounted 2>/dev/null || true' EXIT
until_so [ -s says -o -s err ] || fail "no file system"
[ -s says ] || skip "cannot be mounted: $(cat err)"
export PERF_BUILDID_DIR=$PWD/none
must_record -N -e cpu-clock --call-graph dwarf mounted/prog 200 1
report --sort sym
grep -q '\[\.\] main' report || fail "no names while the server answers: $(cat report)"
kill -USR1 $server
until_so grep -q silent says || fail "it goes on answering"

# ends NAME COMMAND...: the command ends, though it may not be killed; with output, and a reason.
ends() {
	name=$1
	shift
	"$@" >"$name.out" 2>"$name.err" &
	reader=$!
	tries=0
	while [ -e /proc/$reader ] && ! grep -q '^State:.*Z' /proc/$reader/status; do
		tries=$((tries + 1))
		[ $tries -lt 300 ] || fail "$name does not end: $(cat /proc/$reader/task/*/wchan)"
		sleep 0.1
	done
	wait $reader || fail "$name: status $?"
	grep -q prog "$name.out" || fail "$name: nothing of the program: $(cat "$name.out" "$name.err")"
	grep -q 'mounted/prog: its file system does not answer' "$name.err" || fail "$name: it is not said: $(cat "$name.err")"
}
ends report $PREC_REPORT -i perf.data
ends without_sandbox $PREC_REPORT --no-sandbox --no-inline -i perf.data
ends script "$PREC_BUILDDIR/prec" script -i perf.data -F comm,ip,sym,srcline
