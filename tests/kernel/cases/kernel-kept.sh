# What the kernel itself has of code is in the build-id cache, so that a report has its names where another kernel runs.
need_root "samples of the kernel, and its symbols"
need_recording
command -v python3 >/dev/null || skip "needs python3"
cache=$PERF_BUILDID_DIR
must_record -e cpu-clock -c 1000000 -- syscaller 300
report --sort dso,sym
grep 'kernel.kallsyms. *\[k\] [a-z_]' report >names || skip "this kernel shows no names"
id=$(prec buildid-list -i perf.data | awk '$2 == "[kernel.kallsyms]" { print $1 }')
[ -n "$id" ] || skip "this kernel has no build-id"
kept="$cache/[kernel.kallsyms]/$id/kallsyms"
[ "$(stat -c %a "$kept")" -le 600 ] || fail "others may read where the kernel lies"
cp perf.data of-kernel.data
rm -r "$cache"
must_record -e cpu-clock:u -c 1000000 -- syscaller 300
[ ! -e "$cache/[kernel.kallsyms]" ] || fail "symbols of a kernel in which no sample was taken"
[ -n "$(find "$cache/[vdso]" -name vdso)" ] || fail "no vdso"

# A recording of another kernel: of this one under another build-id, and what it has left in the cache.
rm -r "$cache"
must_record -e cpu-clock -c 1000000 -- syscaller 300
report --sort dso,sym
grep 'kernel.kallsyms. *\[k\] [a-z_]' report >names
prec convert -i perf.data -o other.data 2>convert.err || fail "convert: $(cat convert.err)"
other=$(python3 - "$id" <<'END'
import sys
data = open("other.data", "rb").read()
own = bytes.fromhex(sys.argv[1])
assert own in data
open("other.data", "wb").write(data.replace(own, own[::-1]))
print(own[::-1].hex())
END
)
link="$cache/.build-id/$(echo "$other" | cut -c 1-2)"
mv "$cache/[kernel.kallsyms]/$id" "$cache/[kernel.kallsyms]/$other"
mkdir -p "$link"
ln -s "../../[kernel.kallsyms]/$other" "$link/$(echo "$other" | cut -c 3-)"
file=other.data report --sort dso,sym
grep 'kernel.kallsyms. *\[k\] [a-z_]' report | diff names - || fail "not the names that it had here"
if has_perf; then
	mkdir home
	mv "$cache" home/.debug
	env -u PERF_BUILDID_DIR HOME="$PWD/home" perf report -i other.data --stdio --sort dso,sym >report 2>perf.err
	for name in $(awk '{ print $4 }' names | head -n 5); do
		grep -qF "[k] $name" report || fail "perf does not find $name"
	done
fi

# It counts like all that recordings put there, and is not put there where nothing is wanted.
rm -rf "$cache" home
must_record -e cpu-clock -c 1000000 -- syscaller 300
touch -d '2 days ago' "$cache"/.prec/*
# dd is small in any build.
must_record --buildid-cache-size 1M -e cpu-clock:u -c 100000 dd if=/dev/zero of=/dev/null bs=64 count=200000
[ ! -e "$cache/[kernel.kallsyms]" ] || fail "the symbols are still there, though there is no room"
rm -r "$cache"
must_record -N -e cpu-clock -c 1000000 -- syscaller 300
[ ! -e "$cache" ] || fail "-N makes a cache"
