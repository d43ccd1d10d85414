/*
 * code_jumps: the jumps within a function, and lines beside its instructions that show them:
 *
 *	 /--  jmp  12
 *	 |/>  add  ...
 *	 ||
 *	 |\-  jne
 *	 \->  ret
 *
 * All jumps to one instruction share a line. Each line has a lane; the shorter it is, the nearer to the code. What
 * finds no lane, or is longer than JUMP_ROWS_MAX instructions, is not drawn.
 *
 * Ownership: _find/_fini. One thread.
 */
#ifndef PREC_REPORT_ANNOTATE_CODE_JUMPS_H
#define PREC_REPORT_ANNOTATE_CODE_JUMPS_H

#include "report/annotate/disasm.h"

#define JUMP_NONE     UINT32_MAX
#define JUMP_LANES    6u
#define JUMP_ROWS_MAX 4096u

/* Letters that code_jumps_put writes: a lane each, and two to the code. */
#define JUMP_COLUMNS (JUMP_LANES + 2)

struct code_jumps {
	uint32_t n;        /* instructions */
	uint32_t *to;      /* where each jumps to, the number of an instruction; JUMP_NONE: nowhere in the function */
	uint32_t *sources; /* how many jump to each */
	uint8_t *cells;    /* n * JUMP_LANES; bits: what of a line is there */
	unsigned n_lanes;  /* that are used */
};

/* Finds the jumps of a function's code. Begins all zero. 0 or -ENOMEM; _fini is due in any case. */
int code_jumps_find(struct code_jumps *j, const struct disasm_code *code, const struct disasm_list *list);
void code_jumps_fini(struct code_jumps *j);

/* Writes n_lanes + 2 letters of an instruction's lines, or 0 if there are no lines. */
unsigned code_jumps_put(const struct code_jumps *j, uint32_t at, char text[static JUMP_COLUMNS + 1]);

/* Does so for what stands above an instruction: lines that pass by. */
unsigned code_jumps_put_above(const struct code_jumps *j, uint32_t at, char text[static JUMP_COLUMNS + 1]);

#endif
