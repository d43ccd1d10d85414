/* annotate_options: the options of prec annotate. */
#ifndef PREC_REPORT_COMMAND_ANNOTATE_OPTIONS_H
#define PREC_REPORT_COMMAND_ANNOTATE_OPTIONS_H

#include "report/annotate/annotate_view.h"
#include "report/command/export_reader.h"

struct annotate_options {
	struct export_reader_options from; /* only its options are used */
	const char *symbol;                /* NULL: all functions */
	enum disasm_choice disassembler;
	double limit; /* percent */
	bool is_global, of_hits;
	enum annotate_number number;
	bool intel, raw, no_source, full_paths, summary, skip_missing, jumps, cycles;
	bool json;
	bool shows_types;      /* --data-type */
	const char *type;      /* only types of this name; NULL: all */
	bool shows_statistics; /* of types */
	const char *prefix;
	unsigned strip;
};

extern const struct option_group annotate_group;

/* 0 or a negative errno with *err filled; annotate_options_fini is due in any case. */
int annotate_options_parse(struct annotate_options *o, int argc, char **argv, struct error *err);
void annotate_options_fini(struct annotate_options *o);

#endif
