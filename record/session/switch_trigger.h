/*
 * switch_trigger: events that are not recorded, but have the recording go on in another file each time they sample
 * (--switch-output-event). They have rings of their own, whose reader is woken by every sample, and whose records are
 * dropped.
 *
 * They are opened for what is recorded at the start: not for processes that are attached, or CPUs that come, later. A
 * command's are enabled by its exec, unless sampling starts later. They are switched on and off with the sampling. What
 * this process does itself, where whole CPUs are recorded, is none of theirs: each new file would bring the next one.
 *
 * Ownership: zero is a closed trigger; _open/_close. Events and target are borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_SESSION_SWITCH_TRIGGER_H
#define PREC_RECORD_SESSION_SWITCH_TRIGGER_H

#include "record/sampler/sampler.h"

#include "common/buffer.h"

struct switch_trigger {
	struct sampler sampler;
	struct buffer records; /* of one ring, for a moment */
	size_t pid_place;      /* in samples; 0: they do not have it */
	bool is_open;
};

/* How the events are opened; starts_later: as the sampler's. */
struct sampler_config switch_trigger_config(bool starts_later);

/* Opens the events, each to sample every time unless its terms say otherwise. 0 or a negative errno. */
int switch_trigger_open(struct switch_trigger *t, const struct event_list *events, bool starts_later,
			struct target *target, struct diagnostics *diagnostics, struct error *err);
void switch_trigger_close(struct switch_trigger *t);

/* With the sampling. 0 or a negative errno. */
int switch_trigger_switch(struct switch_trigger *t, bool on, struct error *err);

/* Empties a ring, and sets *ret_sampled where it held a sample of another process. 0 or a negative errno. */
int switch_trigger_take(struct switch_trigger *t, uint32_t ring, bool *ret_sampled, struct error *err);

#endif
