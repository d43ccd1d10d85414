# Commands that have less memory than they need say so, by their exit status too; what they take for done is whole.
. "$TESTS/cli/fixtures.sh"
if grep -q 'define PREC_SANITIZERS' "$BUILD/config.h"; then
	echo "sanitizers take terabytes of addresses"
	exit 77
fi
command -v prlimit >/dev/null || { echo "needs prlimit"; exit 77; }
fixture flat chains compressed compressed2

# The least KiB of addresses with which the program comes to its own beginning.
least=2000
until prlimit --as=$((least * 1024)) prec-report report --help >/dev/null 2>&1; do
	least=$((least + 200))
	[ $least -lt 100000 ] || exit 1
done

# try_with KIB COMMAND...: 1 and nothing is left of an output, with the reason; or 0 and the whole output.
try_with() {
	rm -f made
	prlimit --as=$(($1 * 1024)) "$BUILD/prec-report" $2 >out 2>err
	case $? in
	0) cat out $(ls made 2>/dev/null) | cmp -s - whole || echo "$1 KiB: $2: not all, and exit status 0" ;;
	1)
		grep -q memory err || echo "$1 KiB: $2: $(head -n 1 err)"
		[ ! -e made ] || echo "$1 KiB: $2: an output is left"
		failed=$((failed + 1))
		;;
	*) echo "$1 KiB: $2: exit status $?, $(head -n 1 err)" ;;
	esac
}

for command in "report --stdio -j2 -i flat.data" "report -g -j2 -i chains.data" "report --folded -j2 -i chains.data" \
	"script -j2 -i compressed.data" "dump -j2 compressed.data" "dump -j2 --json flat.data" "dump -j2 --validate compressed2.data" \
	"convert compressed.data -o made" "convert -z flat.data -o made" "recover compressed2.data -o made"; do
	rm -f made
	"$BUILD/prec-report" $command >out 2>/dev/null
	cat out $(ls made 2>/dev/null) >whole
	failed=0
	for more in 0 100 200 400 600 900 1200 1600 2000 2500 3000 4000 6000 8000 10000 12000 14000; do
		try_with $((least + more)) "$command"
	done
	[ $failed -gt 0 ] || echo "$command: needs no memory?"
	rm -f made
	prlimit --as=$((1000000 * 1024)) "$BUILD/prec-report" $command >out 2>/dev/null || echo "$command: not even with enough"
done
echo "tried"
