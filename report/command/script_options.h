/*
 * script_options: the command line of `prec script`.
 */
#ifndef PREC_REPORT_COMMAND_SCRIPT_OPTIONS_H
#define PREC_REPORT_COMMAND_SCRIPT_OPTIONS_H

#include "report/command/reader_options.h"
#include "report/script/script_fields.h"
#include "report/script/script_names.h"

struct script_options {
	struct reader_options reader; /* list_names: the fields */
	struct script_fields fields;
	const char *comms, *dsos, *symbols_only;
	const char *only_comm, *only_dso, *only_symbol; /* a whole name; no option asks for it */
	uint64_t max_bytes;                             /* of text; 0: any; likewise */
	bool nanoseconds;
	bool latency; /* -L */
	enum script_clock clock;
	bool no_chains;
	bool in_stacks;                     /* all samples are written as those with callchains are */
	bool stitch;                        /* --stitch-lbr */
	uint32_t max_stack;                 /* 0: any number */
	const char *stop_bt;                /* or NULL */
	const struct script_access *access; /* NULL: fields */
	uint64_t show;                      /* a bit for each record type to show besides samples */
	bool quiet;
};

/* What there is before the first option. */
void script_options_init(struct script_options *o);

/* 0; a negative errno with *err filled. The options borrow argv's strings; script_options_fini frees the rest. */
int script_options_parse(struct script_options *o, int argc, char **argv, struct error *err);
void script_options_fini(struct script_options *o);

/* The options, of which --help is printed. */
extern const struct option_group script_group;

#endif
