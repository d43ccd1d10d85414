# Under sanitizers tests/fuzz/hostile has the same files drawn, which takes its time.
if grep -q 'define PREC_SANITIZERS' "$BUILD/config.h"; then
	echo "tests/fuzz/hostile reads these files"
	exit 77
fi
"$BUILD/tests/support/hostile" . deep-chains parted-chains || exit 1
# Chains of 8,000 frames: all rows are there, with the graphs of the largest; that the others are left out is said.
for file in deep-chains parted-chains; do
	for order in caller callee; do
		echo "$file, $order"
		# Of deep-chains there are 350 MB: only rows, and what is said, are kept of it.
		{ prec report -i $file -s sym -g $order 2>said || echo "exit status $?" >>said; } |
			grep '^ *[0-9.]*%.*\[\.\]\|left out' >out
		grep -c '^ *[0-9.]*%.*\[\.\]' out
		sed '/left out/q' out | grep -c '^ *[0-9.]*%.*\[\.\]' | awk '{ print ($1 > 20 ? "more" : "no more") " than 20 have graphs" }'
		cat said
		grep 'left out' out
	done
done
# Nothing is left out where no row has a graph.
prec report -q -i parted-chains -s sym -g graph,100 2>&1 | grep -c '%'
prec report -q -i parted-chains -s sym -g none 2>&1 | grep -c '%'
