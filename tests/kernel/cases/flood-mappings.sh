# Under a flood of samples that are lost by the thousand, no mapping, fork or exec is.
# alone: it takes the whole machine
# plain: it is slower with sanitizers
need_tracepoints -a
syscaller 5000 2 >/dev/null &
load=$!
must_record -a -m 16 -e raw_syscalls:sys_enter -c 1 forker 1000
kill $load 2>/dev/null || true
children=$(awk '/children/ { print $1 }' out)
[ "$children" -ge 50 ] || skip "only $children children in 1 s"
within "mappings of $children children" "$(count anon_maps)" $((children * 8)) 100000000
within "forks" "$(count type_7)" "$children" 100000000
within "execs" "$(count execs)" "$children" 100000000
