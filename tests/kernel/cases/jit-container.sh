# JIT code of a process with a /tmp and pids of its own, which is gone when the recording is read: named by the map that
# was copied while the recording went on.
record_contained_node --perf-basic-prof
map=$(sed -n 's,.*\(/tmp/perf-[0-9]*\.map\) is that of process 1 .*,\1,p' err)
[ -n "$map" ] || fail "no map was copied"
trap 'rm -f "$map"' EXIT
report --sort dso,sym
within "share of the function" "$(share spinning_function)" 30 100
