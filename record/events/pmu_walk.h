/*
 * pmu_walk: all PMUs of a machine, one after the other, and events of theirs.
 *
 * Ownership: init/fini. Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_PMU_WALK_H
#define PREC_RECORD_EVENTS_PMU_WALK_H

#include "record/events/event_list.h"
#include "record/pmu/event_context.h"
#include "record/pmu/pmu.h"

struct pmu_walk {
	const struct event_context *context;
	char **names;
	size_t n;
	size_t n_cores;
};

/* 0, or a negative errno where sysfs cannot be read: the walk is empty then, and may be used. */
int pmu_walk_init(struct pmu_walk *w, const struct event_context *context, struct error *err);
void pmu_walk_fini(struct pmu_walk *w);

/* Whether the context does not want events of the i-th PMU that are not typed with its name. */
bool pmu_walk_leaves_out(const struct pmu_walk *w, size_t i);

/* The i-th PMU, which the caller ends by pmu_fini. 0 or a negative errno. */
int pmu_walk_load(const struct pmu_walk *w, struct pmu *ret_pmu, size_t i, struct error *err);

/*
 * Appends an event of the PMU: one of its files, or NULL, with terms. 0, or a negative errno as event_terms_apply; the
 * event is in the list then, too, for the caller to drop.
 */
int pmu_walk_add(struct event_list *list, const struct pmu *pmu, const struct pmu_event *event, struct event_text terms,
		 struct error *err);

/* What a program of BPF puts out is data, and each event counts. */
void pmu_walk_set_output(struct event_spec *spec);

#endif
