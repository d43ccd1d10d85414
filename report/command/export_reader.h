/*
 * export_reader: a recording whose profile is exported: the options and steps that prec export and prec flame share.
 *
 *	export_reader_open	report/command/reader.h up to reader_symbolize, and an export over it
 *	export_reader_write	a walk (report/export/export.h), in a format
 *	export_reader_explain	what is missing, once all is written
 *	export_reader_close
 */
#ifndef PREC_REPORT_COMMAND_EXPORT_READER_H
#define PREC_REPORT_COMMAND_EXPORT_READER_H

#include "report/command/reader.h"
#include "report/export/export_formats.h"

struct export_reader_options {
	struct reader_options reader;
	struct profile_filter filter; /* pids, tids, cpus: set by export_reader_options_finish */
	uint64_t max_memory;          /* bytes; 0: what is used by default */
	bool quiet;
};

/* All but what is written, and where. */
extern const struct option_group export_reader_group;

void export_reader_options_init(struct export_reader_options *o);
/* When all options are taken. */
void export_reader_options_finish(struct export_reader_options *o);
void export_reader_options_fini(struct export_reader_options *o);

struct export_reader {
	const struct export_reader_options *options; /* borrowed */
	struct reader reader;
	struct export export;
};

/*
 * Opens the input, counts its samples and lets addresses be looked up. for_times: a walk in the order of time will
 * follow. To be called before any thread is started. 0 or a negative errno; export_reader_close is due in any case.
 */
int export_reader_open(struct export_reader *r, struct export_reader_options *options, bool for_times,
		       struct error *err);

/* The same beside another reader; see reader_open_beside. */
int export_reader_open_beside(struct export_reader *r, const struct reader *first,
			      struct export_reader_options *options, bool for_times, struct error *err);

/* Whether the recording has what a format needs. 0 or a negative errno with *err filled. */
int export_reader_check(const struct export_reader *r, const struct export_format *format, struct error *err);

/* Writes the samples in a format that has a walk of its own. 0 or a negative errno; errors of the stream are its. */
int export_reader_write(struct export_reader *r, const struct export_format *format, FILE *out, struct error *err);

/* Closes a walk over it, which time_walk_open has opened or not; warns of what came late. */
void export_reader_end_walk(struct time_walk *w);

/* Logs what is missing, and that there are no samples. Call it after a walk. */
void export_reader_explain(struct export_reader *r);

/* Frees all; r->reader.damaged remains. The processes beside the reader have ended when it returns. */
void export_reader_close(struct export_reader *r);

#endif
