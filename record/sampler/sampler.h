/*
 * sampler: opens the events of a list on the CPUs and threads of a target, by a configuration.
 *
 *	event_list + sampler_config + target --> sampler: descriptors, rings, and the attrs as the kernel took them
 *
 * The caller reads the rings, as the session of `prec record` does (record/session/session.h). Sampling needs no file,
 * command line or terminal:
 *
 *	sampler_open(), ring_set_enable(), ring_drain() of each ring ..., ring_set_disable(), sampler_close()
 *
 * CPUs that go offline and threads that end during the opening are left out.
 *
 * Whole CPUs that come online later can be added; one that was there before has its events opened again. Events of
 * threads survive the absence of their CPU.
 *
 * Ownership: _open/_close; list and target are borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_SAMPLER_SAMPLER_H
#define PREC_RECORD_SAMPLER_SAMPLER_H

#include "record/open/open_walk.h"
#include "record/sampler/ring_set.h"

struct sampler {
	struct target *target;
	const struct event_list *list;
	struct event_set set;
	struct ring_set rings;
	struct open_walk walk;
	struct open_mark mark;           /* where the walk goes back to */
	const struct sampler_plan *plan; /* NULL: events are opened */
	bool wakes_each;
	bool without_sideband;
	bool is_missing; /* sampler_open failed because the machine lacks the first event */
};

/* Called instead of opening, for a dry run. */
struct sampler_plan {
	void (*open)(void *context, const struct planned_open *planned);
	void *context;
};

/*
 * Opens and maps everything, disabled; a command's events are enabled by its exec, unless config->starts_later. target:
 * gets the threads of its processes. diagnostics: get messages about what the kernel refused, also on failure; may be
 * NULL, and must outlive the sampler.
 *
 * 0 or a negative errno with a message for the user.
 */
int sampler_open(struct sampler *s, const struct event_list *list, const struct sampler_config *config,
		 struct target *target, struct diagnostics *diagnostics, struct error *err);
void sampler_close(struct sampler *s);

/* Sets for whom events are opened from now on, as sampler_open does. */
void sampler_set_target(struct sampler *s, struct target *target, struct diagnostics *diagnostics);

/*
 * Calls plan for every event that sampler_open would open, in its order, and opens nothing, so it needs no permission.
 * The set and the ring sizes are valid until sampler_close. 0 or a negative errno.
 */
int sampler_plan(struct sampler *s, const struct event_list *list, const struct sampler_config *config,
		 struct target *target, const struct sampler_plan *plan, struct error *err);

/*
 * Opens the events of a CPU (TARGET_SYSTEM) that has come online, disabled. Its old rings, which must be drained, are
 * unmapped and mapped again; new ones are appended to the list. A trace whose decoder needs facts of each CPU is left
 * out on a CPU that was absent at the start, and a message says so. 1; 0: it is offline again; or a negative errno.
 * With 0 or an error the CPU has no descriptors.
 */
int sampler_add_cpu(struct sampler *s, int cpu, struct error *err);

/*
 * Opens the events of all threads of a process, disabled, with the existing rings. Not with TARGET_SYSTEM or
 * per_thread. 0, also if no thread of it is left; or a negative errno, with some events open.
 */
int sampler_add_process(struct sampler *s, pid_t pid, struct error *err);

#endif
