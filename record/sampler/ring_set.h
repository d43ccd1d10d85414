/*
 * ring_set: all descriptors of events, and the rings that they write to.
 *
 *	thread 1 --- CPU 0: event 0, event 1, sideband      event 0, 1 of every thread ---> sample ring of CPU 0
 *	         \-- CPU 1: event 0, event 1, sideband      sideband of every thread   ---> sideband ring of CPU 0
 *	thread 2 --- CPU 0: ...                             ... and two rings for every other CPU
 *
 * Whole CPUs have no thread (-1). With per_thread there is no CPU (-1), and each thread has two rings instead. The
 * first descriptor of a ring has it mapped, the others are redirected to it. If threads may come and go, the ring has a
 * descriptor of its own (has_own_fd), since the kernel keeps an event as long as its ring is mapped.
 *
 * Events that overwrite (write_backward) have sample rings of their own.
 *
 * So have hardware traces, each with an AUX area (record/aux/aux_ring.h). Only a descriptor of a trace can map such an
 * area. A trace whose area is full stops until it is enabled again. Each type of PMU has its own area, even if two (of
 * two clusters of cores) follow one thread: perf_event_set_output in kernel/events/core.c refuses two PMUs in one area.
 *
 * When the lists are complete, the ids of the events are those of the file. An event that is opened later takes the
 * entry of one that was closed, and its records get the id of an event in the file (record/sampler/id_remap.h).
 *
 * Ownership: _init/_fini, which closes every descriptor; the event set is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_SAMPLER_RING_SET_H
#define PREC_RECORD_SAMPLER_RING_SET_H

#include "record/aux/aux_ring.h"
#include "record/open/event_set.h"
#include "record/sampler/id_remap.h"
#include "record/sampler/ring.h"
#include "record/sampler/ring_sizes.h"

struct event_fd {
	int fd;         /* -1: closed, and its CPU could not be opened again */
	uint32_t event; /* in the set */
	uint32_t ring;
	int cpu;          /* or -1 */
	pid_t tid;        /* or -1 */
	pid_t owner;      /* the process or thread that the user named, or -1 */
	uint64_t id;      /* in the file */
	uint64_t opened;  /* the kernel's id of this descriptor; differs from `id` if it was opened later */
	uint64_t counted; /* the count of earlier descriptors in this entry */
	uint64_t lost;    /* records lost, at the last reading */
	uint64_t suspect; /* its thread may have inherited it from one with this id or a higher one; 0: it has not */
	uint32_t next_closed; /* if fd is -1: the next in the list of open_ring.closed */
};

/* The AUX area of a ring of traces. */
struct open_area {
	struct aux_ring aux;
	uint32_t number; /* among all areas, from 0 on */
	pid_t tid;       /* the first that was traced into it, -1: whole CPUs */
};

struct open_ring {
	struct ring ring;
	int owner;       /* the descriptor that maps it */
	bool has_own_fd; /* owner is the ring's own descriptor, not that of an event */
	bool is_sideband;
	bool overwritten;    /* read by snapshots */
	bool is_trace;       /* of hardware traces */
	uint32_t trace_type; /* of the PMU that writes them */
	struct open_area area;
	int cpu;                   /* or -1 */
	pid_t tid;                 /* of per-thread rings, else -1 */
	struct id_remap *renewals; /* those of the ring's events that were opened later */
	size_t n_renewals;
	uint32_t *closed; /* for each event of the set: 1 + the index of a closed entry; 0: none */
};

struct ring_set {
	struct event_set *set;
	struct ring_sizes sizes;
	struct event_fd *events;
	uint32_t n_events, events_capacity;
	struct open_ring *rings;
	uint32_t n_rings, rings_capacity;
	uint32_t n_areas;
	bool area_overwritten; /* areas of traces are overwritten, see aux_ring.h */
	bool is_stopped;       /* sampling events are disabled: not yet, or no longer, enabled */
	bool complete;         /* all is open: the ids are those of the file */
	bool has_own_fd;       /* rings of CPUs have their own descriptors */
};

void ring_set_init(struct ring_set *o, struct event_set *set, struct ring_sizes sizes);
void ring_set_fini(struct ring_set *o);

/*
 * Adds an event with fd, event, cpu and tid set, and maps its ring or redirects it to one. Owns the descriptor from
 * then on, and closes it on failure. 0 or a negative errno with a message for the user.
 */
int ring_set_add(struct ring_set *o, struct event_fd event, struct error *err);

/* What was open at a time, for ring_set_undo. */
struct open_mark {
	uint32_t n_events, n_rings, n_areas;
	uint64_t next_id; /* if the lists are complete: descriptors opened later have this kernel id or a higher one */
};

struct open_mark ring_set_mark(const struct ring_set *o);

/* Closes what was opened since the mark, and never enabled. Restores the lists if they are not complete yet. */
void ring_set_undo(struct ring_set *o, const struct open_mark *mark);

/* Closes everything, and empties the lists. */
void ring_set_close_all(struct ring_set *o);

/* Closes what is open on a CPU; its events and rings keep their entries. */
void ring_set_close_cpu(struct ring_set *o, int cpu);

/* Closes an event; the next one on its CPU takes its entry. The caller drains the ring after that. */
void ring_set_close(struct ring_set *o, struct event_fd *event);

/* Closes descriptors with kernel id `first` or higher, which were never enabled. */
void ring_set_close_since(struct ring_set *o, uint64_t first);

/* Call after the drain. Forgets ids of closed events that are not in the file. */
void ring_set_forget(struct ring_set *o);

bool ring_set_have_cpu(const struct ring_set *o, int cpu);

#define OPEN_EVERY_CPU (-2)

/* Enables the sampling events, or the sideband event, on one CPU or on every one. 0 or a negative errno. */
int ring_set_enable(struct ring_set *o, bool sideband, int cpu, struct error *err);

enum open_part {
	OPEN_ALL,
	OPEN_SAMPLING, /* only the events that sample; sideband records go on */
};

void ring_set_disable(struct ring_set *o, enum open_part part);

/* Enables a trace again that may have stopped because its area was full, unless the user has disabled it. */
void ring_set_resume(const struct ring_set *o, size_t ring);

/* Disables or enables all traces. */
void ring_set_switch_traces(const struct ring_set *o, bool on);

/* As ring_time_conv, of the first mapped ring; false also if there is none. */
bool ring_set_time_conv(const struct ring_set *o, struct time_conv *ret_conv);

/* Pauses or resumes writing to an overwritten ring. 0 or a negative errno. */
int ring_set_pause(const struct open_ring *ring, bool paused);

#endif
