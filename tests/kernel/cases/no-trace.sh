# An event that writes no trace, though sysfs names its PMU intel_pt: the kernel has no AUX area for it, and an older
# file stays. So a machine without such a PMU is tried up to the mapping of the area.
need_recording
mkdir -p tree/bus/event_source/devices/intel_pt tree/devices/system/cpu
echo 1 >tree/bus/event_source/devices/intel_pt/type # that of software: config 0 is cpu-clock
cp /sys/devices/system/cpu/online tree/devices/system/cpu/online
must_record true
cp perf.data first
set +e
SYSFS_PATH=$PWD/tree $PREC_RECORD -e intel_pt//u touch ran >out 2>err
status=$?
set -e
[ $status -eq 1 ] || fail "status $status"
grep -q "no AUX area for this event: its PMU writes no trace" err || fail "$(cat err)"
[ ! -e ran ] || fail "the command ran"
cmp -s first perf.data && [ ! -e perf.data.old ] || fail "the older file was touched"
# On the machine as it is.
[ -e /sys/bus/event_source/devices/intel_pt ] || ! record -e intel_pt// touch ran 2>err || fail "status 0"
[ -e /sys/bus/event_source/devices/intel_pt ] || grep -q "no PMU 'intel_pt' on this machine" err || fail "$(cat err)"
