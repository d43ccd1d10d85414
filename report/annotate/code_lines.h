/*
 * code_lines: the code of functions as lines to look at, which last when what they were made of is gone.
 *
 *	annotate_view, numbers of functions -> heads, source, instructions; the source files that they come from
 *
 * Texts are offsets in l->texts, of strings; 0 is "". Sums are of the view's events.
 *
 * Ownership: _make/_fini. One thread.
 */
#ifndef PREC_REPORT_ANNOTATE_CODE_LINES_H
#define PREC_REPORT_ANNOTATE_CODE_LINES_H

#include "report/annotate/annotate_view.h"
#include "report/annotate/disasm_kind.h"

#define CODE_NONE UINT32_MAX

/* Limit of the lines of source files, of all functions. */
#define CODE_FILE_LINES_MAX 100000u

enum code_line_kind {
	CODE_HEAD,        /* of a function */
	CODE_PLACE,       /* the function that was inlined here, or where source is that is not here */
	CODE_SOURCE,      /* a source line */
	CODE_INSTRUCTION, /* or an address that was sampled without one: text 0 */
};

struct code_line {
	enum code_line_kind kind;
	enum disasm_kind what;    /* of an instruction */
	uint32_t function;        /* number in l->functions */
	uint32_t text;            /* without address and bytes */
	uint32_t at;              /* the number of the instruction, or of that below, in the function's jumps */
	uint64_t offset, address; /* of an instruction: in the function, and in the file */
	uint32_t bytes, n_bytes;  /* in l->texts */
	uint64_t target;          /* with target_name: the address that is referred to */
	uint32_t target_name;     /* "hot+0x18"; 0: none */
	uint32_t to;              /* the line that a jump goes to, CODE_NONE */
	uint32_t sums;            /* the first of its sums, of an instruction */
	uint32_t file, number;    /* of an instruction: the number of its source file, and the line there; 0: unknown */
	const struct code_flow *flow; /* NULL: no branch stack is of the function */
};

struct code_function {
	uint32_t number; /* in the annotation */
	uint32_t name, dso;
	uint64_t address;
	uint32_t sums; /* the first of its sums */
	bool has_code;
	struct code_jumps jumps;
	struct code_flow *flow; /* owned */
	struct code_flow_sum flow_sum;
};

/* Lines of a source file, from the first that an instruction is of to the last. */
struct code_file {
	uint32_t path;
	uint32_t first, last; /* 0: the file is not here */
	uint32_t texts;       /* in l->file_lines */
};

struct code_file_line {
	uint32_t text;
	uint32_t sums; /* CODE_NONE: no instruction is of it */
};

struct code_lines {
	struct code_line *list;
	uint32_t n, capacity;
	struct code_function *functions;
	uint32_t n_functions, functions_capacity;
	struct code_file *files; /* the first one is none */
	uint32_t n_files, files_capacity;
	struct code_file_line *file_lines;
	uint32_t n_file_lines, file_lines_capacity;
	struct annotate_sum *sums;
	uint32_t n_sums, sums_capacity;
	uint32_t n_events;
	uint32_t *events;            /* numbers in the file, by their place in sums */
	struct annotate_sum *totals; /* of all samples, by the same */
	struct buffer texts;
};

/* Makes the lines of functions, by their numbers in the annotation, with jumps. The view has its events. 0 or -ENOMEM;
 * _fini is due in any case. */
int code_lines_make(struct code_lines *l, struct annotate_view *v, const uint32_t *numbers, uint32_t n);
void code_lines_fini(struct code_lines *l);

static inline const char *code_lines_text(const struct code_lines *l, uint32_t text)
{
	return (const char *)l->texts.data + text;
}

/* Returns the place of an event among the sums; 0 if it has no samples. */
uint32_t code_lines_event(const struct code_lines *l, uint32_t event);

#endif
