# prec record --dry-run: what would be opened, on a machine that SYSFS_PATH shows. Needs no permission.
tree=$PWD/tree
python3 "$TESTS/support/pmu_tree.py" server "$tree"
mkdir -p trace/events/sched/sched_switch
echo 316 >trace/events/sched/sched_switch/id
export SYSFS_PATH="$tree" TRACEFS_PATH="$PWD/trace"
# The sideband event is on all of the 64 CPUs: two are enough here.
few_cpus() {
	sed -E '/cpu ([2-9]|[1-9][0-9]) .*\(dummy:u\)$/d; /"cpu":([2-9]|[1-9][0-9]),/d'
}
dry() {
	echo "\$ prec record --dry-run $*"
	{
		prec record --dry-run -m 128 -c 1000 "$@"
		echo "exit status $?"
	} 2>&1 | few_cpus
}

dry -C 0 -e '{cpu/mem-loads,ldlat=30/pp,L1-dcache-load-misses:u}:S' -g -k tai
dry -C 0,32 -e sched:sched_switch,mem:0x1000/8:w
echo "--- the command is not run, nothing is written"
dry -C 0 touch ran
dry -e cpu-clock -i touch ran
ls
echo "--- JSON"
prec record --dry-run=json -m 128 -c 1000 -C 1 -e '{cycles,instructions:u}' true | few_cpus
prec record --dry-run=json -m 128 -c 1000 -C 1 -e cpu/event=0x3c,cmask=255/ | python3 -m json.tool >/dev/null && echo valid
echo "--- options without effect"
dry --switch-max-files 3 --off-cpu-thresh 1 --running-time -C 1 -e cpu-clock
dry --switch-max-files 3 --switch-output --off-cpu=1 --running-time -C 1 -e cpu-clock:S 2>&1 | grep effect
echo "--- events that begin another file"
dry -C 1 --all-user -e cpu-clock --switch-output-event cs | sed -n '/begins/,$p'
prec record --dry-run=json -C 1 -e cpu-clock --switch-output-event cs | python3 -m json.tool | sed -n '/switch_output/,/sample_type/p'
dry -C 1 -e cpu-clock --switch-output-event cs --filter 'next_pid == 1'
dry -C 1 --switch-output-event cs -e cpu-clock -o -
echo "--- hardware traces"
show_error() {
	echo "\$ prec record $*"
	prec record "$@"
	echo "exit status $?"
}
dry -C 1 -m 16,64K -e intel_pt// | grep -e perf_event_attr -e period -e aux -e context -e poke -e mmap
dry -C 1 --aux-sample=8K -S64K -e '{intel_pt//,cycles}'
dry -C 1 -Se16K -e intel_pt/psb_period=5/ | grep -e config -e AUX
dry --aux-sample -e 'intel_pt//,cycles/aux-sample-size=8192/,cs' -C 1 | grep -e aux -e AUX
for options in '-S -e cycles' '--aux-sample -e intel_pt//' '-e cycles/aux-output/' '-e {cycles,cs/aux-action=pause/}' \
	'-S1x -e intel_pt//' '-Sf -e intel_pt//' '--aux-sample=64K -e {intel_pt//,cs}' '-m ,1 -e intel_pt//' \
	'-S32K -m ,16K -e intel_pt//' '-k mono -e intel_pt//' '-e intel_pt//,intel_pt//u' '-e intel_bts//u' \
	'-e intel_bts//u,intel_pt// --per-thread' '-e intel_pt/mtc_period=1/' '-e intel_pt/freq=9/' '-e intel_pt/overwrite/u' '-e intel_pt/@sink/' \
	'-e intel_pt//,cycles/aux-output/,instructions/aux-output/'; do
	show_error $options touch ran
done
echo "--- the clock: the kernel's own where it is asked for, where traces and PEBS need it, and where others are slow to read"
clock_of() {
	echo "\$ prec record --dry-run $*"
	prec record --dry-run -C 1 "$@" 2>&1 | grep clockid || echo "the kernel's own"
}
clock_of -e cs
clock_of -e cs -k perf
clock_of -e cs -k perf --no-clockid
clock_of -e intel_pt//
clock_of -e cycles:pp -c 1000
clock_of -e cycles/period=1000/P
clock_of -e cycles:pp -F 99
clock_of -e cycles -c 1000
mkdir -p tree/devices/system/clocksource/clocksource0
for source in tsc hpet; do
	echo $source >tree/devices/system/clocksource/clocksource0/current_clocksource
	clock_of -e cs
done
clock_of -e cs -k mono
show_error -k wall true
echo "--- errors are those of a recording"
dry -C 64 -e cycles
dry -e cpu/event=x/
prec record --dry-run=xml true
dry --timestamp-filename -o - -e cpu-clock true
dry --control fifth:3 -e cpu-clock true
dry --control fd:x -e cpu-clock true
for words in '-C x' '-p 1,x' '-t 0' '-u no:user' '-G name -p 1'; do
	dry -e cpu-clock $words
done
