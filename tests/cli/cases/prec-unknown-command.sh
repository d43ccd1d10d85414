prec frobnicate
echo "status $?"
prec help frobnicate
echo "status $?"
prec --frobnicate
