# --kcore: a directory with the kernel's code and symbols. A kernel that does not show its code gets a /proc, in a
# namespace of its own, where it seems to.
need_root "to read the kernel's code, or to mount a /proc that has some"
need_recording
command -v python3 >/dev/null || skip "needs python3"
unshare -m -p -f true || skip "needs namespaces"
grep -q '^0*[1-9a-f][0-9a-f]* T _stext$' /proc/kallsyms || skip "the kernel shows no addresses here"

# The kernel's text and modules where they are, each page of bytes that are its number.
cat >made.py <<'END'
import struct
addresses = {}
modules = []
for line in open("/proc/kallsyms"):
    words = line.split()
    addresses.setdefault(words[2], int(words[0], 16))
    if len(words) > 3:
        modules.append(int(words[0], 16))
page = 4096
starts = [(addresses["_stext"] - page, addresses["_etext"] + page)]
if modules:
    starts.append((min(modules) - page, min(max(modules) + 4 * page, min(modules) + (64 << 20))))
offset = 2 * page
segments = []
for start, end in starts:
    start, end = start // page * page, end // page * page + page
    segments.append((offset, start, end - start))
    offset += end - start
with open("kcore", "wb") as kcore:
    kcore.write(struct.pack("=4sBBB9xHHIQQQIHHHHHH", b"\x7fELF", 2, 1, 1, 4, 62, 1, 0, 64, 0, 0, 64, 56, len(segments),
                            0, 0, 0))
    for at, start, size in segments:
        kcore.write(struct.pack("=IIQQQQQQ", 1, 7, at, start, 0, size, size, page))
    for at, start, size in segments:
        kcore.seek(at)
        for address in range(start, start + size, page):
            kcore.write(bytes([address // page % 251]) * page)
END
cat >inside.sh <<'END'
folder=$PWD
cd "${0%/*}"
mount -t tmpfs nodev proc
mkdir proc/.real
mount -t proc nodev proc/.real
ln -s -t proc $(cd proc && echo .real/[a-z]*) $(seq -f .real/%.0f 400)
rm -f proc/kcore
cp kcore proc/
chmod 400 proc/kcore
[ -e proc/modules ] || : >proc/modules
mount --rbind proc /proc
cd "$folder"
"$@"
END
if head -c 64 /proc/kcore >/dev/null 2>&1; then
	inside=env
	ln -s /proc/kcore kcore
else
	python3 made.py
	mkdir proc
	inside="unshare -m -p -f sh -e $PWD/inside.sh"
fi
PREC_RECORD="$inside $PREC_RECORD"
file=rec
must_record --kcore -o rec -e cpu-clock -c 1000000 -- syscaller 300
for check in "rec 700" "rec/data 600" "rec/kcore_dir 700" "rec/kcore_dir/kcore 400" "rec/kcore_dir/kallsyms 400" \
	"rec/kcore_dir/modules 400"; do
	[ "$(stat -c '%n %a' "${check% *}")" = "$check" ] || fail "not $check"
done
[ "$(find . -name 'rec*' | wc -l)" -eq 1 ] || fail "more than the directory is left"

# What is in it is what the kernel has at these addresses.
cat >same.py <<'END'
import struct
def segments(file):
    head = file.read(64)
    file.seek(struct.unpack_from("=Q", head, 32)[0])
    table = [struct.unpack("=IIQQQQQQ", file.read(56)) for _ in range(struct.unpack_from("=H", head, 56)[0])]
    return [(s[2], s[3], s[5]) for s in table if s[0] == 1]
text = {}
for line in open("rec/kcore_dir/kallsyms"):
    words = line.split()
    text.setdefault(words[2], int(words[0], 16))
with open("kcore", "rb", buffering=0) as source, open("rec/kcore_dir/kcore", "rb") as copy:
    there = segments(source)
    copied = segments(copy)
    assert copied[0][1] <= text["_stext"] and text["_etext"] <= copied[0][1] + copied[0][2], copied
    for offset, address, size in copied:
        from_offset, start, _ = [s for s in there if s[1] <= address < s[1] + s[2]][0]
        for at in (0, size // 2 // 4096 * 4096, size - 4096):
            source.seek(from_offset + address - start + at)
            copy.seek(offset + at)
            pages = source.read(4096), copy.read(4096)
            # The kernel may have changed some instructions since.
            assert sum(a == b for a, b in zip(*pages)) > 3500, hex(address + at)
END
if [ "$(getconf LONG_BIT)" -eq 64 ]; then
	python3 same.py || fail "the code is another one"
fi
# Meanwhile others may load programs of BPF, and modules.
proper() {
	grep -v '\[' "$1"
}
proper /proc/kallsyms >symbols
proper rec/kcore_dir/kallsyms | cmp - symbols || fail "other symbols"

# Readers take names from it, and Linux perf the code.
report --sort dso,sym
grep 'kernel.kallsyms. *\[k\] [a-z_]' report >names || fail "no names"
prec dump --validate -i rec >out 2>err || fail "the recording is not well-formed"
grep -q missing err && fail "something is missing"
if has_perf; then
	perf_reads
	perf report -i rec --stdio --sort sym >perf.out 2>perf.err
	grep -qF "[k] $(awk 'NR == 1 { print $4 }' names)" perf.out || fail "perf does not find the first name"
	if command -v objdump >/dev/null; then
		perf annotate -i rec --stdio -s "$(awk 'NR == 1 { print $4 }' names)" >perf.out 2>perf.err ||
			fail "perf annotate ended with status $?"
		grep -q 'Disassembly of kcore' perf.out || fail "perf annotate does not read the code"
	fi
	# Later in such a /proc perf may crash.
	$inside perf record -B --kcore -o of-perf -q -e cpu-clock true >perf.out 2>perf.err || true
	proper of-perf/kcore_dir/kallsyms | cmp - symbols || fail "not the symbols that perf copies"
	if command -v readelf >/dev/null; then
		readelf -lW of-perf/kcore_dir/kcore | sed -n 's/^  LOAD *//p' | head -n 1 >wanted
		[ -s wanted ] || fail "perf record --kcore copies nothing"
		readelf -lW rec/kcore_dir/kcore | sed -n 's/^  LOAD *//p' | head -n 1 | diff wanted - ||
			fail "the text is not where perf has it"
	fi
fi

# Over one and the other, and back to a file.
must_record --kcore -o rec -e cpu-clock true
[ -s rec.old/kcore_dir/kcore ] || fail "the older directory was not kept"
must_record -o rec -e cpu-clock true
[ -f rec ] && [ -d rec.old ] || fail "the directory was not replaced by a file"

# A pipe that nobody has named gets nothing.
$PREC_RECORD -q --kcore -e cpu-clock true 2>err | cat >out
[ ! -s out ] && [ -s perf.data/data ] || fail "not in perf.data where standard output is a pipe"
rm -r perf.data

# Who may not read the code is told so, before anything is replaced.
public_copy
chown 65534:65534 users
cp rec users/rec
as_kcore_nobody() {
	(cd users && $inside setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all \
		"$@" >../out 2>../err)
}
command -v setpriv >/dev/null || skip "needs setpriv for the rest"
as_kcore_nobody ../public/prec record --kcore -o rec -e cpu-clock:u ../public/burn 10 && fail "an ordinary user: status 0"
grep -q 'no permission to read the kernel.s code.*as root' err || fail "an ordinary user: not what helps"
[ "$(ls users)" = rec ] || fail "an ordinary user: something was written or moved"
# The user of sudo owns all of it.
(cd users && env SUDO_UID=65534 SUDO_GID=65533 $PREC_RECORD -q --kcore -o mine -e cpu-clock burn 30) >out 2>err ||
	fail "sudo: status $?"
[ "$(find users/mine -uid 65534 -gid 65533 | wc -l)" -eq 6 ] || fail "sudo: not all is the user's"
as_nobody ../public/prec report -i mine --sort sym || fail "sudo: the user's report: status $?"
