. "$TESTS/cli/fixtures.sh"
fixture simpleperf simpleperf-swapped
show prec report -i simpleperf.data
show prec script -i simpleperf.data
prec script -i simpleperf.data >here
prec script -i simpleperf-swapped.data | diff here - && echo the same in the other byte order
show prec report -i simpleperf.data --stats
prec report -i simpleperf.data --header-only -I | sed -n '/^# file/,$p'
prec dump simpleperf.data | grep SIMPLEPERF
show prec dump --validate simpleperf.data
show prec recover simpleperf.data -o one.data
prec script -i one.data | diff here - && echo the same when recovered
