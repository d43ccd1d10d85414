# prec export in every format: where it may be written, and where not; what is left of it; what it says.
. "$TESTS/cli/fixtures.sh"
fixture chains
formats=$(prec export --list | sed -n 's/^\([^ ]*\)\( *[x.]\)\{2,\}$/\1/p')
echo $formats | wc -w | sed 's/^[4-9]$\|^1[0-9]$/formats/'

# every WHAT COMMAND...: the command is run for each format, as $format; what differs from the first one is shown.
every() {
	what=$1
	shift
	echo "--- $what"
	for format in $formats; do
		: >shown
		"$@" >shown 2>&1
		echo "status $?" >>shown
		[ -e first ] || cp shown first
		cmp -s first shown || { echo "$format:"; cat shown; }
	done
	sed 's/^/  /' first
	rm -f first shown
}

plain() {
	prec export -q -f "$format" chains.data >"$format.plain" && prec export -q -f "$format" -o made chains.data &&
		cmp "$format.plain" made
	rm -f made
}
every "the file is what standard output is" plain

locale() {
	LC_ALL=de_DE.UTF-8 prec export -q -f "$format" chains.data | cmp - "$format.plain"
	LC_ALL=C.UTF-8 prec export -q -f "$format" --no-sandbox -j1 chains.data | cmp - "$format.plain"
}
every "whatever the locale, the sandbox, the number of workers" locale

piped() {
	cat chains.data | prec export -q -f "$format" -i - >out && [ -s out ] && echo written
	cat chains.data | prec export -q -f "$format" >out && [ -s out ] && echo written
}
every "from a pipe" piped

full() {
	{ prec export -q -f "$format" chains.data >/dev/full; echo $?; } 2>&1 |
		sed 's/: standard output:/: the output cannot be written:/'
}
every "a full disk" full

closed() {
	{ prec export -q -f "$format" chains.data; echo $? >&3; } 3>status 2>&1 | true
	sed 's/141/0 or 141/; s/^0$/0 or 141/; s/^1$/0 or 141/' status
}
every "a pipe that nobody reads" closed

there() {
	echo mine >made
	prec export -q -f "$format" -o made chains.data
	cat made
	prec export -q -f "$format" -o made --force chains.data && cmp made "$format.plain"
}
every "a file that is there" there
rm -f made

itself() {
	cp chains.data own.data
	prec export -q -f "$format" -o own.data --force own.data
	cmp chains.data own.data
}
every "the recording itself" itself

nothing() {
	prec export -q -f "$format" -o made nothing.data
	ls made 2>&1
	echo nonsense >nonsense.data
	prec export -q -f "$format" -o made nonsense.data
	ls made 2>&1
}
every "no recording: no file" nothing

large() {
	{ sh -c 'ulimit -f 0; exec prec export -q -f "$0" -o made chains.data' "$format"; echo $?; } 2>&1 | cat
	ls made 2>&1
}
every "no room for the file: none" large

fifo() {
	mkfifo pipe
	cat pipe >got &
	prec export -q -f "$format" -o pipe chains.data
	wait
	cmp got "$format.plain"
	rm pipe
}
every "a named pipe" fifo

user() {
	setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all "$@"
}
unwritable() {
	(cd open && user prec export -q -f "$format" -o ../closed/made chains.data)
	(cd open && user prec export -q -f "$format" -o made chains.data && cmp made "../$format.plain")
	rm -f open/made
	ls closed
}
if user true 2>/dev/null; then
	mkdir closed open
	chmod 755 closed . .. && chmod 777 open && cp -p chains.data open
	every "a folder that an ordinary user may not write to, and one where he may" unwritable
else
	echo "--- a folder that an ordinary user may not write to, and one where he may
  prec export: error: cannot write ../closed/made: Permission denied
  status 0"
fi

nothing() {
	prec export -f "$format" --tid 99999 -o nothing chains.data 2>&1 | sed "s/ by .*//"
	rm -f nothing
}
every "no sample is left" nothing
missing() {
	: >there
	prec export -f "$format" -o there nothere.data
	prec export -f "$format" --force -o there nothere.data
	[ -s there ] || echo "there is as it was"
}
every "the input is looked for before the output" missing
mkdir folder
folder() {
	prec export -f "$format" -o folder chains.data
	prec export -f "$format" --force -o folder chains.data
}
every "the output is a folder" folder
