# Programs that are not what they were, or not there, when a recording is read: the build-id cache has them.
need_recording
cache=$PERF_BUILDID_DIR

# named: the functions of burn have their names in the report.
named() {
	report --sort dso,sym
	for name in burn_half burn_third burn_sixth; do
		grep -q " $name" report || fail "$1: no $name"
	done
}

program=$(command -v burn)
cp "$program" prog
must_record -e cpu-clock:u -c 1000000 ./prog 100
[ "$(find "$cache" -name prec-record)" = "" ] || fail "prec-record itself is in the cache"
# Written anew in its place, as cp and rsync --inplace do.
cat "$(command -v syscaller)" >prog
named "a program that was written anew"
rm prog
named "a program that was removed"

# Removed while the recording goes on, and another one of the name comes after it.
rm -rf "$cache"
cp "$program" prog
must_record -e cpu-clock:u -c 1000000 sh -c './prog 150 1 gently; rm prog; cp "$(command -v syscaller)" prog'
named "a program that was removed by the command"

# Removed before the recording begins. Only the kernel's links lead to it then.
if [ "$(id -u)" -eq 0 ]; then
	rm -rf "$cache" prog
	cp "$program" prog
	./prog 3000 1 gently >rounds &
	pid=$!
	until_so [ /proc/$pid/exe -ef prog ] || fail "the program does not start"
	rm prog
	must_record -e cpu-clock:u -c 1000000 -p $pid sleep 1
	kill $pid
	named "a program that was removed before"
fi

# Run from memory that has no file.
if [ "$(id -u)" -eq 0 ] && command -v python3 >/dev/null; then
	rm -rf "$cache"
	must_record -e cpu-clock:u -c 1000000 python3 -c 'import os, sys
fd = os.memfd_create("boxed", 0)
os.write(fd, open(sys.argv[1], "rb").read())
os.execv(f"/proc/self/fd/{fd}", ["boxed", *sys.argv[2:]])' "$program" 150 1 gently
	named "a program of a memfd"
	"$PREC_BUILDDIR/prec" buildid-cache -l | grep -q ' /memfd:boxed' || fail "prec buildid-cache does not list it"
fi

# What is not wanted is not there.
cp "$program" prog
for option in -N -B; do
	rm -rf "$cache"
	must_record $option -e cpu-clock:u -c 1000000 ./prog 100
	[ ! -e "$cache" ] || fail "$option makes a cache"
done
must_record --buildid-dir here -e cpu-clock:u -c 1000000 ./prog 100
[ -n "$(find here -name elf -path '*/prog/*')" ] || fail "nothing in the folder that was asked for"

# The oldest go where there is no room, what was just recorded stays.
rm -rf "$cache"
must_record -e cpu-clock:u -c 1000000 ./prog 100
[ -d "$cache$PWD/prog" ] || fail "the program is not in the cache"
touch -d '2 days ago' "$cache"/.prec/*
# dd is small in any build.
cp "$(command -v dd)" other
head -c 1400000 /dev/urandom >>other
must_record --buildid-cache-size 3100K -e cpu-clock:u -c 100000 ./other if=/dev/zero of=/dev/null bs=64 count=200000
[ ! -e "$cache$PWD/prog" ] || fail "the oldest entry is still there"
[ -n "$(find "$cache" -name elf -path '*/libc.so.6/*')" ] || fail "libc, which was used again, is not there"
[ -n "$(find "$cache" -name elf -path '*/other/*')" ] || fail "what was just recorded is not there"

# A recording has its limit too, and a file half of it.
rm -rf "$cache"
must_record --buildid-cache-size 2M -e cpu-clock:u -c 100000 ./other if=/dev/zero of=/dev/null bs=64 count=200000
[ -z "$(find "$cache" -name elf -path '*/other/*')" ] || fail "a file of 1.4 MB is kept where 2 MB may be"
grep -q 'files were left out.*may put 2 MiB' err || fail "it is not said what was left out"

# A program that is one hole takes no more than its blocks, on another file system too.
if [ "$(stat -c %d /dev/shm)" != "$(stat -c %d .)" ]; then
	hole=$(mktemp -d /dev/shm/names-kept.XXXXXX)
	cp "$program" "$hole/holey"
	truncate -s 5G "$hole/holey"
	must_record -e cpu-clock:u -c 1000000 "$hole/holey" 100
	rm -rf "$hole"
	elf=$(find "$cache" -name elf -path '*/holey/*')
	[ -n "$elf" ] || fail "a program with a hole is not kept"
	[ "$(stat -c %s "$elf")" -eq 5368709120 ] || fail "a program with a hole has another size"
	[ "$(du -k "$elf" | cut -f1)" -lt 8192 ] || fail "a hole takes room: $(du -k "$elf")"
	named "a program with a hole"
fi

if has_perf; then
	HOME=$PWD perf buildid-cache -l >listed 2>perf.err || fail "perf buildid-cache ended with status $?"
	grep -q ' .*/libc.so.6$' listed || fail "perf does not list what prec has cached: $(head -n 3 listed)"
fi

# Where no further process can be started nothing is kept, and that is said.
if command -v strace >/dev/null; then
	rm -rf "$cache"
	ASAN_OPTIONS=detect_leaks=0 strace -f -qq -o trace -e signal=none -e trace='clone,?clone3,?fork' \
		-e inject='clone,?clone3,?fork:error=EAGAIN:when=2+' \
		$PREC_RECORD -e cpu-clock sleep 0.1 >out 2>err || fail "without processes: $(cat err)"
	grep -q 'files are not kept for names: Resource temporarily unavailable' err ||
		fail "without processes: it is not said that nothing is kept: $(cat err)"
fi
