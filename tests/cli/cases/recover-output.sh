# What becomes of the output of a recovery that fails, or does not come to its end.
"$BUILD/tests/support/dump_file" good.data
echo text >text
for sandbox in --sandbox --no-sandbox; do
	echo "--- a new output is removed, $sandbox"
	prec recover $sandbox text -o out.data
	echo "status $?"
	ls
	echo "--- another one is left alone"
	cp text kept
	prec recover $sandbox text -f -o kept
	prec recover $sandbox missing.data -f -o kept
	prec recover $sandbox good.data -o kept
	cmp text kept
	echo "--- unless it was begun"
	cp good.data same.data
	prec recover $sandbox -f same.data -o same.data
	ln -s same.data link
	prec recover $sandbox -f link -o same.data
	cmp good.data same.data
	prec recover $sandbox good.data -f -o kept -q && prec dump --validate kept
	{ sh -c "ulimit -f 1; exec prec recover $sandbox good.data -f -o kept"; echo "status $?"; } 2>&1 | cat
	ls kept
	rm -f kept link same.data
done
echo "--- nor is it left when the process is ended"
mkfifo fifo
exec 3<>fifo
# until_there TEST FILE
until_there() {
	tries=0
	until [ "$@" ] || [ $tries -gt 1200 ]; do
		tries=$((tries + 1))
		sleep 0.05
	done
}
for signal in INT TERM KILL; do
	env --default-signal=INT prec recover fifo -o out.data &
	until_there -e out.data
	ls out.data
	kill -$signal $!
	wait $! 2>/dev/null
	until_there ! -e out.data
	ls out.data
done
exec 3>&-
