/*
 * rewrite_command: what prec convert and prec recover have in common: a recording in, another one out.
 */
#ifndef PREC_REPORT_COMMAND_REWRITE_COMMAND_H
#define PREC_REPORT_COMMAND_REWRITE_COMMAND_H

#include "common/option.h"
#include "report/bundle/bundle_maker.h"
#include "report/command/reader.h"
#include "report/command/redact_command.h"
#include "report/rewrite/rewrite.h"

struct rewrite_command {
	/*
	 * Writes the output of the command's own kind to fd, after the input was opened. 0; 1: the input is rewritten;
	 * or a negative errno. NULL: it always is.
	 */
	int (*write)(struct rewrite_command *c, int fd, struct error *err);
	const char *output;
	struct reader_options from; /* its --time is of prec convert alone */
	struct reader reader;
	struct rewrite_options options;
	bool force;
	bool bundles;      /* the output carries what other machines need: --bundle */
	bool wants_chains; /* copies of stacks are unwound: --stacks=chains */
	struct redact_command redact;
	struct bundle_options bundle;
	struct bundle_counts bundled;
	bool wants_archive;
	int unnamed;      /* with wants_archive: a file for what is packed then; else -1 */
	bool was_written; /* by `write` */
	uint64_t n_reported;
	uint64_t last_reported; /* the offset of the last one */
	bool at_limit;          /* a limit was reached */
	bool damaged;           /* the file's header or features are, which is no loss where they are written anew */
};

/* The options that both take, of struct rewrite_command. */
extern const struct option_group rewrite_group;

/* Says whether the options ask for another recording than the input is; it is known once the input is open. */
bool rewrite_command_changes(const struct rewrite_command *c);

/* Packs a recording into fd, as its level says. 0 or a negative errno. */
int rewrite_command_pack(struct rewrite_command *c, const struct perf_file *file, int fd, struct error *err);

/*
 * Opens the output, enters the sandbox, reads the input and writes the output, and reports losses as they are found. 0
 * or a negative errno; a new file is then removed.
 */
int rewrite_command_run(struct rewrite_command *c, struct rewrite_outcome *ret_outcome, struct error *err);

/* Says what was written, and what was lost. True: nothing was. */
bool rewrite_command_summarize(const struct rewrite_command *c, const struct rewrite_outcome *outcome);

#endif
