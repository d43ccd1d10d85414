# Threads before they have a name, and with a name of no letters: rows as perf's, and exports that name them all.
. "$TESTS/cli/fixtures.sh"
fixture unnamed
show prec report -q -i unnamed.data -n -s comm
show prec report -q -i unnamed.data -n -s comm --comms named
show prec script -i unnamed.data -F comm,tid,time
show sh -c 'prec export -i unnamed.data -f folded -o - 2>/dev/null'
show sh -c 'prec export -i unnamed.data -f speedscope -o - 2>/dev/null | grep -o "\"name\":\"cpu-clock, [^\"]*\""'
show sh -c 'prec export -i unnamed.data -f chrome -o - 2>/dev/null | grep -o "\"thread_name\".*"'
show sh -c 'prec export -i unnamed.data -f otlp -o - 2>/dev/null | grep -a -o :102 | sort -u'
show sh -c 'prec export -i unnamed.data -f pprof -o - 2>/dev/null | gzip -dc | grep -a -o :102 | sort -u'
