# --filter: the kernel drops what the expression is not true of, and --exclude-perf what prec itself does. A shell writes
# texts of two lengths: only the writes of the one are asked for.
need_root "to record system calls of everything"
need_tracepoints
events=/sys/kernel/tracing/events/syscalls/sys_enter_write
[ -e $events ] || skip "needs the tracepoints of system calls"
must_record -a --exclude-perf -e syscalls:sys_enter_write --filter 'count == 77' --filter 'fd < 9' \
	sh -c 'for i in 1 2 3 4 5; do printf %77s; printf %78s; done' >/dev/null
"$PREC_BUILDDIR/prec" script -i perf.data -F comm,pid,event,trace >script
[ "$(grep -c 'count: 0x0*4d' script)" -ge 5 ] || fail "not all that was asked for"
! grep -v 'count: 0x0*4d' script || fail "what was not asked for is recorded"
! grep prec-record script || fail "prec itself is recorded"
perf_reads
! has_perf || [ "$(perf script -i perf.data | wc -l)" -eq "$(wc -l <script)" ] || fail "perf reads another number"
echo old >old.data
! record -a -e syscalls:sys_enter_write --filter 'fdx == 7' -o old.data true || fail "no error"
grep -q "refuses the filter 'fdx == 7'.*sys_enter_write/format" err || fail "the message: $(cat err)"
[ "$(cat old.data)" = old ] || fail "the older file is lost"
