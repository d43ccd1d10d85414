/*
 * sample_choice: selects the samples that a command reads: by event (-e), time range (--time), and between two events
 * (--switch-on, --switch-off).
 */
#ifndef PREC_REPORT_STREAM_SAMPLE_CHOICE_H
#define PREC_REPORT_STREAM_SAMPLE_CHOICE_H

#include "report/stream/event_switch.h"

/*
 * The arguments of the options; NULL: not given. Events are names as in the file, also with another modifier or none,
 * or patterns of fnmatch(3), separated by commas.
 */
struct sample_choice_words {
	const char *events, *times;
	const char *switch_on, *switch_off;
	bool show_switches; /* also select the samples that switch */
};

struct sample_choice {
	struct time_ranges times;
	struct event_switch switches;
	bool *events;           /* by event: it is selected; NULL: all are */
	const char *times_text; /* the argument of --time; NULL: all times. Borrowed */
};

/* True if any option is given. */
static inline bool sample_choice_words_are_given(const struct sample_choice_words *w)
{
	return w->events || w->times || w->switch_on || w->switch_off;
}

/*
 * Makes a choice from the options. Borrows words->times. 0 or a negative errno with *err filled: -EINVAL: a word
 * matches no event, times are wrong, or samples have no times. The caller calls sample_choice_fini in both cases.
 */
int sample_choice_make(struct sample_choice *ret_choice, const struct perf_file *file,
		       const struct sample_choice_words *words, struct error *err);
void sample_choice_fini(struct sample_choice *c);

/* True if samples of an event are selected. c may be NULL: all are. */
static inline bool sample_choice_has_event(const struct sample_choice *c, uint32_t event)
{
	return !c || !c->events || c->events[event];
}

/*
 * True if a sample of a selected event is selected; samples may come in any order. Call event_switch_read before.
 * offset: of its record.
 */
static inline bool sample_choice_has(const struct sample_choice *c, uint32_t event, uint64_t time, uint64_t offset)
{
	return time_ranges_has(&c->times, time) &&
	       (!event_switch_is_used(&c->switches) || event_switch_has(&c->switches, event, time, offset));
}

#endif
