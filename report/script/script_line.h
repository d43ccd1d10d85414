/*
 * script_line: a sample on its way into text: what script_sample.c, which makes the line, and script_data.c share.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_LINE_H
#define PREC_REPORT_SCRIPT_SCRIPT_LINE_H

#include "formats/record/sample_decode.h"
#include "report/script/script.h"

struct script_line {
	struct script_worker *w;
	const struct script_event *e;   /* as which it is shown */
	const struct script_event *own; /* that it is a sample of: what it holds, and where */
	const struct read_share *share; /* NULL: the sample's period is its own */
	const struct record *r;
	struct script_head head;
	struct script_snapshot at;
	uint64_t ip;
	unsigned mode;
};

/* What is at a place of the record, of those that struct event_layout tells; none: when the sample does not have it. */
static inline uint32_t line_u32(const struct record *r, uint16_t place, uint32_t none)
{
	return place ? load_u32_order(r->data + place, r->swap) : none;
}

static inline uint64_t line_u64(const struct record *r, uint16_t place, uint64_t none)
{
	return place ? load_u64_order(r->data + place, r->swap) : none;
}

/* An address, with a name where it is the process's. */
void script_line_addr(struct script_line *l);

/* The raw data of a sample that need no decoding (struct script_event: raw_only). */
void script_line_raw(struct script_line *l);

/* What stands before the sample's code, and what behind it. */
void script_line_before_code(struct script_line *l, const struct sample *s);
void script_line_behind_code(struct script_line *l, const struct sample *s);

#endif
