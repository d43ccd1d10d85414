prec frobnicate
echo "status $?"
prec help frobnicate
echo "status $?"
prec --frobnicate
for name in repot recrod archive data diff evlist probe sched trace nat ''; do
	prec "$name"
	echo "$name: $?"
done
