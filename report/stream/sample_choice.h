/*
 * sample_choice: which samples of a file a command looks at: those of the events that -e names, in the time ranges of
 * --time, between the events that --switch-on and --switch-off name.
 */
#ifndef PREC_REPORT_STREAM_SAMPLE_CHOICE_H
#define PREC_REPORT_STREAM_SAMPLE_CHOICE_H

#include "report/stream/event_switch.h"

/* What options say; NULL: nothing. Events are named as the file has them, or with another modifier or none, or by
 * patterns of fnmatch(3), comma-separated. */
struct sample_choice_words {
	const char *events, *times;
	const char *switch_on, *switch_off;
	bool show_switches; /* those that change something, too */
};

struct sample_choice {
	struct time_ranges times;
	struct event_switch switches;
	bool *events;           /* by event: those that are chosen; NULL: all are */
	const char *times_text; /* as --time had it; NULL: all times. Borrowed */
};

/* Whether not all samples are wanted. */
static inline bool sample_choice_words_are_given(const struct sample_choice_words *w)
{
	return w->events || w->times || w->switch_on || w->switch_off;
}

/*
 * 0 or a negative errno with *err filled: -EINVAL where a word names no event, or times are asked for that the samples
 * do not have. sample_choice_fini is due in any case.
 */
int sample_choice_make(struct sample_choice *ret_choice, const struct perf_file *file,
		       const struct sample_choice_words *words, struct error *err);
void sample_choice_fini(struct sample_choice *c);

/* c: NULL is the choice of all. */
static inline bool sample_choice_has_event(const struct sample_choice *c, uint32_t event)
{
	return !c || !c->events || c->events[event];
}

/*
 * Whether a sample of an event that is chosen is: of those in no order of time, once event_switch_read has been called.
 * offset: of its record.
 */
static inline bool sample_choice_has(const struct sample_choice *c, uint32_t event, uint64_t time, uint64_t offset)
{
	return time_ranges_has(&c->times, time) &&
	       (!event_switch_is_used(&c->switches) || event_switch_has(&c->switches, event, time, offset));
}

#endif
