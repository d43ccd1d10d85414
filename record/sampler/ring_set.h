/*
 * ring_set: the descriptors of all events, and the rings they write to.
 *
 *	thread 1 --- CPU 0: event 0, event 1, sideband      event 0, 1 of every thread ---> sample ring of CPU 0
 *	         \-- CPU 1: event 0, event 1, sideband      sideband of every thread   ---> sideband ring of CPU 0
 *	thread 2 --- CPU 0: ...                             ... and two rings for every other CPU
 *
 * Whole CPUs have no thread (-1). With per_thread there is no CPU (-1), and each thread has two rings instead. The
 * first descriptor of a ring has it mapped, the others are redirected to it. Where threads may come and go (anchored)
 * that is a descriptor of the ring's own, since the kernel keeps an event for as long as its ring is mapped.
 *
 * Events that overwrite (write_backward) have sample rings of their own, beside those of events that do not.
 *
 * So have hardware traces, with an AUX area each (record/aux/aux_ring.h). The kernel maps such an area by a descriptor
 * of a trace alone; where it is full the trace stops until it is enabled again. PMUs of several types, as of several
 * clusters of cores, have an area each, also where both follow one thread: perf_event_set_output in
 * kernel/events/core.c refuses to have two PMUs write into one.
 *
 * Once the lists are complete, the ids of the events are those of the file. An event that is opened after that takes
 * the place of one that was closed, and its records are made those of an event that the file knows
 * (record/sampler/id_remap.h).
 *
 * Ownership: _init/_fini, which closes every descriptor; the event set is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_SAMPLER_RING_SET_H
#define PREC_RECORD_SAMPLER_RING_SET_H

#include "record/aux/aux_ring.h"
#include "record/sampler/id_remap.h"
#include "record/open/event_set.h"
#include "record/sampler/ring.h"
#include "record/sampler/ring_sizes.h"

struct event_fd {
	int fd;         /* -1: closed, and its CPU could not be opened again */
	uint32_t event; /* in the set */
	uint32_t ring;
	int cpu;          /* or -1 */
	pid_t tid;        /* or -1 */
	pid_t owner;      /* the process or thread that was asked for, or -1 */
	uint64_t id;      /* in the file */
	uint64_t opened;  /* the kernel's id of this descriptor: the same, but for one that was opened later */
	uint64_t counted; /* by the descriptors that were here before */
	uint64_t lost;    /* records, as far as they have been counted */
	uint64_t suspect; /* its thread may have inherited it from one with this id or a higher one; 0: it has not */
	uint32_t next_closed; /* as open_ring.closed, where fd is -1 */
};

/* The AUX area of a ring of traces. */
struct open_area {
	struct aux_ring aux;
	uint32_t number; /* among all areas, from 0 on */
	pid_t tid;       /* the first that was traced into it, -1: whole CPUs */
};

struct open_ring {
	struct ring ring;
	int owner;       /* the descriptor that has it mapped */
	bool has_own_fd; /* owner is the ring's own descriptor, and of no open event */
	bool sideband;
	bool overwritten;    /* read by snapshots */
	bool trace;          /* of hardware traces */
	uint32_t trace_type; /* of the PMU that writes them */
	struct open_area area;
	int cpu;                   /* or -1 */
	pid_t tid;                 /* of per-thread rings, else -1 */
	struct id_remap *renewals; /* of the ring's events that were opened later */
	size_t n_renewals;
	uint32_t *closed; /* for each event of the set 1 + the number of one in the list that was closed; 0: none */
};

struct ring_set {
	struct event_set *set;
	struct ring_sizes sizes;
	struct event_fd *events;
	uint32_t n_events, events_capacity;
	struct open_ring *rings;
	uint32_t n_rings, rings_capacity;
	uint32_t n_areas;
	bool area_overwritten; /* areas of traces are, see aux_ring.h */
	bool is_stopped;       /* the events that sample are not enabled, not yet or not any more */
	bool complete;         /* everything is opened: the ids are those of the file */
	bool has_own_fd;       /* rings of CPUs have descriptors of their own */
};

void ring_set_init(struct ring_set *o, struct event_set *set, struct ring_sizes sizes);
void ring_set_fini(struct ring_set *o);

/*
 * Adds an event that has fd, event, cpu and tid, and maps its ring or redirects it there. Takes the descriptor, which a
 * failure closes. 0 or a negative errno with a message for the user.
 */
int ring_set_add(struct ring_set *o, struct event_fd event, struct error *err);

/* What is open, for ring_set_undo. */
struct open_mark {
	uint32_t n_events, n_rings, n_areas;
	uint64_t next_id; /* of the kernel, once the lists are complete: what is opened later has it or a higher one */
};

struct open_mark ring_set_mark(const struct ring_set *o);

/* Closes what was opened since, which was never enabled: the lists, while they are not complete, are as they were. */
void ring_set_undo(struct ring_set *o, const struct open_mark *mark);

/* Empties the lists. */
void ring_set_close_all(struct ring_set *o);

/* Closes what is open on a CPU; its events and rings keep their places in the lists. */
void ring_set_close_cpu(struct ring_set *o, int cpu);

/* Closes an event, whose place the next one on its CPU takes. Its ring has to be drained after that. */
void ring_set_close(struct ring_set *o, struct event_fd *event);

/* Closes those that have these ids of the kernel or higher, and were never enabled. */
void ring_set_close_since(struct ring_set *o, uint64_t first);

/* After the drain: forgets the ids of events that were closed and are not those of the file. */
void ring_set_forget(struct ring_set *o);

bool ring_set_have_cpu(const struct ring_set *o, int cpu);

#define OPEN_EVERY_CPU (-2)

/* On every descriptor of the events that sample, or of the sideband event, on one CPU or on every one. */
int ring_set_enable(struct ring_set *o, bool sideband, int cpu, struct error *err);

enum open_part {
	OPEN_ALL,
	OPEN_SAMPLING, /* the events that sample: sideband records go on */
};

void ring_set_disable(struct ring_set *o, enum open_part part);

/* The trace that was found full, or could be, goes on, unless it has been disabled by its user. */
void ring_set_resume(const struct ring_set *o, size_t ring);

/* Disables or enables all traces. */
void ring_set_switch_traces(const struct ring_set *o, bool on);

/* As ring_time_conv; of the first ring that is mapped, false where none is. */
bool ring_set_time_conv(const struct ring_set *o, struct time_conv *ret_conv);

/* Stops and continues to write into a ring that is overwritten. 0 or a negative errno. */
int ring_set_pause(const struct open_ring *ring, bool paused);

#endif
