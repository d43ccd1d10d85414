# ulimit -f: the same for a file that may not grow.
need_tracepoints
set +e
(ulimit -f 1000; record -z0 -e raw_syscalls:sys_enter -c 1 syscaller 2000)
status=$?
set -e
[ $status -eq 1 ] || fail "status $status, not 1"
grep -qi 'file too large\|ulimit' err || fail "no word of the limit"
report --sort comm
[ -s report ] || fail "nothing could be read"
perf_reads
