# lib.sh CASE: what the cases of kernel/ share; runs the case named. The current folder is the case's own.
PATH=$PREC_BUILDDIR:$PREC_BUILDDIR/tests/support:$PREC_SRCDIR/tests/support:$PATH:/usr/sbin:/sbin
LC_ALL=C
# The build-id cache of the case alone; that of Linux perf is below HOME.
PERF_BUILDID_DIR=$PWD/.debug
# No settings of whoever runs the tests.
PERF_CONFIG=/dev/null
export PATH LC_ALL PERF_BUILDID_DIR PERF_CONFIG
unset DEBUGINFOD_URLS
: "${PREC_RECORD:=$PREC_BUILDDIR/prec record}"
: "${PREC_REPORT:=$PREC_BUILDDIR/prec report}"

skip() {
	echo "$*"
	exit 77
}

fail() {
	echo "$*"
	for text in err out report; do
		[ ! -s $text ] || sed "s/^/$text: /" $text | head -n 40
	done
	exit 1
}

need_root() {
	[ "$(id -u)" -eq 0 ] || skip "needs root: $*"
}

# can_record [-a]
need_recording() {
	can_record "$@" || exit 77
}

need_tracepoints() {
	need_recording "$@"
	for dir in /sys/kernel/tracing /sys/kernel/debug/tracing; do
		[ ! -r $dir/events/raw_syscalls/sys_enter/id ] || return 0
	done
	skip "needs tracefs: mount -t tracefs nodev /sys/kernel/tracing"
}

# need_plain_build WHAT: where the case looks at that alone, sanitizers show nothing.
need_plain_build() {
	! grep -qa -e __asan_init "$PREC_BUILDDIR/prec-record" || skip "the same with sanitizers: $*"
}

# record ARGS...: a recording into perf.data; its streams in out and err, its exit status returned.
record() {
	$PREC_RECORD "$@" >out 2>err
}

must_record() {
	record "$@" || fail "'record $*' ended with status $?"
	[ -s "${file:-perf.data}" ] || fail "'record $*' wrote nothing"
}

# report ARGS...: rows into the file report, without comments and empty lines.
report() {
	$PREC_REPORT -i "${file:-perf.data}" --stdio "$@" >report.all 2>err || fail "'report $*' ended with status $?"
	grep -vE '^(#|$)' report.all >report || true
}

# share PATTERN: the sum of the percentages of all rows of the report that match, as a whole number.
share() {
	grep -E "$1" report | awk '{ sum += $1 } END { printf "%d\n", sum + 0.5 }'
}

# share_of_burn FUNCTION: its percentage of what burn's functions have. On a busy machine much of a sampled process is the
# kernel switching to it.
share_of_burn() {
	grep -E ' burn_(half|third|sixth)' report | awk -v name="$1" '
		{ all += $1; if (index($0, " " name)) part += $1 } END { printf "%d\n", all ? part * 100 / all + 0.5 : 0 }'
}

# within WHAT VALUE LOW HIGH
within() {
	[ "$2" -ge "$3" ] && [ "$2" -le "$4" ] || fail "$1 is $2, not within $3 and $4"
}

# count NAME: a line of count_records of the file; 0 where there is none.
count() {
	count_records "${file:-perf.data}" >counts || fail "count_records ended with status $?"
	awk -v name="$1" '$1 == name { n = $2 } END { printf "%.0f\n", n }' counts
}

# lost: the samples the file says were lost. LOST_SAMPLES is the kernel's own count of an event, where it has one;
# LOST is what the kernel reported to the reader of a ring.
lost() {
	set -- "$(count lost_samples)" "$(count lost)"
	[ "$1" -ge "$2" ] && echo "$1" || echo "$2"
}

# Linux perf reads the file too, where it is installed and PREC_WITHOUT_PERF is not set.
has_perf() {
	[ -z "${PREC_WITHOUT_PERF:-}" ] && command -v perf >/dev/null
}

perf_reads() {
	has_perf || return 0
	perf report -i "${file:-perf.data}" --stdio --sort dso >perf.out 2>perf.err ||
		fail "perf report ended with status $?: $(tail -n 3 perf.err)"
}

# Runs a job in the background that takes SIGINT, which sh would have it ignore.
default_signals="env --default-signal=INT,TERM,QUIT"

# until_so COMMAND...: waits for it to be true. 60 s are for what never comes: false.
until_so() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 600 ] || return 1
		sleep 0.1
	done
}

# start_recording ARGS...: a recording in the background, $recorder, that samples when this returns: a recorder answers
# when its events are enabled, or its command runs. Its file has a header long before. through: a command that runs it.
start_recording() {
	[ -p ctl ] || mkfifo ctl ack
	${through:-$default_signals} $PREC_RECORD --control fifo:ctl,ack "$@" >out 2>err &
	recorder=$!
	answer=$({ echo ping >&5; timeout 60 head -n 1 <&6; } 5<>ctl 6<>ack)
	[ "$answer" = ack ] || fail "'record $*' does not begin: '$answer'"
}

# The programs where every user may run them.
public_copy() {
	mkdir -p public
	chmod 755 . public
	cp "$PREC_BUILDDIR"/prec "$PREC_BUILDDIR"/prec-re[cp]or[dt] "$PREC_BUILDDIR"/tests/support/deny_perf \
		"$PREC_BUILDDIR"/tests/support/burn public/
	mkdir -m 777 -p users
}

# as_nobody COMMAND...: in the folder users, where it may write.
as_nobody() {
	(cd users && setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all \
		"$@" >../out 2>../err)
}

# as_user COMMAND...: the same, and programs have the capabilities of their files.
as_user() {
	(cd users && setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all "$@" >../out 2>../err)
}

# Programs in public that may be given capabilities, the same ones in plain, which have none, and a kernel that lets
# nobody record what others do.
readme_capabilities=cap_perfmon,cap_sys_ptrace,cap_syslog+ep
need_file_capabilities() {
	need_root "to become other users and to give a program capabilities"
	need_recording -a
	command -v setpriv >/dev/null || skip "needs setpriv"
	command -v setcap >/dev/null || skip "needs setcap (libcap2-bin)"
	unshare -m true || skip "needs mount namespaces"
	setting=/proc/sys/kernel/perf_event_paranoid
	paranoid=$(cat $setting)
	trap 'restore_paranoid' EXIT
	echo 2 >$setting 2>/dev/null || skip "needs to set perf_event_paranoid"
	public_copy
	cp "$(command -v can_record)" public/
	cp -r public plain
	setcap $readme_capabilities public/can_record || skip "needs to give capabilities to files"
	as_user ../public/can_record -a || skip "capabilities of files mean nothing here: $(cat out)"
	as_user ../plain/can_record -a && skip "every user may record here"
	rm public/can_record
}

restore_paranoid() {
	echo "$paranoid" >$setting
}

# record_contained_node NODE-OPTION OPTIONS...: records Node.js, which has a /tmp and pids of its own and is gone afterwards, in
# a function that spins.
record_contained_node() {
	need_root "for a mount namespace"
	need_recording
	command -v node >/dev/null || skip "needs Node.js"
	unshare -m -p -f true 2>/dev/null || skip "no namespaces here"
	cat >work.sh <<-END
		mount -t tmpfs nodev /tmp
		cd /tmp
		exec node $1 -e '
			function spinning_function(n) { let x = 0; for (let i = 0; i < n; i++) x = (x * 31 + i) | 0; return x; }
			const end = process.cpuUsage().user + 1500000;
			while (process.cpuUsage().user < end) spinning_function(1000000);'
	END
	shift
	must_record -v "$@" -e cpu-clock:u -c 1000000 unshare -m -p -f sh -c "$(cat work.sh)"
}

# ends_properly SIGNAL STATUS: a recorder that gets the signal finishes its file and exits with 0 or the status.
ends_properly() {
	need_recording -a
	burn 600000 2 >/dev/null &
	burner=$!
	trap 'kill $burner' EXIT
	start_recording -a
	await_cpu.sh 20 $burner
	kill -"$1" $recorder
	kill $burner
	trap - EXIT
	set +e
	wait $recorder
	status=$?
	set -e
	[ $status -eq 0 ] || [ $status -eq "$2" ] || fail "status $status"
	[ "$(count finished)" -eq 1 ] || fail "the file is not finished"
	within "samples" "$(count type_9)" 10 50000
	report --sort comm
	grep -q burn report || fail "no sample of burn"
	perf_reads
}

. "$1"
