# What is read where no input is named, and what of a pipe.
. "$TESTS/cli/fixtures.sh"
fixture flat-pipe two-events
mv two-events.data perf.data

from_pipe() {
	echo "$ cat flat-pipe.data | prec $*"
	cat flat-pipe.data | prec "$@" >shown || echo "exit status $?"
	prec "$@" -i flat-pipe.data | cmp shown -
}
from_file() {
	for other in /dev/null flat-pipe.data; do
		echo "$ prec $* <$other"
		prec "$@" <$other >shown || echo "exit status $?"
		prec "$@" -i perf.data | cmp shown -
	done
	echo "$ cat flat-pipe.data | prec $* -i perf.data"
	cat flat-pipe.data | prec "$@" -i perf.data | cmp shown -
}
empty() {
	echo "$ : | prec $*"
	: | prec "$@" || echo "exit status $?"
	: | prec "$@" -i - || echo "exit status $?"
}
# What never ends is not waited for.
endless() {
	echo "$ yes | prec $*"
	yes | timeout 60 prec "$@" || echo "exit status $?"
	timeout 60 prec "$@" -i /dev/zero || echo "exit status $?"
}
for command in 'report --stats' 'script -F ip -G' 'dump --type SAMPLE'; do
	from_pipe $command
	from_file $command
	empty $command
	endless $command
	endless $command -i -
done
endless recover -f -o new.data -i -
ls

# What begins like a recording has a limit.
size=$(stat -c %s flat-pipe.data)
limited() {
	echo "$ { cat flat-pipe.data; yes; } | prec $* --max-spool SIZE"
	{ cat flat-pipe.data; yes; } 2>/dev/null | timeout 60 prec "$@" --max-spool "$size" >shown || echo "exit status $?"
	tail -n 2 shown
}
limited report --stats
limited script -F ip -G
limited dump --type SAMPLE
limited dump --validate
limited recover -f -o new.data -i -
echo '$ cat flat-pipe.data | prec report --max-spool SIZE'
cat flat-pipe.data | prec report --stats --max-spool "$size" | tail -n 1
for wrong in 0 x 1T ''; do
	show prec report --max-spool "$wrong"
done

echo '--- a terminal'
command -v script >/dev/null || { echo "needs script(1), for a terminal"; exit 77; }
for command in 'report' 'script' 'dump' 'recover -f -o new.data'; do
	script -qec "prec $command -q -i -" /dev/null </dev/null | tr -d '\r'
done
