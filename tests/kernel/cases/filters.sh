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
# In a pid namespace of its own: /proc of the first one says what the kernel calls prec; its own does not.
if [ "$(stat -Lc %i /proc/self/ns/pid)" -eq 4026531836 ] && unshare -p -f --mount-proc true 2>/dev/null; then
	must_record -o all.data -a -e syscalls:sys_enter_write printf 1
	unshare -p -f $PREC_RECORD -o inner.data -a --exclude-perf -e syscalls:sys_enter_write printf 1 >out 2>err ||
		fail "in a pid namespace: status $?"
	"$PREC_BUILDDIR/prec" script -i all.data -F comm >script
	grep -q prec-record script || fail "prec writes nothing that could be left out"
	# There prec is process 1, and /proc says another name of that.
	"$PREC_BUILDDIR/prec" script -i inner.data -F pid >script
	grep -q '[1-9]' script || fail "no sample of the command in a pid namespace"
	! grep -qx ' *1 *' script || fail "prec itself is recorded in a pid namespace"
	unshare -p -f --mount-proc $PREC_RECORD -o no.data -a --exclude-perf -e syscalls:sys_enter_write true >out 2>err &&
		fail "in a container: no error"
	grep -q -- "--exclude-perf: .*--filter 'comm != \"prec-record\"'" err || fail "the message: $(cat err)"
	[ ! -e no.data ] || fail "a file that nothing was recorded into"
	unshare -p -f --mount-proc $PREC_RECORD -o named.data -a -e syscalls:sys_enter_write --filter 'comm != "prec-record"' \
		printf 1 >out 2>err || fail "by name: status $?"
	# Process 0 is all that are outside, under the name that the last of them took.
	"$PREC_BUILDDIR/prec" script -i named.data -F comm,pid >script
	! grep 'prec-record *[1-9]' script || fail "prec itself is recorded by its name"
fi
echo old >old.data
! record -a -e syscalls:sys_enter_write --filter 'fdx == 7' -o old.data true || fail "no error"
grep -q "refuses the filter 'fdx == 7'.*sys_enter_write/format" err || fail "the message: $(cat err)"
[ "$(cat old.data)" = old ] || fail "the older file is lost"

# Of quotes the shell takes away too many, or too few.
! record -a -e syscalls:sys_enter_write --filter 'comm == prec-record' -o old.data true || fail "no error"
grep -q "in double quotes.*--filter 'comm == \"bash\"'" err || fail "the message: $(cat err)"
must_record -a -e syscalls:sys_enter_write --filter "'count == 78'" sh -c 'printf %78s x; printf %79s x'
prec script -i perf.data -F trace >shown 2>err || fail "script: status $?"
grep -q 'count: 0x0000004e' shown && ! grep -q 'count: 0x0000004f' shown || fail "another filter: $(cat shown)"
