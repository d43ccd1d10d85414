# A disk that is full before sampling begins: while the processes that run already are written down, or at once.
need_root "to mount a small file system"
need_recording -a
mkdir -p small
mount -t tmpfs -o size=512k tmpfs small || skip "needs to mount tmpfs"
mkfifo quit
crowd 2500 <quit >crowd.out &
exec 3>quit
until_so grep -q ready crowd.out || fail "there is no crowd"
set +e
record -z0 -a -o small/perf.data sleep 1
status=$?
exec 3>&-
file=small/perf.data
(
	set -e
	[ $status -eq 1 ] || fail "status $status, not 1"
	grep -q 'small/perf.data: No space left' err || fail "no word of the full disk"
	$PREC_REPORT -i $file --stats >report 2>err || fail "the file is not readable"
	perf_reads
)
result=$?
umount small
[ $result -eq 0 ] || exit $result
record -o /dev/full true
status=$?
set -e
[ $status -eq 1 ] || fail "/dev/full: status $status, not 1"
grep -q '/dev/full: No space left' err || fail "/dev/full: no word of the full disk"
