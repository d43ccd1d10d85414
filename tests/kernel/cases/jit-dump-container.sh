# JIT code of a process with a /tmp and pids of its own, which is gone when the recording is read: named by the dump that
# was copied when the recording ended, with what was where at which time.
need_root "for a mount namespace"
need_recording
command -v node >/dev/null || skip "needs Node.js"
unshare -m -p -f true 2>/dev/null || skip "no namespaces here"

cat >work.sh <<'END'
mount -t tmpfs nodev /tmp
cd /tmp
exec node --perf-prof -e '
	function spinning_function(n) { let x = 0; for (let i = 0; i < n; i++) x = (x * 31 + i) | 0; return x; }
	const end = process.cpuUsage().user + 2500000;
	while (process.cpuUsage().user < end) spinning_function(1000000);'
END
must_record -v -k mono -e cpu-clock:u -c 1000000 unshare -m -p -f sh -c "$(cat work.sh)"
dump=$(sed -n 's,.*\(/tmp/jit-[0-9]*\.dump\) is that of a process .*,\1,p' err)
[ -n "$dump" ] || fail "no dump was copied"
trap 'rm -f "$dump"' EXIT
report --sort dso,sym
within "share of the function" "$(share spinning_function)" 30 100
rm "$dump"
report --sort dso,sym
! grep -q spinning_function report || fail "the function has its name without the dump"
