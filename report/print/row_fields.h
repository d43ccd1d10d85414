/*
 * row_fields: the values of a row one after the other, for formats that have them by name. Their names are what
 * prec-report(1) says of its formats: they do not change.
 */
#ifndef PREC_REPORT_PRINT_ROW_FIELDS_H
#define PREC_REPORT_PRINT_ROW_FIELDS_H

#include "common/buffer.h"
#include "report/rows/rows.h"

enum row_field_kind {
	ROW_FIELD_COUNT,  /* a whole number */
	ROW_FIELD_NUMBER, /* any number: a percentage, a mean */
	ROW_FIELD_TEXT,
};

struct row_field {
	const char *name;
	const char *part; /* of a breakdown, whose name `name` is; NULL: it is none */
	bool is_first_part, is_last_part;
	enum row_field_kind kind;
	uint64_t count;
	double number; /* not finite: not known */
	int digits;    /* of the number, after the point */
	const char *text;
};

/* Takes a value, which is valid until it returns. */
typedef void row_field_sink(void *context, const struct row_field *field);

/*
 * Passes on the counts and shares of a row, or of a member of its group: overhead, samples and period, with children
 * before them where rows have these. event: of the row. row NULL: only names are set.
 */
void row_fields_counts(const struct rows *r, const struct row *row, uint32_t event, uint32_t member,
		       row_field_sink *sink, void *context);

/* Whether a column has the event, so that nothing else has to say it. */
bool row_fields_have_event(const struct rows *r);

/* What rows say of their event: its name, or of a second event of that name "cycles#2". One thread at a time. */
struct row_event {
	struct buffer text; /* the name of `event`, which was asked for last */
	uint32_t event;
};

void row_event_init(struct row_event *e);
void row_event_fini(struct row_event *e);

/* Valid until the next call; NULL without memory. */
const char *row_event_name(struct row_event *e, const struct rows *r, uint32_t event);

/* Passes on the values of all columns that are not among these. row NULL: only names are set. */
void row_fields_columns(const struct rows *r, const struct row *row, uint32_t event, row_field_sink *sink,
			void *context);

/* Does something with a row of an event. 0 or a negative errno. */
typedef int row_fields_visitor(void *context, const struct row *row, uint32_t event);

/*
 * Calls a visitor for each row of an event, in the order of display, but those below a percentage of the event's total.
 * 0; -ENOMEM; or what the visitor returned, if it was not 0.
 */
int row_fields_of_event(const struct rows *r, uint32_t event, double percent_limit, row_fields_visitor *visit,
			void *context);

/* The same for all events but members of groups, which share the rows of their leader. */
int row_fields_each(const struct rows *r, double percent_limit, row_fields_visitor *visit, void *context);

#endif
