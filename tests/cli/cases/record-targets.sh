# Whom to record, in the words that shells make of pgrep(1) and pidof(1), and what stands where a command is expected.
run() {
	echo "\$ $1" | sed "s/$one/ONE/g; s/$two/TWO/g"
	# The sideband event is on all CPUs, however many these are.
	eval "$1" 2>&1 | sed "s/$one/ONE/g; s/$two/TWO/g" | grep -E 'error|pid|warning|name of the program' |
		grep -v 'cpu [1-9].*(dummy:u)'
}
cp "$(command -v sleep)" awaited-process
./awaited-process 600 &
one=$!
./awaited-process 600 &
two=$!
trap 'kill $one $two' EXIT
until [ "$(grep -c awaited-process /proc/$one/comm /proc/$two/comm | grep -c :1)" -eq 2 ]; do sleep 0.01; done
cpus="--dry-run -C 0 -e cpu-clock"

run "prec record $cpus -p $one,$two"
run "prec record $cpus -p '$one $two'"
run "prec record $cpus -p $one $two"
run "prec record $cpus -p $one $two -i -p $one true"
run "prec record $cpus --pid=$one -t $two"
run "prec record $cpus -p awaited-process"
run "prec record $cpus -p '
$one
'"
run "prec record $cpus -p ''"
run "prec record $cpus -p ' ,'"
run "prec record $cpus -t ''"
run "prec record $cpus -p no-such-process"
run "prec record $cpus -p 12x"
run "prec record $cpus -t awaited-process"
run "prec record $cpus -p 4194305"
run "prec stat -p no-such-process true"
run "prec record -g dwarf ./x"
run "prec record --dry-run -g fp,defer ./x"
run "prec record --dry-run -C 0 -e cpu-clock -g dwarf"
run "prec record --dry-run --call-graph dwarf dwarf ./x" | grep -c error
run "prec record --dry-run -a -G web -e cpu-clock"
run "prec stat -a -G web -e cpu-clock"
