prec frobnicate
echo "status $?"
prec help frobnicate
echo "status $?"
prec --frobnicate
for name in repot recrod annotate top nat ''; do
	prec "$name"
	echo "$name: $?"
done
