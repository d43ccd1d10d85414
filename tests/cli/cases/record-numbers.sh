# Numbers that options do not take.
. "$TESTS/cli/fixtures.sh"
for option in -Fx -F0 -F2000000000 -c0 -c-1 -z23 --compression-level=x -D-1; do
	show prec record "$option" true
done
