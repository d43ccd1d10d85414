/*
 * rotation: decides when a file of a recording ends and the next begins, and which ended files are kept.
 *
 *	signal  SIGUSR2 came
 *	size    the file has reached a size
 *	time    the file has reached an age
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_ROTATION_H
#define PREC_RECORD_DRAIN_ROTATION_H

#include "common/diagnostics.h"
#include "record/drain/session_config.h"

#include <sys/stat.h>

/* A file that has ended. */
struct rotated_file {
	char *name;
	dev_t device;
	ino_t inode;
};

struct rotation {
	struct rotation_config config;
	uint64_t next_ns;           /* when the file is old enough, by clock_now(); 0: never */
	uint64_t postponed_ns;      /* opening a file failed: when to try again; 0: it did not fail */
	struct rotated_file *files; /* a ring of those that may be removed, if their number is limited */
	uint32_t n, capacity;
	uint32_t oldest;
	/* Sums of all files that have ended. */
	uint32_t n_ended;
	uint64_t bytes, raw_bytes, packed_bytes;
};

void rotation_init(struct rotation *r, const struct rotation_config *config);
void rotation_fini(struct rotation *r);

static inline bool rotation_is_wanted(const struct rotation_config *config)
{
	return config->on_signal || config->bytes || config->interval_ns;
}

/* Call when a file begins. now: by clock_now(). */
void rotation_begin(struct rotation *r, uint64_t now);

/* True if the file is to end. bytes: its size; signalled: SIGUSR2 has come. */
bool rotation_is_due(const struct rotation *r, uint64_t now, uint64_t bytes, bool signalled);

/* Returns when to check the file's age next, by clock_now(); 0: never. */
uint64_t rotation_wake_ns(const struct rotation *r);

/* Call when no other file could be opened. True for the first failure in a row. */
bool rotation_postpone(struct rotation *r, uint64_t now);

/*
 * Adds a file that has ended and has this name. If there are too many, removes the oldest, unless its name now belongs
 * to another file. 0 or -ENOMEM.
 */
int rotation_keep(struct rotation *r, const char *name, struct diagnostics *diagnostics);

#endif
