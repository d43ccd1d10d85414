# Samples of another kernel do not get the names of the one that runs here, and it is said why, once.
need_root "samples of the kernel"
need_recording
command -v python3 >/dev/null || skip "needs python3"
must_record -e cpu-clock:k -c 1000000 -- syscaller 300
report --sort dso,sym
grep -q 'kernel.kallsyms. *\[k\] [a-z_]' report || skip "this kernel shows no names"
id=$(prec buildid-list -i perf.data | awk '$2 == "[kernel.kallsyms]" { print $1 }')
[ -n "$id" ] || skip "this kernel has no build-id"
# Without compression the build-id stands there in the open.
prec convert -i perf.data -o other.data 2>convert.err || fail "convert: $(cat convert.err)"
python3 - "$id" <<'END'
import sys
data = open("other.data", "rb").read()
own = bytes.fromhex(sys.argv[1])
assert own in data
open("other.data", "wb").write(data.replace(own, own[::-1]))
END
file=other.data report --sort dso,sym
! grep -E 'kernel.kallsyms. *\[k\] [a-z_]' report || fail "names of the kernel that runs here"
[ "$(grep -c '(another kernel)' err)" -eq 1 ] || fail "it is not said why, once"
