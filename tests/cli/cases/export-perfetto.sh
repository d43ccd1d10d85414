# prec export -f perfetto: packets of samples whose stacks are interned, of tracks, of names; counts that add up.
. "$TESTS/cli/fixtures.sh"
shown() {
	echo "\$ prec export -f perfetto $*"
	prec export -q -f perfetto "$@" >out.pftrace || echo "exit status $?"
	python3 "$TESTS/consumers/validate.py" perfetto out.pftrace
	python3 - "$TESTS/consumers" <<-'END'
		import sys
		sys.dont_write_bytecode = True
		sys.path.append(sys.argv[1])
		import wire
		with open("out.pftrace", "rb") as file:
		    for packet in wire.decode("perfetto", "Trace", file.read())["packet"]:
		        print(packet)
	END
}
fixture trace switches off-cpu two-events controls odd
shown trace.data
shown switches.data
shown switches.data --tid 100
shown off-cpu.data
shown two-events.data
shown controls.data
shown odd.data
shown switches.data -c nobody
