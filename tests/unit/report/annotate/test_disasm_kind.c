#include "report/annotate/disasm_kind.h"

#include "tests/support/test.h"

#include <elf.h>

TEST(calls_returns_and_jumps_are_told_by_their_mnemonic)
{
	CHECK_EQ_U64(disasm_kind(EM_X86_64, "callq  1000", 1), DISASM_CALL);
	CHECK_EQ_U64(disasm_kind(EM_X86_64, "call   *%rax", 0), DISASM_CALL);
	CHECK_EQ_U64(disasm_kind(EM_X86_64, "notrack call *%rax", 0), DISASM_CALL);
	CHECK_EQ_U64(disasm_kind(EM_X86_64, "retq", 0), DISASM_RETURN);
	CHECK_EQ_U64(disasm_kind(EM_X86_64, "rep ret", 0), DISASM_RETURN);
	CHECK_EQ_U64(disasm_kind(EM_X86_64, "jne    1000", 1), DISASM_JUMP);
	CHECK_EQ_U64(disasm_kind(EM_X86_64, "rep", 0), DISASM_OTHER);
	CHECK_EQ_U64(disasm_kind(EM_X86_64, "bl", 0), DISASM_OTHER);
	CHECK_EQ_U64(disasm_kind(EM_AARCH64, "bl     1000", 1), DISASM_CALL);
	CHECK_EQ_U64(disasm_kind(EM_AARCH64, "b.eq   1000", 1), DISASM_JUMP);
	CHECK_EQ_U64(disasm_kind(EM_AARCH64, "ret", 0), DISASM_RETURN);
	CHECK_EQ_U64(disasm_kind(EM_PPC64, "blr", 0), DISASM_RETURN);
}

TEST(other_machines_have_jumps_only)
{
	CHECK_EQ_U64(disasm_kind(EM_VAX, "calls  1000", 1), DISASM_JUMP);
	CHECK_EQ_U64(disasm_kind(EM_VAX, "", 0), DISASM_OTHER);
}
