# What tracepoints say, as a sort key and as the default.
. "$TESTS/cli/fixtures.sh"
fixture flat trace trace-swapped
show prec report -i trace.data
show prec report -q -i trace.data -s +comm
show prec report -q -i trace.data -s comm,trace -n
show prec report -q -i trace.data -F sample,trace
show prec report -q -i trace.data -s comm
show prec report -q -i flat.data -s trace
prec report -q -i trace.data >one
prec report -q -i trace-swapped.data | cmp - one && echo "same: swapped"
for way in -j1 -j8 --max-memory=16M; do
	prec report -q -i trace.data $way | cmp - one && echo "same: $way"
done
# Fields by their types.
for options in "--raw-trace" "--raw-trace -s trace" "-s trace_fields" "-s comm,trace_fields --raw-trace" "-s n/raw" \
	"-s trace_fieldsx"; do
	show prec report -q -i trace.data $options
done
