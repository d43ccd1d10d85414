# Programs without a build-id (Go's, --build-id=none) that are not what they were when a recording is read: the cache has
# them, and what is at their path is not taken for them.
need_recording
command -v gcc >/dev/null || skip "needs gcc"
cache=$PERF_BUILDID_DIR
spin='volatile unsigned long sink; __attribute__((noinline)) static void NAME(long n) { for (long i = 0; i < n; i++) sink += i; }
int main(int argc, char **argv) { do NAME(300000000); while (argc > 1); (void)argv; return 0; }'
for name in spin_one spin_two; do
	echo "$spin" | sed "s/NAME/$name/" >$name.c
	gcc -O1 -Wl,--build-id=none $name.c -o $name || skip "needs gcc"
done

# renew: prog is spin_one, and a recording of it is made. $@: options.
renew() {
	rm -rf prog "$cache"
	cp spin_one prog
	must_record "$@" -e cpu-clock:u -c 1000000 "${command:-./prog}"
}

# shows WHAT NAME: the report has the function, and not the other one.
shows() {
	report --sort dso,sym
	grep -q " spin_$2" report || fail "$1: no spin_$2"
	! grep ' spin_' report | grep -qv " spin_$2" || fail "$1: a name of another program"
}

# shows_none WHAT: the report has neither, and says why.
shows_none() {
	report --sort dso,sym
	! grep -q ' spin_' report || fail "$1: a name of another program"
	grep -q 'file changed\|file not here' report err || fail "$1: it is not said why there is no name"
}

renew
cat spin_two >prog
shows "written anew" one
renew
mv spin_two other && mv other prog && gcc -O1 -Wl,--build-id=none spin_two.c -o spin_two
shows "renamed over" one
grep -q 'prog.*not the file that was recorded' err || fail "renamed over: nothing is said"
renew
cp --preserve=timestamps prog old
cat spin_two >prog
truncate -s "$(stat -c %s old)" prog
touch -r old prog
shows "written anew with size and time" one
renew
rm prog
shows removed one
renew
: >prog
shows truncated one
renew
ln prog link && rm prog
shows "known by another name" one
rm link

# Of two recordings each has its own program, though the inode is the same.
renew
cp perf.data first.data
cat spin_two >prog
must_record -e cpu-clock:u -c 1000000 ./prog
shows "the second of two" two
touch -d '5 minutes ago' first.data
mv first.data perf.data
shows_none "the first of two"

# Without a copy what is at the path has to be the same inode, unchanged.
renew -N
shows "as it was" one
chmod o-x prog
shows "other rights" one
grep -q 'prog has no build-id, and' err || fail "other rights: nothing is said"
renew -N
cp prog next && mv next prog
shows_none "another inode"
report --sort dso,sym -f
grep -q ' spin_one' report || fail "-f does not take it"
renew -N
sleep 0.1
cat spin_two >prog
shows_none "written anew, without a copy"

[ "$(id -u)" -eq 0 ] || exit 0

# Removed before the recording begins.
rm -rf prog "$cache"
cp spin_one prog
./prog for-ever &
pid=$!
trap "kill $pid" EXIT
until_so [ /proc/$pid/exe -ef prog ] || fail "the program does not start"
rm prog
must_record -e cpu-clock:u -c 1000000 -p $pid sleep 0.3
kill $pid
trap - EXIT
shows "removed before" one

# In a file system that ends with its process.
if command -v unshare >/dev/null && unshare -m true 2>/dev/null; then
	mkdir -p box
	command=$PWD/boxed
	cat >boxed <<-EOF
		#!/bin/sh
		exec unshare -m sh -c 'mount -t tmpfs none $PWD/box && cp $PWD/spin_one $PWD/box/inner && $PWD/box/inner'
	EOF
	chmod +x boxed
	renew
	shows "below a mount of its own" one
	cp spin_two box/inner
	shows "below a mount of its own, another one here" one
	command=
fi

# Run from memory.
if command -v python3 >/dev/null; then
	rm -rf "$cache"
	must_record -e cpu-clock:u -c 1000000 python3 -c 'import os, sys
fd = os.memfd_create("held", 0)
os.write(fd, open(sys.argv[1], "rb").read())
os.execv(f"/proc/self/fd/{fd}", ["held"])' spin_one
	shows "a memfd" one
fi
