# Code made at run time by a process with mounts and numbers of its own, as long as it runs: its map and its dump are
# found below its root, though the report gives up the privilege to look there.
need_root "namespaces of mounts and of processes"
need_recording
unshare --mount --pid --fork --mount-proc true 2>/dev/null || skip "needs namespaces of mounts and of processes"
remaker 2 2>/dev/null || skip "remaker has no code for this processor"
rm -f jit-*.dump
shared=$(mktemp -d /dev/shm/prec-jit-XXXXXX)
cat >$shared/work.js <<'END'
function fibonacci(n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
for (let i = 0; i < 30; i++) fibonacci(25);
console.log("done");
if (process.argv[2]) setTimeout(() => {}, 1000000);
END
trap 'rm -rf $shared; stop_contained' EXIT

# The container ends with its unshare, which takes no other signal.
stop_contained() {
	[ ! -s pid ] || kill -KILL "$(cat pid)" || true
	rm -f pid
}

# record_contained RECORD_OPTIONS -- COMMAND...: which is left running when it says that it is done.
record_contained() {
	options=
	while [ "$1" != -- ]; do
		options="$options $1"
		shift
	done
	shift
	rm -f said
	must_record $options sh -c '
		unshare --mount --pid --fork --mount-proc --kill-child sh -c "
			mount -t tmpfs none /tmp && mkdir /tmp/app && cd /tmp/app && exec $*" >said 2>&1 &
		echo $! >pid
		until grep -qs done said; do
			[ -d /proc/$! ] || exit 1
			sleep 0.1
		done' sh "$@"
}

# all_named NAME...
all_named() {
	report --sort dso,sym
	grep -E '\[JIT\].*0x|\[unknown\]' report && fail "code without a name"
	for name; do
		grep -q "$name" report || fail "no $name"
	done
}

record_contained -k mono -- remaker 2000 wait
all_named 'jit-1.dump .* even_0' 'jit-1.dump .* odd_3' 'jit-1.dump .* helper'
${PREC_REPORT% report} script -i perf.data -F ip,sym,dso >lines 2>err || fail "script ended with status $?"
grep -q 'helper (/tmp/app/jit-1.dump)' lines || fail "no names in the lines of script"
stop_contained

command -v node >/dev/null || exit 0
record_contained -- node --perf-basic-prof $shared/work.js wait
all_named '\[JIT\] tid .* JS:.fibonacci'
stop_contained
# V8 keeps the last of its dump back until it ends: in a folder that others have too it is there then.
must_record -k mono unshare --mount --pid --fork --mount-proc sh -c "
	mount -t tmpfs none /tmp && cd $shared && exec node --perf-prof work.js"
all_named 'jit-1.dump .* JS:.fibonacci'
