# prec annotate: instructions with their shares of two events, by each disassembler that is here; without any, addresses.
. "$TESTS/cli/fixtures.sh"
has_disassembler() {
	prec annotate --symfs . -v --disassembler "$1" 2>&1 | grep -q "disassembler: "
}
"$BUILD/tests/support/code_files" x86
has_disassembler best || { echo "no libLLVM or libcapstone"; exit 77; }
show prec annotate --symfs .
show prec annotate --symfs . hot.cold -M intel --asm-raw
show prec annotate --symfs . -q --percent-type global-hits -n hot
show prec annotate --symfs . -q --show-total-period -s hot.cold
show prec annotate --symfs . -q --percent-limit 50 -e cycles
show prec annotate --symfs . -q --disassembler none hot
prec annotate --symfs . -q --format json | sed 's/"disassembler":"[^"]*"/"disassembler":"..."/'
for disassembler in llvm capstone; do
	has_disassembler $disassembler || continue
	prec annotate --symfs . -q --disassembler $disassembler >$disassembler
	prec annotate --symfs . -q | diff - $disassembler
done
echo "--- jumps, branch stacks"
show prec annotate --symfs . -q --jumps hot
"$BUILD/tests/support/code_files" branches
show prec annotate --symfs . -q --stdio2 -e cycles
show prec annotate --symfs . -q -e cycles hot
prec annotate --symfs . -q -e cycles --format json hot | sed 's/"disassembler":"[^"]*"/"disassembler":"..."/'
echo "--- code made at run time"
mkdir -p jit
"$BUILD/tests/support/jit_files" mono .
prec annotate --symfs . -q --asm-raw first | sed -n '1,5p'
echo "--- arm64"
"$BUILD/tests/support/code_files" arm64
show prec annotate --symfs . -q --asm-raw
echo "--- the program is not here"
rm prog
show prec annotate --symfs .
show prec annotate --symfs . nothing
show prec annotate -M gas
show prec annotate --percent-type most
show prec annotate --percent-limit 200
show prec annotate --disassembler objdump
show prec annotate --symfs . --data-type --type-stat
show prec annotate --type-stat
show prec annotate --stdio one two
show prec annotate -s one two
show prec annotate nothere.data
