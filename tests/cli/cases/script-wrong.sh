# What is asked for wrongly, and files that are damaged.
"$BUILD/tests/support/script_file" perf.data
for option in -Fnothing -Finsn -Fbrcntr -Fmetric -Fsrccode '-F+comm,ip' -Fhw:trace -F '--time=5,4' '--time=x' -j0 --max-stack=0 --nothing word --itrace=i1 -l; do
	prec script "$option"
	echo "$option: $?"
done
prec script -F ip,iregs
echo "$?"
prec script -i missing
echo "$?"
"$BUILD/tests/support/script_file" --damaged damaged
prec script -i damaged --symfs "$PWD" --time 1.94,
echo "$?"
