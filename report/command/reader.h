/*
 * reader: a recording that a command shows, from its options to names and samples. Every view begins here:
 *
 *	reader_open		terminal or pager, helpers outside of the sandbox, the sandbox, the input
 *	reader_show_header	where the options ask for it
 *	reader_choose		the samples of -e, --time and their like
 *	reader_analyse		all records are read: samples are counted, threads and mappings known
 *	reader_symbolize	addresses have names
 *	reader_explain		messages about names and stacks that are missing
 *	reader_close		all of it, also after an error at any step
 *
 * A command that shows records as they are needs only the first and the last.
 */
#ifndef PREC_REPORT_COMMAND_READER_H
#define PREC_REPORT_COMMAND_READER_H

#include "report/command/progress.h"
#include "report/command/reader_options.h"
#include "report/command/reader_source.h"
#include "report/output/output_stream.h"
#include "report/profile/profile.h"

#include <limits.h>

/* What is shown of a recording; each has what the one before has. */
enum reader_need {
	READER_INPUT,  /* records, where the command prints by its own means */
	READER_SCREEN, /* on a terminal or through its pager */
	READER_NAMES,  /* of functions: running processes of containers and debuginfod are asked for some */
	READER_LINES,  /* of source files, and of inlined functions: debug information is read */
};

/* All zero before reader_open but for start_more and shared_names. */
struct reader {
	void (*start_more)(void *context); /* starts a process of the command's own before the sandbox; NULL: none */
	void *start_context;
	struct reader_options *options; /* borrowed */
	enum reader_need need;
	bool is_beside;        /* another reader has the screen and the processes */
	bool is_behind_screen; /* while it reads, something else is on the terminal */
	struct screen screen;
	struct reader_source source;
	struct perf_file *file;
	struct sample_choice choice;        /* from reader_choose on */
	struct profile_names *shared_names; /* of several readers that follow each other; NULL: its own */
	struct profile_names names;
	struct profile profile;
	struct progress progress;
	struct symbols_config symbols; /* what names are looked up with, from reader_symbolize on */
	char kallsyms[PATH_MAX], kcore[PATH_MAX];
	bool damaged; /* what warnings_log says of the file */
};

/*
 * Opens the input of the options, which the reader borrows until reader_close. To be called before any thread is
 * started. 0 or a negative errno with *err filled.
 */
int reader_open(struct reader *r, struct reader_options *options, enum reader_need need, struct error *err);

/*
 * Opens the input of options for a reader beside `first`, whose screen, sandbox and processes it uses: another
 * recording that is compared with it. options: those of the first, after it was opened, with another input. It is
 * closed before the first. 0 or a negative errno with *err filled.
 */
int reader_open_beside(struct reader *r, const struct reader *first, struct reader_options *options, struct error *err);

/*
 * Opens another input in the place of the one that is open, of which all was forgotten (reader_forget). 0, and the
 * options have the path, which is borrowed; or a negative errno with *err filled: the first one stays open.
 */
int reader_switch(struct reader *r, const char *path, struct error *err);

/* Closes what is open, and warns of debug information that could not be read. */
void reader_close(struct reader *r);

/* Prints the header if it is asked for. Returns whether nothing else is to be shown. */
bool reader_show_header(const struct reader *r);

/*
 * Makes r->choice of the options. by_cpu: the option that chooses among samples by their CPU; NULL: none does. 0 or a
 * negative errno with *err filled.
 */
int reader_choose(struct reader *r, const char *by_cpu, struct error *err);

/* Does the same for samples that come in any order: what --switch-on and --switch-off choose of them is read, too. */
int reader_choose_in_any_order(struct reader *r, const char *by_cpu, struct error *err);

/* Returns what the options choose of the samples, r->choice; NULL: they choose nothing. */
const struct sample_choice *reader_choice(const struct reader *r);

/*
 * Reads all records as the options of the analysis say, whose workers and progress are set here. Logs what is lost or
 * damaged. 0 or a negative errno with *err filled. -ENODATA: the options have another output, and reader_refuse_counts.
 */
int reader_analyse(struct reader *r, struct analysis_options *options, struct error *err);

/* Says whether the input has counts of prec stat record in place of samples. After reader_analyse. */
bool reader_has_counts(const struct reader *r);

/* 0; -ENODATA with *err filled: it has. */
int reader_refuse_counts(const struct reader *r, struct error *err);

/*
 * Lets addresses be looked up. with_source: source lines or inlined functions are shown, so that debuginfod is asked
 * for debug information, and what cannot be read of it is warned of. 0 or a negative errno with *err filled.
 */
int reader_symbolize(struct reader *r, bool with_source, struct error *err);

/* Forgets what was counted, so that reader_choose and what follows it can be called again. */
void reader_forget(struct reader *r);

/* Returns where the command writes: standard output, or that of the options. */
FILE *reader_stream(const struct reader *r);

/*
 * For a command that may have another output than standard output, which main looks after: what comes before all that
 * is written, and after it. 0 or a negative errno with *err filled.
 */
int reader_output_begin(const struct reader *r, struct error *err);
int reader_output_end(const struct reader *r, struct error *err);

/* Logs what is wrong with symbols, unwound stacks (whose counts are sorted) and callchains, and what did not come. */
void reader_explain(struct reader *r, struct unwind_counts *unwound, const struct deferred_counts *joined);

/* Logs which of the files that names were looked up in gave none, for a command without rows. 0 or -ENOMEM. */
int reader_explain_files(const struct reader *r);

#endif
