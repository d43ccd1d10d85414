# The vdso of a 32-bit program is another one: it has its own name, and is kept, so that its function is named.
need_recording
[ "$(uname -m)" = x86_64 ] || skip "needs x86_64"
command -v python3 >/dev/null || skip "needs python3"
# Finds AT_SYSINFO, calls getpid(2) two million times by what it leads to, and exits.
python3 - <<'END'
import struct
code = bytes.fromhex("89e6ad8d748604ad85c075fbad89c3ad83fb2075f789c5bf80841e00b814000000ffd54f75f631dbb801000000cd80")
base = 0x08048000
size = 84 + len(code)
header = b"\x7fELF\x01\x01\x01" + bytes(9) + struct.pack("<HHIIIIIHHHHHH", 2, 3, 1, base + 84, 52, 0, 0, 52, 32, 1, 0, 0, 0)
segment = struct.pack("<IIIIIIII", 1, 0, base, base, size, size, 5, 0x1000)
open("narrow", "wb").write(header + segment + code)
END
chmod +x narrow
./narrow 2>why || skip "no 32-bit programs here: $(cat why)"
must_record -e cpu-clock:u -c 100000 ./narrow
report --sort dso,sym
grep -q '\[vdso32\] *\[\.\] __kernel_vsyscall' report || fail "no name for the vdso's function"
! grep -q '\[vdso\]' report || fail "the vdso of another kind"
perf_reads
if has_perf; then
	mkdir home
	mv "$PERF_BUILDID_DIR" home/.debug
	env -u PERF_BUILDID_DIR HOME="$PWD/home" perf report -i perf.data --stdio --sort dso,sym >report 2>perf.err
	grep -q '\[vdso32\] *\[\.\] __kernel_vsyscall' report || fail "perf has no name for it"
fi
