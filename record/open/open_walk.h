/*
 * open_walk: makes all calls of perf_event_open(2) for the events of a set on the CPUs and threads of a target, in
 * order:
 *
 *	for each thread (or whatever runs), for each of its CPUs (or none), for each event of the set
 *
 * Each descriptor goes to the sink: a sampler maps rings, a counter keeps descriptors. Threads that have ended and CPUs
 * that have gone offline are left out.
 *
 * The leader of a group is the first of its events that opens on that CPU for that thread.
 *
 * Ownership: everything is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_OPEN_OPEN_WALK_H
#define PREC_RECORD_OPEN_OPEN_WALK_H

#include "record/open/descriptor.h"

#define OPEN_EVERY_EVENT UINT32_MAX

/* A thread, and the process or thread that the user named. -1: whole CPUs. */
struct open_task {
	pid_t tid, owner;
	uint32_t only;    /* this event of the set, or OPEN_EVERY_EVENT */
	uint64_t suspect; /* the sink's */
};

/* A call of perf_event_open(2) that a dry run shows. */
struct planned_open {
	const struct set_event *event;
	const struct set_event *leader; /* of its group; NULL: it leads, or has none */
	pid_t tid;                      /* -1: whatever runs on the CPU; 0: the command, not started yet */
	int cpu;                        /* -1: wherever the thread runs */
};

/* An open event. */
struct opened_event {
	int fd;
	int leader;     /* the descriptor of its group's leader; -1: it leads, or has no group */
	uint32_t event; /* of the set */
	int cpu;        /* or -1 */
	const struct open_task *task;
};

/* Any function but add may be NULL. */
struct open_sink {
	/* Takes the descriptor, which a failure closes. 0 or a negative errno. */
	int (*add)(void *context, const struct opened_event *opened, struct error *err);
	bool (*wants)(void *context, uint32_t event, int cpu);
	/*
	 * True if the walk may go on without an event that the kernel refused with the negative errno `code`. The event
	 * is then in no group of other events.
	 */
	bool (*may_skip)(void *context, uint32_t event, int code);
	/* _undo closes what was added since _mark, because it is opened again. */
	void (*mark)(void *context);
	void (*undo)(void *context);
	/* Called in place of opening. */
	void (*plan)(void *context, const struct planned_open *planned);
};

struct open_walk {
	struct event_set *set;
	struct target *target;
	struct descriptor_opener opener;
	const struct open_sink *sink;
	void *context;
	bool command_runs; /* it may end while its events are opened */
	bool inherits;     /* new threads inherit the events of their creators */
	bool systems_too;  /* events that count on CPUs only are opened there, whatever the target */
	bool is_missing;   /* it failed because the machine lacks the first event */
	uint64_t n_opened;
};

/* Sets up the walk. diagnostics: as in sampler_open. */
void open_walk_init(struct open_walk *w, struct event_set *set, struct target *target, const struct open_sink *sink,
		    void *context, struct diagnostics *diagnostics);

/* Opens all events for the whole target. 0 or a negative errno with a message for the user. */
int open_walk_target(struct open_walk *w, struct error *err);

/* Opens them for all threads of the processes of t, also those that start meanwhile. Returns the same. */
int open_walk_processes(struct open_walk *w, struct target *t, struct error *err);

/* Open them for one task, on all its CPUs or on one. Return the same. */
int open_walk_task(struct open_walk *w, const struct open_task *task, struct error *err);
int open_walk_cpu(struct open_walk *w, const struct open_task *task, int cpu, struct error *err);

#endif
