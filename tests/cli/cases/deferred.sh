# Callchains whose user part is in records of their own (perf record --call-graph fp,defer), in the kernel's code and the
# user's; some are missing.
. "$TESTS/cli/fixtures.sh"
fixture deferred deferred-swapped
show prec script -q -i deferred.data -F tid,time,ip,sym
prec script -q -i deferred.data >one
show prec report -q -i deferred.data -s sym -g callee
show prec report -q -i deferred.data -s sym --no-children --max-stack 3
prec report -q -i deferred.data -s sym >rows
# Those that never came are counted.
show prec report --stats -i deferred.data
prec report -i deferred.data -s sym -j 2 2>&1 >/dev/null | grep 'user part'
prec script -i deferred.data -j 2 2>&1 >/dev/null | grep 'user part'
for file in deferred-swapped recovered converted; do
	[ $file = recovered ] && prec recover -q -o recovered.data deferred.data
	[ $file = converted ] && prec convert -q -o converted.data deferred.data
	prec script -q -i $file.data -j 2 | cmp - one && echo "same script: $file"
	prec report -q -i $file.data -s sym -j 1 | cmp - rows && echo "same report: $file"
	prec dump --validate $file.data
done
prec report -q -i - -s sym <deferred.data | cmp - rows && echo "same report: standard input"
prec dump --type CALLCHAIN_DEFERRED deferred.data
