# Of a mapping whose path leads to a device by now: the device is not opened.
# The name is one that no other process of the machine has mapped.
need_root "to mount in a namespace of its own"
need_recording -a
unshare -m true || skip "needs mount namespaces"
command -v setpriv >/dev/null || skip "needs setpriv"
command -v strace >/dev/null || skip "needs strace"
# Its mappings go on to have the name of what is mounted over them. The file itself is nowhere else.
mkdir inside
unshare -m sh -c 'mount -t tmpfs none inside && cp "$(command -v burn)" inside/mapped_here
	inside/mapped_here 600000 >/dev/null & program=$!
	until grep -q " r-xp .*/mapped_here$" /proc/$program/maps; do sleep 0.05; done
	mount --bind /dev/null inside/mapped_here && echo $program >pid && exec sleep 600
	kill $program' &
holder=$!
target=
trap 'kill $target $holder 2>/dev/null || true' EXIT
until [ -s pid ]; do
	kill -0 $holder 2>/dev/null || skip "needs to mount"
	sleep 0.05
done
target=$(cat pid)
grep -q " r-xp .*$PWD/inside/mapped_here$" /proc/$target/maps || fail "the mapping has another name"
[ -c /proc/$target/root$PWD/inside/mapped_here ] || fail "no device at the mapping's name"
# Without these capabilities the kernel's own links to what is mapped are closed, which strace would show under the same
# name.
without_links="setpriv --bounding-set=-sys_admin,-checkpoint_restore"
$without_links can_record -a || skip "needs CAP_PERFMON"
for options in "-a" "-p $target"; do
	rm -f trace
	ASAN_OPTIONS=detect_leaks=0 $without_links strace -f -y -o trace -e trace=openat $PREC_RECORD $options sleep 0.2 >out 2>err ||
		fail "'record $options' ended with status $?"
	grep '= [0-9]*<.*/mapped_here>' trace >opens || fail "$options: the mapping's file was not looked for"
	! grep -v O_PATH opens || fail "$options: the device was opened"
done
