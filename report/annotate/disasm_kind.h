/*
 * disasm_kind: what an instruction does to the flow of control, by its mnemonic, which both disassemblers write alike.
 *
 * Sources: the manuals of the machines; the tables in arch/ of Linux perf's annotate.
 */
#ifndef PREC_REPORT_ANNOTATE_DISASM_KIND_H
#define PREC_REPORT_ANNOTATE_DISASM_KIND_H

#include <stdint.h>

enum disasm_kind {
	DISASM_OTHER,
	DISASM_JUMP, /* also one that may not be taken */
	DISASM_CALL,
	DISASM_RETURN,
};

/* machine: EM_*; text: as disasm_list has it. is_branch: it refers to an address as the target of a branch. */
enum disasm_kind disasm_kind(uint16_t machine, const char *text, int is_branch);

#endif
