# Counts that were recorded elsewhere, in all forms; and files that have none, or strange ones.
. "$TESTS/cli/fixtures.sh"
fixture stat-cpus stat-cpus-swapped stat-cpus-pipe stat-threads stat-uneven stat-strange stat-no-round flat
show prec stat report -i stat-cpus.data
show prec stat report --summary --per-node stat-cpus.data
show prec stat --per-cache -x ';' report stat-cpus.data
show prec stat rep -A --no-scale -j -i stat-cpus.data
show prec stat report --per-socket --metric-only stat-cpus.data
for other in swapped pipe; do
	prec stat report -A stat-cpus.data 2>one
	prec stat report -A stat-cpus-$other.data 2>two
	cmp one two
done
show prec stat report stat-threads.data
show prec stat report --per-core --hide-zero-events stat-threads.data
show prec stat report --per-thread stat-cpus.data
prec stat report -o counts -i stat-threads.data
sed 's/started on .*/started on .../' counts
# The recording is no place for what is shown, and a file keeps what it has until there is something to show.
show prec stat report -o stat-threads.data -i stat-threads.data
show prec stat report -o counts -i nothing.data
sed 's/started on .*/started on .../' counts
prec stat report stat-threads.data >out 2>&1 && echo still there
show prec stat report -A -x ';' stat-uneven.data
show prec stat report -A --summary -x ';' stat-uneven.data
show prec stat report stat-strange.data
show prec stat report stat-no-round.data
show prec stat report flat.data
show prec stat report nothing.data
show prec stat report -e cycles
show prec stat report -A -x '' stat-cpus.data
# The end is missing.
size=$(wc -c <stat-cpus.data)
head -c $((size / 2)) stat-cpus.data >cut.data
show prec stat report -x ';' cut.data
show prec report -i stat-threads.data
show prec script -i stat-threads.data
show prec dump -q --type EVENT_UPDATE,EVENT_TYPE,THREAD_MAP,CPU_MAP,STAT_CONFIG,STAT,STAT_ROUND stat-cpus.data
