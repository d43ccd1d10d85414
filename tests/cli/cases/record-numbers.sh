# Numbers that options do not take.
. "$TESTS/cli/fixtures.sh"
for option in -Fx -F0 -F2000000000 -c0 -c-1 -z23 --compression-level=x -D-2 -D20-10 -D10-20,20-30 \
	--max-size=1000 --max-size=0K --switch-output=1000 --switch-output=x --switch-output=0s --switch-output=5y \
	--switch-max-files=x --max-stack=0 --call-graph=dwarf,65529 \
	--call-graph=dwarf,x --call-graph=fp,8 --call-graph=no --user-regs=nosuch; do
	show prec record "$option" true
done
