/*
 * annotate_code: the code of a function, row by row: instructions, what was sampled in each, and the source there.
 *
 *	annotate_code_begin	reads the bytes, and sends them to a disassembler
 *	annotate_code_finish	has its answer
 *	annotate_code_next	the next row
 *
 * A row has the samples of all addresses of its instruction. Where there is no instruction, since the code or a
 * disassembler is not here, an address that was sampled is a row of its own: no sample is lost.
 *
 * One thread at a time.
 */
#ifndef PREC_REPORT_ANNOTATE_ANNOTATE_CODE_H
#define PREC_REPORT_ANNOTATE_ANNOTATE_CODE_H

#include "report/annotate/annotation.h"
#include "report/annotate/code_flow.h"
#include "report/annotate/code_jumps.h"
#include "report/annotate/disasm.h"
#include "report/symbols/dso_code.h"

/* Begins all zero. */
struct annotate_code {
	const struct annotation *annotation;      /* borrowed */
	const struct annotate_function *function; /* borrowed */
	bool has_code;                            /* the bytes are here */
	uint64_t address;                         /* of the function, as disassemblers show it */
	uint64_t moved;                           /* of JIT code: how much higher that is than what symbols are by */
	struct buffer bytes;
	struct disasm_code code;
	struct disasm_list list;
	uint32_t at, at_hit; /* the next instruction, and the next hit of the function */
	struct annotate_sum *sums;
	struct code_flow *flow; /* of each instruction; NULL: no branch stack is of this function */
	struct code_flow_sum flow_sum;
	struct code_jumps jumps; /* after annotate_code_jumps */
};

struct annotate_row {
	uint64_t offset; /* in the function */
	uint64_t address;
	const char *text;                             /* NULL: only an address that was sampled */
	const struct disasm_instruction *instruction; /* with text */
	const uint8_t *bytes;                         /* with text: instruction->size of them */
	const struct annotate_sum *sums;              /* by event */
	const struct code_flow *flow;                 /* with text; NULL: no branch stack is of this function */
	unsigned n_frames;                            /* 0: the source is not known */
	struct dso_frame frames[DSO_FRAMES_MAX];      /* innermost first; those without a name are the function */
};

/* disasm NULL: no disassembler. intel: the syntax. 0 or -ENOMEM. */
int annotate_code_begin(struct annotate_code *c, const struct annotation *a, const struct annotate_function *f,
			struct disasm *disasm, unsigned seat, bool intel);
int annotate_code_finish(struct annotate_code *c, struct disasm *disasm, unsigned seat);
void annotate_code_fini(struct annotate_code *c);

/* Finds the jumps of the code, for rows' lines beside it. 0 or -ENOMEM. */
int annotate_code_jumps(struct annotate_code *c);

/* lines: with frames. False: the end. */
bool annotate_code_next(struct annotate_code *c, bool lines, struct annotate_row *ret_row);

/* Begins again with the first row. */
static inline void annotate_code_rewind(struct annotate_code *c)
{
	c->at = c->at_hit = 0;
}

/* Writes what a function's address refers to, "hot" or "hot+0x18". False: nothing has a name there. */
bool annotate_code_target(const struct annotate_code *c, uint64_t address, char *text, size_t size);

#endif
