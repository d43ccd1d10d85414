/*
 * rotation: a recording of many files: when one ends and the next begins, and which of those that have ended are kept.
 *
 *	signal  SIGUSR2 came
 *	size    the file has as many bytes
 *	time    the file is as old
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
	uint64_t postponed_ns;      /* no other file could be opened: until then there is no other try; 0: it could */
	struct rotated_file *files; /* those that may be removed, where their number is limited: a ring */
	uint32_t n, capacity;
	uint32_t oldest;
	/* Of all files that have ended. */
	uint32_t n_ended;
	uint64_t bytes, raw_bytes, packed_bytes;
};

void rotation_init(struct rotation *r, const struct rotation_config *config);
void rotation_fini(struct rotation *r);

static inline bool rotation_is_wanted(const struct rotation_config *config)
{
	return config->on_signal || config->bytes || config->interval_ns;
}

/* A file begins. now: by clock_now(). */
void rotation_begin(struct rotation *r, uint64_t now);

/* Whether the file is to end. bytes: its size; signalled: SIGUSR2 has come. */
bool rotation_is_due(const struct rotation *r, uint64_t now, uint64_t bytes, bool signalled);

/* When the age of the file is to be looked at next, by clock_now(); 0: never. */
uint64_t rotation_wake_ns(const struct rotation *r);

/* No other file could be opened. True for the first time in a row. */
bool rotation_postpone(struct rotation *r, uint64_t now);

/*
 * A file has ended that is now called so. Removes the oldest one where there are too many; one that others have put in
 * its place stays. 0 or -ENOMEM.
 */
int rotation_keep(struct rotation *r, const char *name, struct diagnostics *diagnostics);

#endif
