# Arguments of a probe are fields of its samples: as prec script, its filters and sort keys have them, and both perfs.
need_root "to make probes"
need_tracepoints
[ -d /sys/bus/event_source/devices/uprobe ] || skip "needs the kernel's PMU uprobe"
# Leaks cannot be looked for in a process that stops at probes.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export ASAN_OPTIONS
mkdir 'my programs'
cp "$PREC_BUILDDIR/tests/support/probed" 'my programs'
at='uprobe:my programs/probed:probed_call'
# The first argument is the number of the call, the second a text of that; it returns twice the number.
must_record -e "$at(\$arg1, n=\$arg1:s64, text=+0(\$arg2):string)" -e "$at%return(ret=\$retval:s64)" 'my programs/probed'
prec script -i perf.data -F event,trace >lines
[ "$(grep -c "$at: *([0-9a-f]*) arg1=" lines)" -eq 52 ] || fail "calls: $(head -n 3 lines)"
for n in 0 4 9 19; do
	grep -q "arg1=0x$(printf %x $n) n=$n text=\"call $n\"\$" lines || fail "call $n"
	grep -q "%return: .* ret=$((2 * n))\$" lines || fail "return of call $n"
done
report --sort n
[ "$(grep -cE "% +[0-9]+ *$" report)" -eq 20 ] || fail "rows: $(cat report)"
if has_perf; then
	perf script -i perf.data -F event,trace | sed 's/ *$//' >perf.lines
	sed 's/ *$//' lines | cmp - perf.lines || fail "perf script has other lines"
fi
must_record -e "$at n=\$arg1:s64" --filter 'n > 15' 'my programs/probed'
[ "$(prec script -i perf.data -F trace | grep -c 'n=1[6-9]')" -eq 4 ] || fail "with a filter"
! record -e "$at(n=%nowhere)" 'my programs/probed' || fail "a register that is not there"
grep -q "Inval.*: n=%nowhere" err || fail "the message: $(cat err)"
# A second line would be a probe that nobody removes.
! record -e "$at(n=%di#\"
p:other/of_second_line /bin/sh:0 #\")" 'my programs/probed' || fail "two lines in one"
! grep -q other/of_second_line /sys/kernel/tracing/uprobe_events || fail "the second line made a probe"
! grep -q "$PWD" /sys/kernel/tracing/uprobe_events || fail "a probe was left behind"
unshare -m true || skip "the rest needs mount namespaces"
! unshare -m sh -c 'for place in $(awk "\$3 ~ /^(tracefs|debugfs)\$/ { print \$2 }" /proc/mounts); do umount -l "$place"; done
	exec prec record -e "'"$at"'(%di)" "my programs/probed"' >out 2>err || fail "arguments without tracefs"
grep -q "need tracefs, .*mount -t tracefs" err || fail "the message: $(cat err)"
