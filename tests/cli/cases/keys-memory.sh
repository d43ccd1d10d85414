# Accesses to memory: keys of the address, of where the data were found, and of pages.
. "$TESTS/cli/fixtures.sh"
fixture memory memory-swapped flat shared
show prec report -i memory.data --mem-mode
for key in mem snoop tlb locked blocked dso_daddr symbol_daddr symbol_iaddr dcacheline phys_daddr data_page_size \
	code_page_size; do
	show prec report -q -i memory.data --mem-mode -s $key
	prec report -q -i memory.data --mem-mode -s $key >one
	prec report -q -i memory-swapped.data --mem-mode -j3 -s $key | cmp - one
done
show prec report -q -i memory.data --mem-mode -F overhead,sample,mem -t,
show prec report -i memory.data --mem-mode -F overhead,op,cache,memory,snoop,dtlb,comm
show prec report -q -i memory.data --mem-mode -F memory,op,sample,sym -t,
prec report -i memory.data --mem-mode -F op,comm --format json | tr ',' '\n' | sed -n '/"op"/,/}/p'
show prec report -q -i memory.data -F overhead,op
show prec report -q -i shared.data --mem-mode -n -s dcacheline
show prec report -q -i memory.data -s mem
show prec report -q -i flat.data --mem-mode
show prec report -q -i memory.data --mem-mode -b
