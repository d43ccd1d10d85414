/*
 * open: events x threads x CPUs as file descriptors, and the rings they write to.
 *
 *	thread 1 --- CPU 0: event 0, event 1, sideband      event 0, 1 of every thread ---> sample ring of CPU 0
 *	         \-- CPU 1: event 0, event 1, sideband      sideband of every thread   ---> sideband ring of CPU 0
 *	thread 2 --- CPU 0: ...                             ... and two rings for every other CPU
 *
 * Whole CPUs have no thread (-1); with per_thread there is no CPU (-1), and two rings for each thread instead.
 * The first descriptor of a ring has it mapped, the others are redirected to it.
 *
 * What the kernel is too old for, or this user not allowed, is asked for with less, at an event's first descriptor:
 * after that its attr stands. CPUs that go offline and threads that end meanwhile are left out.
 *
 * Whole CPUs that come online later can be added. One that was there before has its events opened again, in their
 * places in the lists, and its records are made those of the events that the file knows
 * (record/sampler/event_renewal.h). The events of threads need none of that: they outlast their CPU's being offline.
 *
 * Ownership: _init/_fini; the event set and the target are borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_SAMPLER_OPEN_H
#define PREC_RECORD_SAMPLER_OPEN_H

#include "record/sampler/event_renewal.h"
#include "record/sampler/event_set.h"
#include "record/sampler/ring.h"

struct open_event {
	int fd;         /* -1: its CPU could not be opened again */
	uint32_t event; /* in the set */
	uint32_t ring;
	int cpu;          /* or -1 */
	pid_t tid;        /* or -1 */
	uint64_t id;      /* in the file */
	uint64_t opened;  /* what the kernel calls this descriptor: id, but for one that was opened later */
	uint64_t counted; /* by the descriptors that were here before */
};

struct open_ring {
	struct ring ring;
	int owner; /* the descriptor that has it mapped */
	bool sideband;
	int cpu;                        /* or -1 */
	pid_t tid;                      /* of per-thread rings, else -1 */
	struct event_renewal *renewals; /* of the ring's events that were opened later */
	size_t n_renewals;
};

struct open_rings {
	struct event_set *set;
	struct target *target;
	size_t sample_size, sideband_size; /* of each ring */
	struct open_event *events;
	uint32_t n_events, events_capacity;
	struct open_ring *rings;
	uint32_t n_rings, rings_capacity;
	uint64_t dropped_read_format; /* what this kernel does not know */
	uint64_t dropped_flags;
	bool user_only; /* an event fell back to user space */
	bool complete;  /* everything is opened: the ids are those of the file */
	bool may_fall_back_to_user;
};

/*
 * Opens and maps everything. mmap_bytes: the size of a sample ring; 0: the default, made smaller where the limit of
 * locked memory asks for it. On failure: a negative errno with a message for the user; *ret_missing is then set when
 * the cause is that the machine lacks the first event.
 */
int open_rings_init(struct open_rings *o, struct event_set *set, struct target *target, uint64_t mmap_bytes,
		    bool *ret_missing, struct error *err);
void open_rings_fini(struct open_rings *o);

/*
 * Opens the events of a CPU (of TARGET_SYSTEM) that has come online, disabled. Rings it had are given up and mapped
 * anew, so they must be drained; new ones come behind the others. 1; 0: it is offline again; or a negative errno. The
 * CPU has no descriptors in both other cases.
 */
int open_rings_add_cpu(struct open_rings *o, int cpu, struct error *err);

bool open_rings_have_cpu(const struct open_rings *o, int cpu);

#define OPEN_EVERY_CPU (-2)

/* ioctls on every descriptor of the events that sample, or of the sideband event, on one CPU or on every one. */
int open_rings_enable(struct open_rings *o, bool sideband, int cpu, struct error *err);
void open_rings_disable(struct open_rings *o);

#endif
