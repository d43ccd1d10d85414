# What is said of names that are missing, on standard error: once, with the reason and what helps.
. "$TESTS/cli/fixtures.sh"
fixture flat wide two-events broken-chains guests jits
# A file with symbols that is not the recorded one; its own build-id is whatever the build gave it.
install_other() {
	mkdir -p "symfs$(dirname "$1")"
	cp "$BUILD/prec" "symfs$1"
}
note() {
	echo "\$ $*"
	"$@" 2>&1 >/dev/null | sed 's/build-id [0-9a-z]* for/build-id OTHER for/; s/(build-id [0-9a-z]*; it was/(build-id OTHER; it was/'
}

echo "--- nothing is here"
note prec report -i flat.data
note prec report -i flat.data -s sym
note prec report -i two-events.data
note prec script -i flat.data
echo "--- names are not asked for, or nothing is to be said"
note prec report -i flat.data -s comm,dso
note prec report -i flat.data -q
note prec script -i flat.data -q
note prec report -i wide.data -q
echo "--- a little is nothing to speak of"
note prec report -i wide.data
echo "--- other files are here"
install_other /nowhere/bin/program
note prec report -i flat.data --symfs symfs
note prec report -i wide.data --symfs symfs
note prec report -i flat.data --symfs symfs -v | grep -v sandbox
note prec script -i flat.data --symfs symfs
install_other /nowhere/lib/libcode.so.1
note prec script -i flat.data --symfs symfs
echo "--- no frame pointers"
note prec report -i broken-chains.data
note prec report -i broken-chains.data --no-children -g none
