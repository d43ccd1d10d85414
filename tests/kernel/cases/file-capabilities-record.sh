# With the README's setcap an ordinary user records everything: other users' processes with their mappings, build-ids
# and the kernel's symbols, also where /proc shows him only his own.
# alone: it changes what others may record
need_plain_build "what the kernel lets others do"
need_file_capabilities
[ "$(cat /proc/sys/kernel/kptr_restrict)" -lt 2 ] || skip "kernel.kptr_restrict hides the kernel from everybody"
setcap $readme_capabilities public/prec-record
# In another mount namespace, so that its files are to be found below its root.
unshare -m setpriv --reuid=60001 --regid=60001 --clear-groups public/burn 600000 1 gently >/dev/null &
victim=$!
trap 'restore_paranoid; kill $victim' EXIT
until_so grep -qs public/burn /proc/$victim/maps || fail "no process to record"
cp "$(command -v await_cpu.sh)" public/
await_cpu=../public/await_cpu.sh
file=users/perf.data

check() {
	[ ! -s err ] || fail "$what: there was something to say"
	$PREC_BUILDDIR/prec dump $file >dump
	report --sort comm,dso
	[ "$(share 'burn +burn *$')" -gt 0 ] || fail "$what: no sample of the other user's program"
	grep "pid=$victim .*build_id=[0-9a-f].*/public/burn" dump >/dev/null || fail "$what: no build-id of the program"
	grep "pid=$victim .*build_id=[0-9a-f].*/libc[.-]" dump >/dev/null || fail "$what: no build-id of a library"
	grep 'addr=0xffff.*\[kernel.kallsyms\]' dump >/dev/null || fail "$what: the kernel's place is not known"
	[ "$(stat -c %u $file)" -eq 65534 ] || fail "$what: the file is not the user's"
}

what="-a"
as_user ../public/prec record -q -e cpu-clock -a "$await_cpu" 4 $victim || fail "$what"
check
what="-p"
as_user ../public/prec record -q -e cpu-clock -p $victim "$await_cpu" 4 $victim || fail "$what"
check
as_user ../plain/prec record -q -e cpu-clock -p $victim sleep 0.3 && fail "-p without capabilities: status 0"
# A /proc that shows a user his own processes only. AddressSanitizer does not find its own threads there.
hidden() {
	(cd users && unshare -m sh -c 'mount -t proc -o hidepid=2 proc /proc && exec "$@"' sh \
		setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all "$@" >../out 2>../err)
}
if ! grep -qa __asan_init public/prec-record && hidden true && ! hidden test -e /proc/$victim; then
	for what in "-a" "-p $victim" "-u 60001"; do
		rm -f users/started users/enough
		until_so [ -e users/started ] && await_cpu.sh 4 $victim && : >users/enough &
		hidden ../public/prec record -q -e cpu-clock $what \
			sh -c ': >started; until [ -e enough ]; do sleep 0.05; done' || fail "hidepid, $what"
		check
	done
fi
