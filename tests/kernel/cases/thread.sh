# -t: one thread of several.
need_recording
burn 4000 2 >/dev/null &
pid=$!
sleep 0.2
tid=$(ls /proc/$pid/task | grep -v "^$pid\$" | head -n 1)
must_record -t "$tid" sleep 1
report --sort pid
kill $pid
within "number of threads" "$(grep -c . report)" 1 1
grep -q "$tid:" report || fail "not thread $tid"
