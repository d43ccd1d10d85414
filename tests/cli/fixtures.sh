# fixtures.sh: for cases that read files; sourced.
#
#	. "$TESTS/cli/fixtures.sh"
#	fixture flat		makes flat.data, see tests/support/fixtures_*.c
#	show prec report ...	shows the command, runs it, shows its exit status if it is not 0
fixture() {
	for fixture_name; do
		"$BUILD/tests/support/make_fixture" "$fixture_name" >"$fixture_name.data" || exit 1
	done
}

show() {
	echo "\$ $*"
	"$@" || echo "exit status $?"
}
