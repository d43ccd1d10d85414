/*
 * switch_trigger: switches to another file whenever certain events sample (--switch-output-event). These events are not
 * recorded: they have rings of their own, every sample wakes their reader, and their records are dropped.
 *
 * They are opened for the targets at the start, not for processes attached or CPUs that come online later. Those of a
 * command are enabled by its exec, unless sampling starts later. They are switched on and off with the sampling.
 * Samples of this process itself do not count when whole CPUs are recorded: each new file would cause the next one.
 *
 * Ownership: zero is a closed trigger; _open/_close. Events and target are borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_SESSION_SWITCH_TRIGGER_H
#define PREC_RECORD_SESSION_SWITCH_TRIGGER_H

#include "common/buffer.h"
#include "record/sampler/sampler.h"

struct switch_trigger {
	struct sampler sampler;
	struct buffer records; /* those of one ring, for a moment */
	size_t pid_offset;     /* the offset of the pid in samples; 0: they have none */
	bool is_open;
};

/* Returns how to open the events. starts_later: as in the sampler's config. */
struct sampler_config switch_trigger_config(bool starts_later);

/* Opens the events, each to sample every time unless its terms say otherwise. 0 or a negative errno. */
int switch_trigger_open(struct switch_trigger *t, const struct event_list *events, bool starts_later,
			struct target *target, struct diagnostics *diagnostics, struct error *err);
void switch_trigger_close(struct switch_trigger *t);

/* Switches the trigger with the sampling. 0 or a negative errno. */
int switch_trigger_switch(struct switch_trigger *t, bool on, struct error *err);

/* Empties a ring; *ret_sampled: it held a sample of another process. 0 or a negative errno. */
int switch_trigger_take(struct switch_trigger *t, uint32_t ring, bool *ret_sampled, struct error *err);

#endif
