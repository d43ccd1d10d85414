. "$TESTS/cli/fixtures.sh"
fixture controls stat-threads
command -v script >/dev/null || { echo "needs script(1), for a terminal"; exit 77; }
# What is not a terminal gets every byte; a terminal only what it prints.
prec report --sort comm -q -i controls.data | od -c
for command in 'prec report --sort comm -q -i controls.data' 'prec script -q -F comm -i controls.data' \
	'prec dump -q --type COMM -i controls.data' "prec report -q -i $(printf 'no\033[2J\233fi\303\274le')"; do
	script -qec "$command" /dev/null </dev/null | od -c
done
sed 's/alpha/a\x1b[2J/' stat-threads.data >threads.data
prec stat report -x ';' -i threads.data 2>&1 | grep -a 2J-100.*task-clock | od -c
script -qec "prec stat report -x ';' -i threads.data" /dev/null </dev/null | grep -a 2J-100.*task-clock | od -c
