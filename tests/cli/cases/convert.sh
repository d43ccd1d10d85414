# Recordings written as other tools read them.
. "$TESTS/cli/fixtures.sh"
fixture dummy dummy-swapped flat-pipe stream damaged-records unfinished simpleperf
names() {
	prec report --header-only "$@" | grep '^# \(event\|compressed\|time of\)' | sed 's/, , id.*//'
}
samples() {
	prec script -q -F comm,tid,time,ip,sym,dso "$@"
}
echo '--- options'
show prec convert dummy.data
show prec convert dummy.data stream.data -o out.data
show prec convert dummy.data -o out.data -z 23
show prec convert dummy.data -o out.data -zx
show prec convert dummy.data -o out.data --compression-level=-1
show prec convert dummy.data -o out.data --time x
show prec convert dummy.data -o out.data --time 2,1
show prec convert stream.data -o out.data --time 10%/2; rm out.data
show prec convert nothing.data -o out.data
show prec convert dummy.data -o out.data --stacks=frames
show prec convert dummy.data -o out.data --stacks=chains --keep-stacks
show prec convert dummy.data -o out.data --stacks=chains; rm out.data
show prec convert -o out.data </dev/null
show prec convert --frobnicate
ls
echo '--- the dummy goes'
names -i dummy.data
show prec convert dummy.data -o out.data
stat -c %a out.data
names -i out.data
prec dump -q out.data
prec dump --validate out.data
samples -i dummy.data >want
samples -i out.data | cmp want -
echo '--- not over another file'
show prec convert dummy.data -o out.data
show prec convert out.data -f -o out.data
ln -s out.data link
show prec convert out.data -f -o link
show prec convert -q -z -f dummy.data -o out.data
names -i out.data
prec dump --validate out.data
samples -i out.data | cmp want -
echo '--- to and from pipes'
prec convert dummy.data -o - | cat >pipe.data
prec dump -q --type ATTR,FEATURE,EVENT_UPDATE,MMAP2 pipe.data | sed 's/: .*//'
prec dump --validate pipe.data
cat pipe.data | prec convert -q -z 19 -o - | cat >packed-pipe.data
names -i packed-pipe.data
show prec convert -q -f -i - -o out.data <packed-pipe.data
names -i out.data
samples -i out.data | cmp want -
mkfifo fifo
cat fifo >from-fifo &
show prec convert -q dummy.data -o fifo
wait
cmp pipe.data from-fifo
prec convert -q dummy.data -o - >to-file.data
cmp pipe.data to-file.data
echo '--- the same for the other byte order'
prec convert -q dummy-swapped.data -o swapped.data
prec convert -q -z dummy-swapped.data -o - >swapped-pipe.data
od -An -c -N8 swapped.data
for file in swapped.data swapped-pipe.data; do
	prec dump --validate $file
	samples -i $file | cmp want -
done
echo '--- a part of it'
prec convert dummy.data -f -o out.data --time 0.001002,0.001004
names -i out.data
samples -i out.data
samples -i dummy.data --time 0.001002,0.001004 >part
samples -i out.data | cmp part -
echo '--- the default input'
mv dummy.data perf.data
show prec convert -f -o out.data
cat pipe.data | prec convert -f -o out.data
echo '--- damage'
show prec convert damaged-records.data -f -o out.data
prec dump --validate out.data
show prec convert unfinished.data -f -o out.data
head -c 2000 perf.data >cut.data
show prec convert cut.data -f -o out.data
echo "--- what a pipe does not hold of simpleperf's"
show prec convert -q simpleperf.data -f -o out.data
show prec convert simpleperf.data -o - >pipe.data
echo '--- modified when the recording was'
touch -d @1000000000.5 perf.data
prec convert -q perf.data -f -o out.data && stat -c %.1Y out.data
prec convert -q --no-sandbox perf.data -f -o out.data && stat -c %.1Y out.data
prec convert -q --archive perf.data -f -o packed.data && stat -c %.1Y packed.data
prec convert -q packed.data -f -o out.data && stat -c %.1Y out.data
touch -d @1100000000 packed.data
TZ=UTC prec report --header-only -i packed.data | grep captured
prec recover -q perf.data -f -o out.data && stat -c %.1Y out.data
echo '--- nothing is left'
show prec convert damaged-records.data -o new.data --time 1%-0%
{ sh -c 'ulimit -f 1; exec prec convert perf.data -o new.data' || echo "exit status $?"; } 2>&1 | cat
ls new.data
{ sh -c 'ulimit -f 1; exec prec convert perf.data -o - >new.data' || echo "exit status $?"; } 2>&1 | cat
prec convert perf.data -o /dev/full || echo "exit status $?"
prec convert perf.data -o - >/dev/full || echo "exit status $?"
prec convert perf.data -o - >&- || echo "exit status $?"
echo '--- a terminal'
command -v script >/dev/null || { echo "needs script(1), for a terminal"; exit 77; }
script -qec "prec convert perf.data -o -" /dev/null </dev/null | tr -d '\r'
script -qec "prec recover perf.data -o -" /dev/null </dev/null | tr -d '\r'
prec recover perf.data -o - | prec dump --validate -
