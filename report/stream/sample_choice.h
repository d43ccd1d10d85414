/*
 * sample_choice: which samples of a file a command looks at: those of the events that -e names, in the stretches of
 * time that --time names.
 */
#ifndef PREC_REPORT_STREAM_SAMPLE_CHOICE_H
#define PREC_REPORT_STREAM_SAMPLE_CHOICE_H

#include "report/stream/time_ranges.h"

struct sample_choice {
	struct time_ranges times;
	bool *left_out;         /* by event; NULL: none is */
	const char *times_text; /* as --time had it; NULL: all times. Borrowed */
};

/*
 * Makes a choice of what -e and --time say; NULL: all. events: names as the file has them, or with another modifier or
 * none, or patterns of fnmatch(3), comma-separated. 0 or a negative errno with *err filled: -EINVAL where a word names
 * no event, or times are asked for that the samples do not have. sample_choice_fini is due in any case.
 */
int sample_choice_make(struct sample_choice *ret_choice, const struct perf_file *file, const char *events,
		       const char *times, struct error *err);
void sample_choice_fini(struct sample_choice *c);

/* c: NULL is the choice of all. */
static inline bool sample_choice_has_event(const struct sample_choice *c, uint32_t event)
{
	return !c || !c->left_out || !c->left_out[event];
}

#endif
