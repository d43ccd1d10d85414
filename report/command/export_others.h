/*
 * export_others: formats of prec export that other commands write: prec report those of rows, prec script text in the
 * order of time.
 */
#ifndef PREC_REPORT_COMMAND_EXPORT_OTHERS_H
#define PREC_REPORT_COMMAND_EXPORT_OTHERS_H

#include "report/command/export_reader.h"
#include "report/export/export_formats.h"
#include "report/output/output_stream.h"
#include "report/print/format.h"

/* Options of formats of rows alone. */
struct export_row_options {
	const char *sort; /* NULL: as prec report does */
	int children;     /* likewise -1 */
	enum format_weight weight;
};

extern const struct option_group export_row_group;

/* What there is before the first option. */
void export_row_options_init(struct export_row_options *o);

/* 0, or -EINVAL: options were given that a format has not. */
int export_row_options_check(const struct export_row_options *o, const struct export_format *format, struct error *err);

/*
 * Writes a format that is not EXPORT_BY_WALK to an output that is open. Takes the options over, and logs what is wrong.
 * Returns the exit status; output->is_complete says whether all is written.
 */
int export_by_other(const struct export_format *format, struct export_reader_options *from,
		    const struct export_row_options *rows, struct output_stream *output);

#endif
