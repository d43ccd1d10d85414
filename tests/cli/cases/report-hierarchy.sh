# Rows below one another, a level for each sort key.
. "$TESTS/cli/fixtures.sh"
fixture memory memory-swapped branches chains group two-events wide trace
show prec report --hierarchy -i memory.data
prec report -q -H -i memory.data -s comm,dso,sym >one
prec report -q -H -i memory-swapped.data -j3 -s comm,dso,sym | cmp - one && echo same
show prec report -q -H -n -s sym,comm -i memory.data
show prec report -q -H -s '{comm,dso},sym' -i memory.data
show prec report -q -s '{comm,dso},sym' -i memory.data
show prec report -q -H -s cpu -i memory.data
show prec report -q -H -s comm,overhead,dso -i memory.data
show prec report -q -H -F sample,comm,overhead,sym -i memory.data
show prec report -q -H -c pool-7 -s comm,dso,sym -i memory.data
show prec report -H -n -t, -s comm,dso,sym -i memory.data
show prec report -q -H -s comm,dso,sym --percent-limit 25 -i memory.data
show prec report -q -H -s comm,dso,sym --percent-limit 35 -i memory.data
show prec report -q -H --percent-limit 50 -s comm,dso,sym -i memory.data
show prec report -H --mem-mode -F overhead,op,weight1,mem,dso,sym -i memory.data
show prec report -q -H -i branches.data -s comm,dso_from,symbol_from,mispredict
show prec report -H -i chains.data
show prec report -q -H -g none -i chains.data
show prec report -q -H -g caller,20 -s comm,dso,sym -i chains.data
show prec report -q -H -g folded,0,count -s comm,dso,sym -i chains.data
show prec report -H -g none -n -s comm,dso -i group.data
show prec report -q -H -g none --no-group -s comm,dso -i group.data
show prec report -H --percent-limit 10 -s comm,sym -i two-events.data
show prec report -H -s n,comm,trace -i trace.data
show prec report -q --hierarchy --no-hierarchy -s comm,dso -i memory.data
