# A recording and what a machine of the other byte order would have written of it say the same.
# software: page faults
need_recording
command -v python3 >/dev/null || skip "needs python3"

# same NAME: of NAME.kept and NAME.twin; what names the file or its byte order is taken out.
same() {
	touch -r "$1.kept" "$1.twin"
	for words in "report --stats" "report --header-only -I" "report --no-children -g none" "report -g caller" \
		"report --sort pid,cpu,sym" "report --tasks" "report --mmaps" script \
		"script -F +period,+misc --show-task-events --show-mmap-events --show-switch-events" dump "dump --json"; do
		for kind in kept twin; do
			prec $words -i "$1.$kind" 2>"$kind.err" >"$kind.full" || fail "$words: status $? for $kind"
			sed "s/$1\\.$kind/FILE/; s/little/ORDER/; s/big/ORDER/" "$kind.full" >"$kind.out"
		done
		[ "$(wc -l <kept.out)" -gt 2 ] || fail "$words shows nothing of $1"
		cmp -s kept.out twin.out || fail "$words of $1: $(diff kept.out twin.out | head -n 6)"
	done
}

turn() {
	python3 "$PREC_SRCDIR/tests/support/twin.py" "$1.data" "$1.kept" "$1.twin" || fail "$1 cannot be turned"
	same "$1"
}

must_record -z0 -g -e cpu-clock,page-faults burn 60
mv perf.data clock.data
turn clock
if command -v perf >/dev/null && perf record --buildid-mmap -q -g -e cpu-clock -o other.data burn 60 >/dev/null 2>&1; then
	turn other
fi
need_tracepoints -a
must_record -z0 -a -g -e cpu-clock -e sched:sched_switch -e raw_syscalls:sys_enter \
	sh -c 'ls /usr/lib >/dev/null; sleep 0.01'
mv perf.data trace.data
turn trace
