/*
 * event_set: the events of a recording as they are opened and written to the file: those of the user, and last the
 * sideband event, which takes no samples and has the records of mappings, processes, kernel symbols and BPF programs.
 *
 * Invariants: all attrs have one size, sample_id_all, and the same choice of IDENTIFIER, IP, TID, TIME, ID and CPU. So
 * time and id are at one offset in all samples, and in all trailers.
 *
 * Ownership: _init/_fini; the specs are borrowed from the list. One thread at a time.
 */
#ifndef PREC_RECORD_OPEN_EVENT_SET_H
#define PREC_RECORD_OPEN_EVENT_SET_H

#include "formats/file/id_index.h"
#include "record/events/event_list.h"
#include "record/open/event_attr.h"
#include "record/open/sampler_config.h"
#include "record/open/target.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * event_reading: decodes what read(2) of an event's descriptor returns: its count, and how many records it lost.
 *
 * The layouts are those of "Reading results" in perf_event_open(2) and of enum perf_event_read_format in
 * include/uapi/linux/perf_event.h:
 *
 *	alone:  value [time_enabled] [time_running] [id] [lost]
 *	group:  nr [time_enabled] [time_running] then for each of nr events: value [id] [lost]
 *
 * A read of any event of a group gives all of them, the leader first.
 *
 * Threads: any.
 */

/* The kernel refuses a larger group (perf_event_validate_size in kernel/events/core.c: 16 KiB). */
#define EVENT_READING_WORDS_MAX 2048

struct event_reading {
	uint64_t count; /* the event's count */
	uint64_t lost;  /* records the kernel could not write */
	bool has_lost;  /* this kernel counts lost records (6.0 and up) */
};

/*
 * Finds the event `id` in the n words that a read returned for attr.read_format `format`. 0, or a negative errno with
 * *ret_reading untouched: -EIO: there are fewer words than the format needs; -ENOENT: no event of the group has the id.
 */
int event_reading_decode(struct event_reading *ret_reading, const uint64_t *words, size_t n, uint64_t format,
			 uint64_t id);

/* Reads fd, the descriptor of event `id`. 0 or a negative errno, also of read(2); *ret_reading is then untouched. */
int event_reading_get(struct event_reading *ret_reading, int fd, uint64_t format, uint64_t id);

struct set_event {
	char *name;
	const struct event_spec *spec; /* NULL: the sideband event */
	int cgroup_fd;                 /* of spec->cgroup, -1: none */
	struct event_attr attr;
	uint64_t tracepoint; /* a probe that is opened as a tracepoint: its number; 0: not so */
	char *alone;         /* why later threads and processes do not inherit it; NULL: attr.flags decide */
	uint64_t *ids;       /* the kernel's, one for each descriptor */
	size_t n_ids;
	bool is_off;  /* switched off while the recording runs */
	bool is_open; /* it has a descriptor; attr does not change any more */
};

struct event_set {
	struct set_event *events;
	size_t n; /* the sideband event included */
};

/* Makes the set. list: not empty, outlives it. 0 or a negative errno. */
int event_set_init(struct event_set *set, const struct event_list *list, const struct sampler_config *config,
		   const struct target *target, struct error *err);

/* Makes a set of events that count: without a sideband event, and with no common fields. */
int event_set_init_counting(struct event_set *set, const struct event_list *list, const struct counting_config *config,
			    const struct target *target, struct error *err);

void event_set_fini(struct event_set *set);

/* How many waiting bytes wake the reader of a ring, or of an AUX area (0: the kernel's default). */
struct event_watermarks {
	uint32_t samples, sideband, area;
};

/* Forgets all descriptors and ids, and sets the watermarks. */
void event_set_reset(struct event_set *set, const struct event_watermarks *watermarks);

/*
 * Restricts events opened from now on to a cgroup; the descriptor stays the caller's; 0: no restriction. 0 or a
 * negative errno, with some events restricted.
 */
int event_set_restrict(struct event_set *set, int cgroup_fd, struct error *err);

static inline struct set_event *event_set_sideband(const struct event_set *set)
{
	return &set->events[set->n - 1];
}

/* Returns the first event that is a hardware trace, or NULL. */
const struct set_event *event_set_trace(const struct event_set *set);

/* True if samples of an event have copies of stacks. */
bool event_set_has_stacks(const struct event_set *set);

/* Adds the id of a new descriptor. 0 or -ENOMEM. */
int set_event_add_id(struct set_event *event, uint64_t id);

/* Adds a modifier letter to the name: "cycles" becomes "cycles:u", "cycles:P" "cycles:Pu". 0 or -ENOMEM. */
int set_event_add_modifier(struct set_event *event, char modifier);

/*
 * set_ids: finds the event of a set that a record from a ring belongs to.
 *
 * Threads: no state, any thread.
 */

/* Fills the index, zeroed or filled before, with the ids of the open events. 0 or a negative errno. */
int set_ids_index(struct id_index *index, const struct event_set *set, struct error *err);

#endif
