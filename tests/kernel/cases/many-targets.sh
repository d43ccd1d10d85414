# -p and -t with a thousand processes; a command beside them is the clock of the recording, and is not recorded.
need_recording
mkfifo keep
crowd 1000 <keep >ready &
exec 3>keep
until_so grep -q ready ready || fail "no crowd"
burn 600000 >/dev/null &
busy=$!
trap 'kill $busy; exec 3>&-' EXIT
crowd=$(pgrep -x crowd -P $$ | head -n 1)
pids=$(pgrep -d, -P "$crowd")
[ "$(echo $pids | tr , '\n' | wc -l)" -eq 1000 ] || fail "not a thousand"
file=many.data
for option in -p -t; do
	must_record $option "$pids,$busy" -o many.data -e task-clock:u -F 500 -- await_cpu.sh 10 $busy
	! grep -qi warn err || fail "a warning: $(cat err)"
	report --sort comm
	within "kinds of processes" "$(grep -c . report)" 1 1
	grep -q burn report || fail "no sample of the target"
	perf_reads
done
# On some CPUs; with a buffer for each thread.
must_record -p $busy -C "$(cat /sys/devices/system/cpu/online)" -o many.data -e task-clock:u -- await_cpu.sh 5 $busy
must_record -p $busy --per-thread -o many.data -e task-clock:u -- await_cpu.sh 5 $busy
report --sort comm
grep -q burn report || fail "no sample of the target in a buffer of its own"
