# -G: what runs in a cgroup alone, each event in its own. --all-cgroups: the cgroup of each sample.
need_root "to make cgroups"
need_recording -a
root=$(awk '$3 == "cgroup" && $4 ~ /(^|,)perf_event(,|$)/ { print $2; exit }' /proc/self/mounts)
[ -n "$root" ] || root=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)
[ -n "$root" ] || skip "needs a hierarchy of cgroups"
group=prec-test-$$
mkdir "$root/$group" 2>/dev/null || skip "needs to make a cgroup below $root"
burn 600000 1 gently >/dev/null &
inside=$!
burn 600000 1 gently >/dev/null &
outside=$!
trap 'kill $inside $outside; wait 2>/dev/null; rmdir "$root/$group"' EXIT
echo $inside >"$root/$group/cgroup.procs" || fail "cannot move a process to a cgroup"
must_record -a -e cpu-clock -G $group -e task-clock -F 500 await_cpu.sh 5 $inside $outside
report --sort pid
perf_reads
prec script -i perf.data -F pid,event >lines 2>err || fail "prec script"
grep -q "^ *$inside .*cpu-clock" lines || fail "no sample of the cgroup"
! grep "cpu-clock" lines | grep -qv "^ *$inside " || fail "a sample of others than the cgroup"
grep -q "^ *$outside .*task-clock" lines || fail "the event without a cgroup was restricted too"
# What --dry-run shows.
prec record --dry-run -C 0 -e cs -G $group >dry || fail "no dry run with -G"
grep -q "^cgroup: $group\$" dry && grep -q "pid of $group  cpu 0" dry || fail "--dry-run does not show the cgroup"
prec record --dry-run=json -C 0 -e cs -G $group >dry || fail "no dry run in JSON with -G"
grep -q "\"cgroup\": *\"$group\"" dry || fail "no cgroup in the JSON of --dry-run"
# Without an event it is the default one's.
must_record -a -G "$group" await_cpu.sh 5 $inside $outside
report --sort pid
grep -q "$inside:burn" report || fail "no sample of the cgroup by the default event"
! grep -qv "$inside:burn" report || fail "a sample of others than the cgroup by the default event"
# The cgroup of each sample, by the names of those that were there before.
must_record -a -e cpu-clock --all-cgroups await_cpu.sh 5 $inside $outside
report --sort cgroup,pid
grep -q "/$group .*$inside:burn" report || fail "no sample in the cgroup"
! grep "/$group " report | grep -qv ":burn" || fail "others are in the cgroup"
! grep -q "unknown" report || fail "a cgroup without a name"
if has_perf; then
	cp report prec.report
	PREC_REPORT="perf report" report --sort cgroup,pid
	[ "$(grep -c "/$group " prec.report)" -eq "$(grep -c "/$group " report)" ] || fail "perf sees other cgroups"
fi
# A hierarchy that cannot be opened costs names only.
if unshare -m mount -t tmpfs none "${root%/*}" 2>/dev/null; then
	unshare -m sh -c 'mount -t tmpfs none "$1" && shift && exec "$@"' sh "${root%/*}" \
		$PREC_RECORD -a -e cpu-clock --all-cgroups -o hidden.data await_cpu.sh 5 $inside >out 2>err ||
		fail "a hierarchy that cannot be opened: status $?"
	grep -q "warning: .*no names: .*$root" err || fail "no word of the hierarchy that cannot be opened: $(cat err)"
	file=hidden.data report --sort cgroup,pid
	grep -q "$inside:burn" report || fail "no samples without names of cgroups"
fi
# What is wrong is said before an older file is touched.
for wrong in "-a -e cs -G $group-none" "-e cs -G $group true" "-a -G $group -e cs"; do
	cp perf.data before
	! record $wrong || fail "no error of '$wrong'"
	grep -q -- "-G" err || fail "the message does not name the option"
	cmp -s perf.data before || fail "an older file was touched"
done
