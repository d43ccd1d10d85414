/*
 * switch_records: what tells of switches between threads, taken out of the records of a ring.
 *
 *	ring of samples: ... sample of offcpu-time | SWITCH out | sample | SWITCH in ...
 *	                          |                     |          |          |
 *	                       off_cpu             off_cpu, and    |       off_cpu, and
 *	                                       the sideband stream |    the sideband stream
 *	                                                         stays
 *
 * SWITCH records come through the rings of samples, where a flood of them makes the kernel drop no mapping. In the file
 * they are sideband records: a reader counts with them who runs at a time.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_SWITCH_RECORDS_H
#define PREC_RECORD_DRAIN_SWITCH_RECORDS_H

#include "record/open/event_set.h"
#include "record/drain/off_cpu.h"
#include "record/drain/session_config.h"

#include "formats/file/id_index.h"

struct switch_records {
	bool are_wanted;     /* there may be some; else the rest is zero */
	bool in_file;        /* SWITCH records */
	bool off_cpu_wanted; /* there is an event offcpu-time */
	uint32_t event;      /* its number in the set */
	uint16_t sample_id;  /* where samples have their id */
	struct id_index ids; /* of the set's events */
	struct off_cpu off_cpu;
};

/* set: its events are open. 0 or a negative errno. */
int switch_records_init(struct switch_records *s, const struct event_set *set, const struct session_config *config,
			struct error *err);
void switch_records_fini(struct switch_records *s);

/*
 * Takes what it wants of `size` bytes of whole records, moves the rest together, and sets *size to what is left.
 * Appends SWITCH records to sideband, where the file has them. From a record on that is damaged nothing changes. 0 or
 * -ENOMEM.
 */
int switch_records_take(struct switch_records *s, uint8_t *records, size_t *size, struct buffer *sideband);

/* Moves what it would take to out, for one who takes it later. Threads: any. 0 or -ENOMEM. */
int switch_records_divert(const struct switch_records *s, uint8_t *records, size_t *size, struct buffer *out);

#endif
