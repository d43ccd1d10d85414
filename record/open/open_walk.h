/*
 * open_walk: every call of perf_event_open(2) for the events of a set on the CPUs and threads of a target, in order:
 *
 *	for each thread (or whatever runs), for each of its CPUs (or none), for each event of the set
 *
 * What is opened goes to the sink: a sampler maps rings, a counter keeps descriptors. What is not there any more, a
 * thread that has ended or a CPU that has gone offline, is left out.
 *
 * The leader of a group is the first of its events that opens on that CPU for that thread.
 *
 * Ownership: everything is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_OPEN_OPEN_WALK_H
#define PREC_RECORD_OPEN_OPEN_WALK_H

#include "record/open/descriptor.h"

#define OPEN_EVERY_EVENT UINT32_MAX

/* A thread, and the process or thread that was asked for. -1: whole CPUs. */
struct open_task {
	pid_t tid, owner;
	uint32_t only;    /* this event of the set, or OPEN_EVERY_EVENT */
	uint64_t suspect; /* the sink's */
};

/* A call of perf_event_open(2) that would be made. */
struct planned_open {
	const struct set_event *event;
	const struct set_event *leader; /* of its group; NULL: it leads, or has none */
	pid_t tid;                      /* -1: whatever runs on the CPU; 0: the command, which has not started */
	int cpu;                        /* -1: wherever the thread runs */
};

/* An event that was opened. */
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
	 * Whether the walk goes on without the event, which the kernel has refused with the negative errno `code`. It
	 * is then in no group of other events.
	 */
	bool (*may_skip)(void *context, uint32_t event, int code);
	/* What is added from _mark on is closed by _undo, since it is opened once more. */
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
	bool command_runs; /* so that it may end while its events are opened */
	bool inherits;     /* threads that start have the events of those that start them */
	bool systems_too;  /* events that count on CPUs alone are opened there, whatever the target */
	bool missing;      /* the cause of a failure is that the machine lacks the first event */
	uint64_t n_opened;
};

/* diagnostics: as of sampler_open. */
void open_walk_init(struct open_walk *w, struct event_set *set, struct target *target, const struct open_sink *sink,
		    void *context, struct diagnostics *diagnostics);

/* All events on all of the target. 0 or a negative errno with a message for the user. */
int open_walk_target(struct open_walk *w, struct error *err);

/* All threads of the processes of t, those that start meanwhile included. As that. */
int open_walk_processes(struct open_walk *w, struct target *t, struct error *err);

/* One task on all CPUs, or on one of them. As that. */
int open_walk_task(struct open_walk *w, const struct open_task *task, struct error *err);
int open_walk_cpu(struct open_walk *w, const struct open_task *task, int cpu, struct error *err);

#endif
