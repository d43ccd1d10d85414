# -t: one thread of several.
need_recording
burn 600000 2 >/dev/null &
pid=$!
trap 'kill $pid' EXIT
has_two() {
	[ "$(ls /proc/$pid/task | wc -l)" -eq 2 ]
}
until_so has_two || fail "burn has no second thread"
tid=$(ls /proc/$pid/task | grep -v "^$pid\$" | head -n 1)
must_record -t "$tid" await_cpu.sh 10 $pid/task/$tid $pid/task/$pid
report --sort pid
within "number of threads" "$(grep -c . report)" 1 1
grep -q "$tid:" report || fail "not thread $tid"
