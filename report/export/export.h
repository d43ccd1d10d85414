/*
 * export: a profile as other tools take it, for `prec export`: what all formats share.
 *
 *	entries of the analysis -> stack_samples --.
 *	                              stacks       +--> a format (report/export/export_formats.h) -> bytes
 *	records in order of time -> time_walk -----'
 *
 * A format is a file export_NAME.c and a row of the table in export_formats.c; nothing else knows of it.
 */
#ifndef PREC_REPORT_EXPORT_EXPORT_H
#define PREC_REPORT_EXPORT_EXPORT_H

#include "report/export/stacks.h"
#include "report/profile/chain_ends.h"

/* A thread that was sampled. A process is known by its pid. */
struct export_thread {
	uint32_t pid, tid; /* -1: the sample did not say */
	uint32_t comm;     /* string id: at its last sample */
	uint64_t last;     /* the time of that */

	/* What a walk in the order of time keeps of it; export_thread makes them 0. */
	uint64_t on_cpu; /* since when it runs on a CPU; 0: not known */
	uint64_t until;  /* the end of its last interval, before which none begins */
	bool is_used;    /* something that was written is of it */
	bool has_track;  /* it is described already */
};

struct export_threads {
	struct export_thread *list; /* in the order in which they were met */
	uint32_t n, capacity;
	struct hash_table table;
};

struct export_counts;

struct export_event {
	const char *name; /* as in the file; several events may have the same */
	bool is_time;     /* periods are ns: clocks, and time off the CPU */
	uint64_t count, period;
};

struct export
{
	const char *input;      /* its name, as it was given */
	bool damaged;           /* parts of the file could not be read */
	bool has_chains;        /* samples of some event have call chains */
	struct chain_ends ends; /* whether these are broken; all 0 of unwound stacks, whose ends are counted apart */
	struct profile *profile;
	const struct profile_filter *filter;
	struct stacks stacks;
	struct export_threads threads;
	struct export_counts *counts; /* borrowed; NULL: the recording is none of counts, which have no samples */
	struct export_event *events;  /* as in the file; what they count is added up as samples come */
	uint64_t first, last; /* times of the first and the last sample, added up likewise; first > last: none */
};

/* Fills in what the analysis must distinguish for either walk. by_cpu: the walk is asked for CPUs. */
void export_plan(const struct profile_filter *filter, bool by_cpu, struct analysis_options *ret_options);

/*
 * Makes an export of a symbolized profile. Borrows all. inlines: stacks have inlined functions. 0 or -ENOMEM;
 * export_fini is due in any case.
 */
int export_init(struct export *x, struct profile *profile, const struct profile_filter *filter, bool inlines);
void export_fini(struct export *x);

/*
 * Lets several workers read what the names and lines of all stacks need, and looks at where these end. Each walk begins
 * with it.
 */
void export_preload(struct export *x);

/* Returns the number of the thread of a sample, added if it is new; EXPORT_NONE without memory. */
#define EXPORT_NONE HASH_TABLE_NONE
uint32_t export_thread(struct export *x, const struct export_thread *thread);

/* Adds up what samples of an event count, and when the samples were taken. */
static inline void export_count(struct export *x, uint32_t event, uint64_t count, uint64_t period)
{
	x->events[event].count += count;
	x->events[event].period += period;
}

static inline void export_span(struct export *x, uint64_t first, uint64_t last)
{
	x->first = first < x->first ? first : x->first;
	x->last = last > x->last ? last : x->last;
}

/* Returns the number of a thread; EXPORT_NONE: it was not added. */
uint32_t export_find_thread(const struct export *x, uint32_t pid, uint32_t tid);

/* Returns the comm of a thread at its last sample, or without samples at the end of the recording, as a string id. */
uint32_t export_thread_comm(const struct export *x, const struct export_thread *thread);

/* Returns the comm that a process had last, as a string id: that of its first thread, or else of the given thread where
 * that has none or an empty one. */
uint32_t export_process_comm(const struct export *x, const struct export_thread *thread);

/* Returns the comm of a thread at a sample, or the id of ":42" if it is empty; STRTAB_NONE without memory. */
uint32_t export_named_comm(struct export *x, uint32_t comm, uint32_t tid);

/* Return what a thread or its process is called: that comm; without one its number, ":42", as in prec script. */
#define EXPORT_NAME_SIZE 16
const char *export_thread_name(const struct export *x, const struct export_thread *thread,
			       char text[static EXPORT_NAME_SIZE]);
const char *export_process_name(const struct export *x, const struct export_thread *thread,
				char text[static EXPORT_NAME_SIZE]);

static inline const char *export_string(const struct export *x, uint32_t id)
{
	return strtab_get(&x->profile->names->strings, id);
}

/* Returns the number of samples that are not in the recording, as far as it says. */
uint64_t export_lost(const struct export *x);

#endif
