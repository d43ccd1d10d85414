# JIT code of a process with a /tmp and pids of its own, which is gone when the recording is read: named by the dump that
# was copied when the recording ended, with what was where at which time.
record_contained_node --perf-prof -k mono
dump=$(sed -n 's,.*\(/tmp/jit-[0-9]*\.dump\) is that of a process .*,\1,p' err)
[ -n "$dump" ] || fail "no dump was copied"
trap 'rm -f "$dump"' EXIT
report --sort dso,sym
within "share of the function" "$(share spinning_function)" 30 100
rm "$dump"
report --sort dso,sym
! grep -q spinning_function report || fail "the function has its name without the dump"
