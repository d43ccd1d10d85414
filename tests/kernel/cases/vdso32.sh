# The vdso of 32-bit programs on a 64-bit machine is in the build-id cache, and its functions have their names.
need_recording
cat >calls.c <<'END'
/* Calls the kernel by the vdso's __kernel_vsyscall, whose address AT_SYSINFO is. There is no 32-bit C library. */
#define AT_SYSINFO 32
#define NR_GETPID  20

__attribute__((used)) void run(unsigned *stack)
{
	unsigned *aux = stack + 1 + *stack + 1;

	while (*aux++)
		;
	while (*aux && *aux != AT_SYSINFO)
		aux += 2;
	for (int i = 0; *aux && i < 2000000; i++) {
		unsigned result;

		__asm__ volatile("call *%1" : "=a"(result) : "r"(aux[1]), "0"(NR_GETPID) : "memory");
	}
	__asm__ volatile("int $0x80" : : "a"(1), "b"(*aux == 0));
}

__asm__(".globl _start\n_start: push %esp\n call run\n");
END
"${CC:-cc}" -m32 -O1 -fno-pie -no-pie -fno-stack-protector -static -nostdlib -o calls calls.c 2>cc.err ||
	skip "the compiler makes no 32-bit programs"
./calls || skip "this machine runs no 32-bit programs, or gives them no vdso"
must_record -e cpu-clock:u -c 1000000 -- ./calls
id=$(prec buildid-list -i perf.data | awk '$2 == "[vdso32]" { print $1 }')
[ -n "$id" ] || skip "this kernel does not show its other vdso"
[ -s "$PERF_BUILDID_DIR/[vdso]/$id/vdso" ] || fail "not in the cache"
report --sort dso,sym
[ "$(share '\[vdso32\]  *\[\.\] __kernel_vsyscall')" -gt 10 ] || fail "no names: $(grep -F '[vdso32]' report)"
rm -r "$PERF_BUILDID_DIR"
report --sort dso,sym
! grep -F '[vdso32]' report | grep kernel_vsyscall || fail "names without the image"
grep -q 'no names: .*\[vdso32\] .*no symbols here' err || fail "nothing is said of it"
