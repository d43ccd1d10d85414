/*
 * sampler: the events of a list, opened on the CPUs and threads of a target as a configuration says.
 *
 *	event_list + sampler_config + target --> sampler: descriptors, rings, and the attrs as the kernel took them
 *
 * What comes out of the rings, and where that goes, is the caller's: `prec record` has a session for it
 * (record/session/session.h). No file, no command line and no terminal is needed to sample:
 *
 *	sampler_open(), ring_set_enable(), ring_drain() of each ring ..., ring_set_disable(), sampler_close()
 *
 * CPUs that go offline and threads that end while they are opened are left out.
 *
 * Whole CPUs that come online later can be added. One that was there before has its events opened again. The events of
 * threads need none of that: they outlast their CPU's being offline.
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
	struct open_mark mark;           /* of the walk */
	const struct sampler_plan *plan; /* NULL: events are opened */
	bool wakes_each;
	bool without_sideband;
};

/* Who is called instead of opening. */
struct sampler_plan {
	void (*open)(void *context, const struct planned_open *planned);
	void *context;
};

/*
 * Opens and maps everything, disabled: a command's events are enabled by its exec unless the configuration has them
 * start later. target: gets the threads of its processes. diagnostics: get what the kernel refused, also on failure;
 * they may be NULL, and must outlive the sampler.
 *
 * On failure: a negative errno with a message for the user. *ret_missing is then set when the cause is that the machine
 * lacks the first event.
 */
int sampler_open(struct sampler *s, const struct event_list *list, const struct sampler_config *config,
		 struct target *target, struct diagnostics *diagnostics, bool *ret_missing, struct error *err);
void sampler_close(struct sampler *s);

/* What sampler_open does first: whom the events of the set are opened for from now on. */
void sampler_set_target(struct sampler *s, struct target *target, struct diagnostics *diagnostics);

/*
 * Calls plan for everything that sampler_open would open at first, in its order, and opens nothing: no permission is
 * needed. The set and the sizes of the rings are there until sampler_close. 0 or a negative errno.
 */
int sampler_plan(struct sampler *s, const struct event_list *list, const struct sampler_config *config,
		 struct target *target, const struct sampler_plan *plan, struct error *err);

/*
 * Opens the events of a CPU (of TARGET_SYSTEM) that has come online, disabled. Rings it had are given up and mapped
 * anew, so they must be drained; new ones come after the others. Traces whose decoders need to know of each CPU what it
 * is are left out on one that was not there at the start; a notice says so. 1; 0: it is offline again; or a negative
 * errno. The CPU has no descriptors in both other cases.
 */
int sampler_add_cpu(struct sampler *s, int cpu, struct error *err);

/*
 * Opens the events of a process with all its threads, disabled, with the rings that are there. Not with TARGET_SYSTEM
 * or per_thread. Where no thread is left of it nothing is opened, and that is no error. On failure some may be open.
 * 0 or a negative errno.
 */
int sampler_add_process(struct sampler *s, pid_t pid, struct error *err);

#endif
