# -a: what others do is seen.
need_recording -a
burn 3000 2 >/dev/null &
must_record -a sleep 1
report --sort comm,sym
wait
within "share of burn" "$(share 'burn_(half|third|sixth)')" 5 101
perf_reads
