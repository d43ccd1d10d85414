# A report of a user who may open few files, or start no more processes, has all names or says that some are missing.
need_recording
command -v "${CC:-cc}" >/dev/null || skip "needs a compiler"
grep -q 'define PREC_SANITIZERS' "$PREC_BUILDDIR/config.h" &&
	skip "sanitizers need files and processes of their own"
cat >inlining.c <<'C'
static inline __attribute__((always_inline)) int inner(int n)
{
	volatile int sum = 0;

	for (int i = 0; i < n; i++)
		sum += i * n;
	return sum;
}

__attribute__((noinline)) int leaf(int n)
{
	return inner(n) + 1;
}

int main(void)
{
	long sum = 0;

	for (int i = 0; i < 100000; i++)
		sum += leaf(1000);
	return sum == 3;
}
C
${CC:-cc} -O2 -g -fno-omit-frame-pointer -o inlining inlining.c
must_record -g -e cpu-clock:u -F 499 ./inlining
chmod 644 perf.data
shown() {
	"$@" report --stdio -f --no-line-cache -i "$PWD/perf.data" -g caller -s dso,sym
}
shown prec >whole 2>/dev/null
grep -q 'inner (inlined)' whole || fail "no inlined function"
for files in 6 7 8 9 10 12 16; do
	shown prlimit --nofile=$files prec >out 2>err || continue
	compared=1
	cmp -s out whole || grep -q 'Too many open files' err || fail "$files files: names are missing, and it is not said"
done
[ "${compared:-}" ] || fail "no report was made"
# What root starts is not counted.
[ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null || exit 0
compared=
public_copy
chmod 755 .
for processes in 1 2 3 4 5; do
	shown prlimit --nproc=$processes setpriv --reuid=65533 --clear-groups env HOME=/nonexistent public/prec >out 2>err || continue
	compared=1
	cmp -s out whole || grep -q 'debug information was not read' err ||
		fail "$processes processes: inlined functions are missing, and it is not said"
done
[ "$compared" ] || fail "no report was made by another user"
# An output that cannot be watched over is not left behind.
mkdir -m 777 outputs
for command in convert recover; do
	if prlimit --nproc=1 setpriv --reuid=65533 --clear-groups env HOME=/nonexistent public/prec $command perf.data \
		-o outputs/made >out 2>err; then
		fail "$command ended with 0"
	fi
	grep -q 'no process to watch over it' err && [ ! -e outputs/made ] || fail "$command left its output"
done
