# JIT code of a process with a /tmp and pids of its own, which is gone when the recording is read: named by the map that
# was copied while the recording went on.
need_root "for a mount namespace"
need_recording
command -v node >/dev/null || skip "needs Node.js"
unshare -m -p -f true 2>/dev/null || skip "no namespaces here"

cat >work.sh <<'END'
mount -t tmpfs nodev /tmp
exec node --perf-basic-prof -e '
	function spinning_function(n) { let x = 0; for (let i = 0; i < n; i++) x = (x * 31 + i) | 0; return x; }
	const end = process.cpuUsage().user + 2500000;
	while (process.cpuUsage().user < end) spinning_function(1000000);'
END
must_record -v -e cpu-clock:u -c 1000000 unshare -m -p -f sh -c "$(cat work.sh)"
map=$(sed -n 's,.*\(/tmp/perf-[0-9]*\.map\) is that of process 1 .*,\1,p' err)
[ -n "$map" ] || fail "no map was copied"
trap 'rm -f "$map"' EXIT
report --sort dso,sym
within "share of the function" "$(share spinning_function)" 30 100
