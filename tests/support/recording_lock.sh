# recording_lock.sh: who records at once; sourced. Cases of tests/kernel that need the machine for themselves have it while
# nobody else here records, from whatever tree; tests/interop/machine.py takes the same locks.
#
# Two folders of sysfs are locked: the second as the machine, shared by those that record beside others; the first as the
# turn to lock the second, so that who wants the machine alone is not passed by later ones for ever.

# recording_lock --exclusive|--shared COMMAND...: the command inherits the lock as file 9.
recording_lock() {
	lock_mode=$1
	shift
	if ! command -v flock >/dev/null || [ ! -d /sys/bus/event_source/devices ]; then
		"$@"
		return
	fi
	(
		exec 7</sys/bus/event_source 9</sys/bus/event_source/devices
		flock 7 && flock "$lock_mode" 9 && exec 7<&- && "$@"
	)
}
