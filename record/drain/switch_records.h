/*
 * switch_records: takes the records of switches between threads out of those of a ring.
 *
 *	ring of samples: ... sample of offcpu-time | SWITCH out | sample | SWITCH in ...
 *	                          |                     |          |          |
 *	                       off_cpu             off_cpu, and    |       off_cpu, and
 *	                                       the sideband stream |    the sideband stream
 *	                                                         stays
 *
 * SWITCH records come through the rings of samples: there a flood of them cannot make the kernel drop a mapping. In the
 * file they are sideband records: a reader learns from them which thread runs at a time.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_SWITCH_RECORDS_H
#define PREC_RECORD_DRAIN_SWITCH_RECORDS_H

#include "formats/file/id_index.h"
#include "record/drain/off_cpu.h"
#include "record/drain/session_config.h"
#include "record/open/event_set.h"

struct switch_records {
	bool are_wanted;     /* there may be some; if false, the rest is zero */
	bool in_file;        /* SWITCH records go into the file */
	bool off_cpu_wanted; /* there is an event offcpu-time */
	uint32_t event;      /* its number in the set */
	uint16_t sample_id;  /* the offset of the id in a sample */
	struct id_index ids; /* of the set's events */
	struct off_cpu off_cpu;
};

/* Sets up *s. set: its events are open. 0 or a negative errno. */
int switch_records_init(struct switch_records *s, const struct event_set *set, const struct session_config *config,
			struct error *err);
void switch_records_fini(struct switch_records *s);

/*
 * Takes the records of switches out of `size` bytes of whole records, closes the gaps, and sets *size to what is left.
 * Appends SWITCH records to sideband if the file has them. Leaves everything from a damaged record on as it is. 0 or
 * -ENOMEM.
 */
int switch_records_take(struct switch_records *s, uint8_t *records, size_t *size, struct buffer *sideband);

/* Moves the records of switches to out instead, for a later switch_records_take. Threads: any. 0 or -ENOMEM. */
int switch_records_divert(const struct switch_records *s, uint8_t *records, size_t *size, struct buffer *out);

#endif
