# The programs behind prec, by themselves: the command is their first word.
for command in "prec-record record" "prec-record stat" "prec-record list" "prec-report report" "prec-report script"; do
	echo "--- $command"
	"$BUILD"/$command --help | head -n 1
done
