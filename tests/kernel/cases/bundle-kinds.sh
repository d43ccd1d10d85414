# Bundles of other kinds of recordings show elsewhere what is shown here: Rust, JIT code of Java, a container that is gone,
# accesses to memory, arm64, kernel modules; in flame graphs, code, and comparisons of two.
need_root "for chroot and mount namespaces"
need_plain_build "views of bundles are compared"
need_recording
. "$PREC_SRCDIR/tests/kernel/elsewhere.sh"

# Flame graphs, and keys whose values are in programs, or in what a bundle keeps of them.
more() {
	same "$@"
	view flame --svg -o -
	view report --stdio -g none -s symoff,srcfile
	view report --stdio -g none -s comm,dso,sym --percent-limit 1
	view export -f speedscope
	view export -f callgrind
}

if command -v rustc >/dev/null; then
	cat >work.rs <<'END'
use std::collections::HashMap;
#[inline(always)]
fn mix(x: u64) -> u64 { (x ^ (x >> 7)).wrapping_mul(0x9e3779b97f4a7c15) }
trait Shape { fn area(&self, n: u64) -> u64; }
struct Square(u64);
impl Shape for Square {
    #[inline(never)]
    fn area(&self, n: u64) -> u64 { (0..n).fold(self.0, |s, i| s ^ mix(s + i)) }
}
#[inline(never)]
fn count<T: Iterator<Item = u64>>(items: T) -> usize {
    let mut seen = HashMap::new();
    for i in items { *seen.entry(mix(i) % 500).or_insert(0u64) += 1; }
    seen.len()
}
fn main() {
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Square(3)), Box::new(Square(5))];
    let mut sum = 0;
    for i in 0..60 { for s in &shapes { sum ^= s.area(200_000 + i); } sum += count(0..20_000) as u64; }
    println!("{}", sum);
}
END
	rustc -O -g -Cforce-frame-pointers=yes -o work work.rs 2>err || fail "rustc fails"
	must_record -e cpu-clock:u -F 2000 -g ./work
	more "Rust"
	grep -q 'Square.*area' there.out || view report --stdio
	must_record -e cpu-clock:u -F 1000 --call-graph dwarf ./work
	same "Rust, stack copies"
	view report --stdio -g none
	grep -q 'Square.*area' there.out || fail "no names of Rust: $(head -n 20 there.out)"
else
	echo "without rustc no program of Rust is seen"
fi

if command -v java >/dev/null && command -v javac >/dev/null; then
	cat >Work.java <<'END'
public class Work {
    static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
    public static void main(String[] a) {
        long pid = ProcessHandle.current().pid();
        System.out.println(pid);
        int sum = 0;
        for (int i = 0; i < 40; i++) sum += fibonacci(27);
        System.err.println(sum);
    }
}
END
	javac Work.java 2>err || fail "javac fails"
	# 17 and later write the map themselves at the end.
	if must_record -e cpu-clock:u -F 1000 -g java -XX:+UnlockDiagnosticVMOptions -XX:+PreserveFramePointer \
		-XX:+DumpPerfMapAtExit Work; then
		pid=$(head -n 1 out)
		[ -s "/tmp/perf-$pid.map" ] || echo "this java writes no map"
		[ ! -s "/tmp/perf-$pid.map" ] || {
			same "a map of Java"
			view report --stdio -g none -s dso,sym
			rm -f "/tmp/perf-$pid.map"
			grep -q 'Work.fibonacci\|LWork;::fibonacci' there.out || fail "no names of Java: $(head -n 20 there.out)"
		}
	fi
else
	echo "without java and javac no program of Java is seen"
fi

# A program below a root of its own, in a mount namespace that is gone when the bundle is made: what the recorder has put
# into its cache counts.
if unshare -m true 2>/dev/null; then
	ldd "$(command -v burn)" | grep -o '/[^ ]*' >libraries
	mkdir -p box
	cat >box.sh <<END
mount -t tmpfs nodev "$PWD/box"
mkdir -p "$PWD/box/app"
while read -r file; do
	mkdir -p "$PWD/box\$(dirname "\$file")"
	cp "\$file" "$PWD/box\$file"
done <"$PWD/libraries"
cp "$(command -v burn)" "$PWD/box/app/boxed"
exec chroot "$PWD/box" /app/boxed 150
END
	must_record -e cpu-clock:u -F 2000 -g unshare -m sh box.sh
	[ ! -e box/app/boxed ] || fail "the box is still there"
	more "a container that is gone"
	view report --stdio -g none -s dso,sym
	grep -q 'boxed.*burn_half' there.out || fail "no names of the container: $(cat there.out)"
fi

# Addresses of data, by page faults: what symbols they are in, and what is there of the mapping.
cat >data.c <<'END'
#include <string.h>
char table[2 << 20] = { 1 };
static long more[1 << 20];
int main(void)
{
	for (size_t i = 0; i < sizeof(table); i += 4096)
		table[i] = 1;
	for (size_t i = 0; i < sizeof(more) / sizeof(*more); i += 512)
		more[i] = i;
	return 0;
}
END
if gcc -O1 -g -o data data.c 2>/dev/null; then
	must_record -e page-faults:u -c 1 -d -g ./data
	more "addresses of data"
	view script -F comm,tid,time,ip,sym,addr
	view mem report --stdio
	view mem report -D
	view mem report --stdio -s symbol_daddr,dso_daddr,sym
	grep -q 'table' there.out || fail "no names of data: $(cat there.out)"
fi

# Another machine's recording, and its program.
mkdir arm
(cd arm && "$PREC_BUILDDIR/tests/support/code_files" arm64 && cp perf.data ..)
here_too="--symfs $PWD/arm"
bundled "arm64" --code $here_too
views=
with_capstone && views="annotate --asm-raw -q --disassembler capstone"
for command in "report --stdio -g none -s dso,sym" script "export -f folded" "$views"; do
	[ -n "$command" ] || continue
	(cd here && prec_report $command $here_too -i x.data >../here.out 2>../here.err) || fail "arm64: $command fails here"
	elsewhere $command -i x.data >there.out 2>there.err || fail "arm64: $command fails: $(cat there.err)"
	cmp -s here.out there.out || fail "arm64: $command: $(diff here.out there.out | head -n 20)"
done

# Recordings of simpleperf and others, if they are here.
for file in "${PREC_SHARED:-/none}"/corpus/platform_system_extras/testdata/perf_with_jit_symbol.data; do
	[ -e "$file" ] || continue
	cp "$file" perf.data
	same "arm64 of Android"
done

# Two of them are compared as the recordings are.
cp "$(command -v burn)" prog
must_record -e cpu-clock:u -F 1000 ./prog 100
bundled "the first of two"
mv here/x.data here/first.data
mv "$root/x.data" "$root/first.data"
must_record -e cpu-clock:u -F 1000 ./prog 60
bundled "the second of two"
rm prog
(cd here && prec_report flame -o - first.data x.data >../here.out 2>../here.err) || fail "a comparison fails here"
elsewhere flame -o - first.data x.data >there.out 2>there.err || fail "a comparison fails: $(cat there.err)"
cmp -s here.out there.out || fail "two bundles differ otherwise: $(diff here.out there.out | head -n 20)"
elsewhere report --stdio -g none -i first.data >there.out 2>there.err
grep -q burn_half there.out || fail "what is compared has no names"

# Types of data are in debug information, which a bundle has not.
elsewhere annotate --data-type -i x.data >there.out 2>there.err && fail "a bundle has types"
grep -q 'a bundle has no types' there.err || fail "it is not said that a bundle has no types: $(cat there.err)"

# A module of the kernel, if one runs.
module=$(awk '$1 ~ /^[a-z]/ { print $1; exit }' /proc/modules 2>/dev/null || :)
[ -n "$module" ] || echo "no kernel modules are loaded here"
