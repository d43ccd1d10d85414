# With the README's capabilities, more of them, or the set-user-ID bit, an ordinary user keeps nothing of another user's
# container that he could not reach: neither its programs, also those without a name, nor its JIT map and dump. His own
# he keeps.
# alone: it changes what others may record
need_plain_build "what the kernel lets others do"
need_file_capabilities
mkdir -p hidden/root/tmp hidden/own/tmp
chmod 700 hidden
chmod 1777 hidden/root/tmp
cp "$(command -v burn)" hidden/root/program
cp "$(command -v syscaller)" hidden/root/removed
contained "$PWD/hidden/root" 4242 /program /removed >pid &
until_so [ -s pid ] || fail "no process"
other=$(cat pid)
rm hidden/root/removed
cp "$(command -v contained)" contained
unshare -m sh -c 'mount -t tmpfs -o mode=1777 nodev /tmp && exec ./contained - 65534' >pid2 &
until_so [ -s pid2 ] || fail "no process of the user's own"
own=$(cat pid2)
copies="/tmp/perf-$other.map /tmp/jit-$other.dump /tmp/perf-$own.map /tmp/jit-$own.dump"
trap 'restore_paranoid; kill $other $own; rm -f $copies' EXIT

for variant in readme more set-user-ID; do
	case $variant in
	readme) setcap $readme_capabilities public/prec-record ;;
	more) setcap cap_checkpoint_restore,cap_dac_override,cap_sys_admin,$readme_capabilities public/prec-record ;;
	set-user-ID) setcap -r public/prec-record && chmod u+s public/prec-record ;;
	esac || fail "prec-record could not be given its privileges ($variant)"
	rm -rf $copies users/.debug
	for target in -a "-p $other"; do
		as_user env PERF_BUILDID_DIR=.debug ../public/prec record -q -e cpu-clock $target sleep 1 ||
			fail "$variant: $target: status $?"
		[ -s users/perf.data ] || fail "$variant: $target: no recording"
		[ -z "$(find users/.debug -path '*/program/*' -o -path '*/removed*')" ] || fail "$variant: $target: has a program"
		[ ! -e /tmp/perf-$other.map ] || fail "$variant: $target: has a JIT map"
		[ ! -e /tmp/jit-$other.dump ] || fail "$variant: $target: has a JIT dump"
	done
	as_user env PERF_BUILDID_DIR=.debug ../public/prec record -q -e cpu-clock -p $own sleep 1 || fail "-p own: status $?"
	grep -q name_in_the_map /tmp/perf-$own.map || fail "$variant: his own JIT map was not kept"
	grep -q name_in_the_dump /tmp/jit-$own.dump || fail "$variant: his own JIT dump was not kept"
done

# Root keeps it all.
must_record -e cpu-clock -a sleep 1
[ -n "$(find .debug -path '*/program/*' -name elf)" ] || fail "root has no copy of the program"
[ -n "$(find .debug -path '*/removed*' -name elf)" ] || fail "root has no copy of what was removed"
grep -q name_in_the_map /tmp/perf-$other.map || fail "root has no JIT map"
