/*
 * archive_places: addresses as places in files, which are the same in all processes that map a file.
 *
 * The records of mappings, forks and execs that were coded say what is mapped where. An address that lies in no mapping
 * is its own place.
 *
 * Ownership: all zero at first; archive_places_clear frees. One thread at a time.
 */
#ifndef PREC_FORMATS_ARCHIVE_ARCHIVE_PLACES_H
#define PREC_FORMATS_ARCHIVE_ARCHIVE_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#define ARCHIVE_SPACES 1024 /* processes are kept by the last digits of their numbers */

struct archive_mapping {
	uint64_t start, end, offset;
	uint32_t file; /* a hash of its name, of which some bits count */
};

struct archive_space {
	uint32_t pid, n, capacity;
	struct archive_mapping *mappings;
};

struct archive_places {
	struct archive_space spaces[ARCHIVE_SPACES];
	uint32_t n; /* of all mappings */
};

/* The highest byte of places in files. Addresses that have it are no address of a user's program. */
#define ARCHIVE_PLACE_TOP 0xa5u

static inline bool archive_place_is_in_file(uint64_t place)
{
	return place >> 56 == ARCHIVE_PLACE_TOP;
}

void archive_places_clear(struct archive_places *p);

/* Learn from a record. Without memory nothing is learned. */
void archive_places_map(struct archive_places *p, uint32_t pid, const struct archive_mapping *mapping);
void archive_places_fork(struct archive_places *p, uint32_t pid, uint32_t parent);
void archive_places_exec(struct archive_places *p, uint32_t pid);

/* Returns the place of an address; archive_places_address(place) is the address. */
uint64_t archive_places_of(struct archive_places *p, uint32_t pid, uint64_t address);

/* Returns the address of a place; 0: there is none. */
uint64_t archive_places_address(struct archive_places *p, uint32_t pid, uint64_t place);

#endif
