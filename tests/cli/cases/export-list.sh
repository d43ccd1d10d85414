# prec export --list: what formats hold, in the width of any terminal; and words that are no format.
. "$TESTS/cli/fixtures.sh"
show prec export --list
prec export --list | awk 'length($0) > 80 { print "too wide: " $0 }'
show prec export -f nothing
show prec export
