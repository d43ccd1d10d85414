# A bundle shows on a machine that has nothing what its recording shows here: reports, scripts, stacks, a profile for
# pprof, and what is said beside them. That machine is an empty root with prec-report and its libraries.
need_root "for chroot"
need_plain_build "views of bundles are compared"
need_recording
. "$PREC_SRCDIR/tests/kernel/elsewhere.sh"

# with_inlines OPTIONS...: a program of functions that are inlined.
with_inlines() {
	gcc -c -g -O2 "$@" -o mixed.o "$PREC_SRCDIR/tests/interop/mixed.c" 2>/dev/null &&
		g++ -g -O2 "$@" -o inlined "$PREC_SRCDIR/tests/interop/inlined.cc" mixed.o 2>/dev/null
}

compiles=no
if with_inlines -fno-omit-frame-pointer; then
	compiles=yes
	must_record -e cpu-clock -F 2000 -g ./inlined 1000000
	same "frame pointers"
	grep -q '(inlined)' there.out || view report --stdio
	must_record -e cpu-clock -F 2000 --call-graph dwarf ./inlined 300000
	same "stack copies"
	grep -q 'copies of stacks were unwound' err || fail "it is not said that stacks are left out"
	[ "$(stat -c %s "$root/x.data")" -lt "$(stat -c %s here/x.data)" ] || fail "a bundle has the stacks still"
	cp inlined kept
	strip -o inlined kept
	must_record -e cpu-clock -F 2000 -g ./inlined 1000000
	same "a program without symbols"
fi

# Of several names at one address the bundle has the one that is shown, which is the longest once it is demangled.
cat >aliases.c <<'END'
static volatile long sum;
__attribute__((noinline)) void f(void) __asm__("_Z1fSt6vectorIiSaIiEE");
void f(void)
{
	for (long i = 0; i < 100000000; i++)
		sum += i;
}
void g(void) __asm__("_Z34abcdefghijklmnopqrstuvwxyzabcdefghv") __attribute__((alias("_Z1fSt6vectorIiSaIiEE")));
int main(void)
{
	f();
	return 0;
}
END
if gcc -O1 -o aliases aliases.c 2>/dev/null; then
	must_record -e cpu-clock -F 2000 -g ./aliases
	same "two names of a function"
	grep -q 'f(std::vector' there.out || view report --stdio
	grep -q 'f(std::vector' there.out || fail "the longer name is not shown"
fi

# Of each sample it is known how its stack ended, so that this is true of whatever is chosen.
cat >depths.c <<'END'
#include <string.h>
static volatile long sum;
__attribute__((noinline)) static void work(void)
{
	for (int i = 0; i < 300000; i++)
		sum += i;
}
__attribute__((noinline)) static void deep(int n, volatile char *outer)
{
	volatile char room[400];

	memset((void *)room, n, sizeof(room));
	if (n)
		deep(n - 1, room);
	else
		work();
	*outer = room[0];
}
int main(void)
{
	volatile char c;

	for (int i = 0; i < 60; i++) {
		deep(100, &c);
		work();
	}
	return 0;
}
END
if gcc -O1 -g -o depths depths.c 2>/dev/null; then
	must_record --call-graph dwarf,4096 -F 2000 -e cpu-clock,page-faults ./depths
	bundled "stacks of two depths"
	stacks report --stdio
	stacks report --stdio --time 20%-50%
	stacks report --stdio -e cpu-clock
	stacks report --stdio -S work
	stacks script --time 10%/2
	stacks export -f folded --time 50%-100%
	view report --stdio -e page-faults
	view report --stdio -g none
	view report --stdio --max-stack 3 -g caller
	view script --max-stack 3
	prec_report bundle -q "$root/x.data" -o twice.data
	mv -f twice.data "$root/x.data"
	what="a bundle of that bundle"
	stacks report --stdio --time 20%-50%
fi

cp "$(command -v burn)" prog
must_record -e cpu-clock -F 500 -g ./prog 200
same "a program and the kernel"
grep -q burn_half there.out || fail "the program is not there"
# Of the whole machine the kernel alone: the files of what else runs may be others a moment later.
must_record -a -e cpu-clock:k --kernel-callchains -F 500 -g ./prog 200
same "the whole machine"
chroot "$root" /bin/prec-report report --stdio -i x.data -s dso >report 2>/dev/null
grep -q kernel.kallsyms report || fail "the kernel is not there"

# Names that are not here any more, and never were.
must_record -B -e cpu-clock:u -F 2000 ./prog 100
rm prog
same "a program that is gone"
cp "$(command -v syscaller)" prog
same "a program that is another one"
grep -q 'burn_half' there.out && fail "the names of another program"
must_record -B -e cpu-clock:u -F 1000 sh -c 'cp "$(command -v burn)" prog; ./prog 80; rm prog
	objcopy --add-section .more=/etc/hostname "$(command -v burn)" prog; ./prog 80'
same "two programs of one path"

# A bundle of a bundle has its names where the files are gone.
cp "$(command -v burn)" prog
must_record -B -e cpu-clock:u -F 2000 ./prog 100
prec_report bundle -q perf.data -o perf.first
rm prog
mv perf.first perf.data
bundled "a bundle of a bundle"
view report --stdio
grep -q burn_half there.out || fail "a bundle of a bundle has lost names"
cp "$root/x.data" here/y.data
(cd here && prec_report convert -q y.data -o z.data && prec_report report --stdio -i z.data 2>/dev/null) >report
grep -q burn_half report || fail "a copy of a bundle has lost names"

# Code and source travel if that is asked for, and what is shown beside them.
if [ $compiles = yes ] && with_capstone && with_inlines -fno-omit-frame-pointer; then
	must_record -e cpu-clock:u -F 2000 -g ./inlined 1000000
	bundled "code and source" --code --source
	view annotate --disassembler capstone
	view annotate --disassembler capstone --no-source
	view annotate --disassembler capstone --print-line
	grep -q 'state \* 6364136223846793005' there.out || fail "no source: $(head -n 20 there.out)"
	chroot "$root" /bin/prec-report annotate --disassembler capstone -i x.data >report 2>/dev/null
	grep -q 'ret' report || fail "no instructions"
fi

# The recorder has it made at the end.
cp "$(command -v burn)" prog
cp prog kept
must_record -B --bundle -z 0 -e cpu-clock:u -F 2000 sh -c './prog 100; exit 0'
rm prog
cp perf.data here/x.data
cp perf.data "$root/x.data"
what="a bundle of the recorder"
view report --stdio
grep -q burn_half there.out || fail "$what has no names"
ls perf.data.bundle* >leaves 2>err && fail "$what leaves files: $(cat leaves)"
record -B --bundle -e cpu-clock:u sh -c 'exit 7' && fail "the status of the command is lost"
record --bundle -o - true >piped && fail "a pipe gets a bundle"
grep -q 'a pipe cannot carry' err || fail "it is not said why"

# Programs as a whole, for the cache of another machine; Linux perf has them, too.
cp "$(command -v burn)" prog
must_record -N -e cpu-clock:u -F 2000 ./prog 100
prec_report archive perf.data 2>err || fail "no archive"
prec_report archive perf.data 2>err && fail "an archive is written over another one"
prec_report buildid-list -i perf.data | grep 'prog$' >excluded
prec_report archive perf.data --exclude-buildids excluded -o rest.tar.zst 2>err || fail "no archive: $(cat err)"
tar tf rest.tar.zst | grep -q prog && fail "what is excluded is packed"
rm prog
mkdir cache
if tar xf perf.data.tar.zst -C cache 2>err; then
	PERF_BUILDID_DIR=$PWD/none $PREC_REPORT -i perf.data --stdio >report 2>err
	grep -q burn_half report && fail "the program is here still"
	PERF_BUILDID_DIR=$PWD/cache $PREC_REPORT -i perf.data --stdio >report 2>err
	grep -q burn_half report || fail "an archive has no program: $(find cache)"
	if has_perf; then
		perf --buildid-dir "$PWD/cache" report -i perf.data --stdio >report 2>err || fail "perf report fails"
		grep -q burn_half report || fail "perf finds no names in an archive"
	fi
fi

# Callers' files, too, and the running kernel's symbols, which are not in the cache.
cp "$(command -v burn)" prog
must_record -N -e cpu-clock -F 2000 -g ./prog 100
PERF_BUILDID_DIR=$PWD/none prec_report archive -f perf.data 2>err || fail "no archive"
tar tf perf.data.tar.zst >files
grep -q 'libc.so' files || fail "the file of callers is not packed: $(cat files)"
# Not every kernel has samples in it, or a build-id.
! $PREC_REPORT -i perf.data --stdio -s dso -g none 2>/dev/null | grep -q kernel.kallsyms || [ ! -r /sys/kernel/notes ] ||
	grep -q 'kernel.kallsyms.*/kallsyms$' files || fail "the kernel's symbols are not packed: $(cat files)"

# Code made at run time: by a map, and by a dump.
if command -v node >/dev/null; then
	cat >work.js <<'END'
function fibonacci(n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
for (let i = 0; i < 20; i++) fibonacci(25);
END
	must_record -g sh -c 'echo $$ >pid; exec node --perf-basic-prof --interpreted-frames-native-stack work.js'
	same "a map of JIT code"
	rm -f "/tmp/perf-$(cat pid).map"
	grep -q fibonacci there.out || view report --stdio
	grep -q fibonacci there.out || fail "no names of JIT code"
	must_record -g -k mono node --perf-prof work.js
	same "a dump of JIT code"
	view report --stdio -s dso,sym,srcline -g none
	grep -q 'fibonacci' there.out || fail "no names of JIT code in a dump"
fi
[ $compiles = yes ] || echo "without g++ no inlined functions are seen"
