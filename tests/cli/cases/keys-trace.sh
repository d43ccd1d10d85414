# Fields of tracepoints as sort keys.
. "$TESTS/cli/fixtures.sh"
fixture trace trace-swapped flat
for keys in n test:count.n count.n %1.n comm,n n,n; do
	show prec report -q -i trace.data -s $keys
done
show prec report -i trace.data -s n
show prec report -q -i trace.data -F n,sample,comm -t,
prec report -q -i trace.data -s n >one
prec report -q -i trace-swapped.data -j3 -s n | cmp - one && echo same
for key in nn other:count.n count. n-m %2.n; do
	show prec report -i trace.data -s $key
done
show prec report -i flat.data -s n
