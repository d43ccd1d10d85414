# What samples cost, and transactions.
. "$TESTS/cli/fixtures.sh"
fixture memory flat
for key in local_weight weight local_ins_lat ins_lat local_p_stage_cyc p_stage_cyc local_retire_lat retire_lat \
	transaction comm,weight; do
	show prec report -q -i memory.data -s $key
done
show prec report -i memory.data -F overhead,weight1,weight2,weight3,comm
show prec report -q -i memory.data -F weight1,comm
show prec report -q -i flat.data -s weight
