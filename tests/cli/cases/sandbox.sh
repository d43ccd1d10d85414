# The sandbox: what is reported of it, that it is entered before the input is opened, and that outputs are the same with it,
# without it, and on kernels that lack parts of it.
. "$TESTS/cli/fixtures.sh"
deny=$BUILD/tests/support/deny_sandbox
fixture flat
"$BUILD/tests/support/dump_file" --damage damaged.data

echo "--- reported with -v"
for command in 'report -i' 'script -i' 'dump -i' 'recover -f -o out.data'; do
	prec ${command%% *} -v ${command#* } flat.data 2>&1 >/dev/null | grep -c 'sandbox: no new privileges, capabilities'
	prec ${command%% *} -v --no-sandbox ${command#* } flat.data 2>&1 >/dev/null | grep sandbox
done
"$deny" both prec report -v -i flat.data 2>&1 >/dev/null | grep sandbox
"$deny" landlock prec report -v -i flat.data 2>&1 >/dev/null | grep -c 'not available here: .*Landlock'

# runs WHAT COMMAND...: the outputs and the exit status in files of that name
runs() {
	name=$1
	shift
	"$@" >"$name.out" 2>"$name.err"
	echo $? >"$name.status"
}

echo "--- same outputs"
same() {
	runs with prec "$@"
	command=$1
	shift
	runs without prec "$command" --no-sandbox "$@"
	runs old "$deny" both prec "$command" "$@"
	runs container "$deny" seccomp prec "$command" "$@"
	for other in without old container; do
		cmp with.out $other.out && cmp with.err $other.err && cmp with.status $other.status
	done
	echo "$command: $(wc -l <with.out) lines, status $(cat with.status)"
}
for file in flat.data damaged.data missing.data; do
	same report -i $file
	same report --header -I -i $file
	same script -i $file
	same dump $file
	same dump --validate $file
done
same recover -f -o out.data damaged.data
prec recover damaged.data -q -f -o with.data
prec recover damaged.data -q -f -o without.data --no-sandbox
cmp with.data without.data

echo "--- a pipe"
prec report -q -s sym <flat.data -i - >from-pipe
cat flat.data | TMPDIR=. prec report -q -s sym -i - | cmp - from-pipe
cat flat.data | TMPDIR=./nowhere prec report -q -s sym -i - | cmp - from-pipe
ls -A | grep -v '\.\(data\|out\|err\|status\)$'

echo "--- before the input is opened"
mkfifo fifo
for command in 'report -i' 'script -i' dump 'recover -f -o out.data -i'; do
	prec $command fifo >/dev/null 2>&1 &
	tries=0
	until grep -q '^NoNewPrivs:.1' /proc/$!/status || [ $tries -gt 1200 ]; do
		tries=$((tries + 1))
		sleep 0.05
	done
	grep '^NoNewPrivs' /proc/$!/status
	kill $!
	wait $! 2>/dev/null
done
rm fifo
