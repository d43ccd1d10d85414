# uprobe:FILE:FUNCTION: every call is a sample, also at returns and at places within; both perfs read as many. burn says
# how many rounds of 10 calls it made.
need_root "to make probes"
[ -d /sys/bus/event_source/devices/uprobe ] || skip "needs the kernel's PMU uprobe"
# Leaks cannot be looked for in a process that stops at probes.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export ASAN_OPTIONS
command -v taskset >/dev/null || skip "needs taskset"
program=$PREC_BUILDDIR/tests/support/burn
# Each CPU counts to 10 for itself.
cpu=$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')
at="uprobe:$program:burn_half"
ln -s "$program" here
must_record -e "$at" -e "uprobe:here:burn_outer%return" -e "$at+0/period=10,name=tenth/" taskset -c "$cpu" ./here 30
rounds=$(sed -n 's/ rounds$//p' out)
"$PREC_BUILDDIR/prec" script -i perf.data -F event,ip,sym >script
[ "$(grep -c "$at:" script)" -eq $((10 * rounds)) ] || fail "calls of burn_half"
[ "$(grep -c '%return' script)" -eq $((10 * rounds)) ] || fail "returns of burn_outer"
[ "$(grep -c 'tenth' script)" -eq "$rounds" ] || fail "each tenth call"
! grep "$at:" script | grep -v 'burn_half' || fail "another function"
perf_reads
! has_perf || [ "$(perf script -i perf.data | wc -l)" -eq $((21 * rounds)) ] || fail "perf reads another number"
if command -v setpriv >/dev/null; then
	public_copy
	! as_nobody ../public/prec record -o none.data -e uprobe:../public/burn:burn_half ../public/burn 10 || fail "no root"
	grep -q "no permission to make a probe (event 'uprobe:../public/burn:burn_half'): the kernel wants CAP_SYS_ADMIN" err ||
		fail "the message: $(cat err)"
	[ ! -e users/none.data ] || fail "a file was left behind"
	if command -v setcap >/dev/null && setcap $readme_capabilities public/prec-record; then
		probe="-e uprobe:../public/burn:burn_half ../public/burn 10"
		! as_user ../public/prec record -o none.data $probe || fail "CAP_PERFMON is enough"
		grep -q "setcap cap_sys_admin,$readme_capabilities " err || fail "the message: $(cat err)"
		setcap "cap_sys_admin,$readme_capabilities" public/prec-record
		as_user ../public/prec record -o own.data $probe || fail "CAP_SYS_ADMIN: $(cat err)"
		grep -q "misses threads and processes that start later: only root may" err || fail "nothing said: $(cat err)"
	fi
fi
[ -d /sys/bus/event_source/devices/kprobe ] && exit 0
! record -e kprobe:vfs_read true || fail "a kernel probe where there are none"
grep -q "no PMU 'kprobe' (CONFIG_KPROBE_EVENTS)" err || fail "the message: $(cat err)"
