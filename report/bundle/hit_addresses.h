/*
 * hit_addresses: the addresses that a recording hit, by the dso whose symbols are asked for them.
 *
 * These are all that any view of the recording looks up: sampled addresses, callers, both ends of branches, data, and
 * the kernel's functions that tracepoints name in their data. Each is looked up as the views do it
 * (report/profile/locator.h), once for each state of its process's mappings.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_REPORT_BUNDLE_HIT_ADDRESSES_H
#define PREC_REPORT_BUNDLE_HIT_ADDRESSES_H

#include "formats/record/sample_decode.h"
#include "report/profile/locator.h"

/* Those of a dso. */
struct hit_dso {
	struct dso_symbols *symbols; /* NULL: another dso has its addresses */
	uint64_t *addresses;         /* as dso_symbols_lookup takes them */
	uint32_t n, capacity;
};

/* An address in one state of mappings. */
struct hit_key {
	const void *space; /* the mapping epoch of its process */
	uint64_t addr;
	unsigned mode;
};

struct hit_addresses {
	struct locator *locator; /* borrowed */
	struct hit_dso *dsos;
	uint32_t n_dsos, dsos_capacity;
	struct hash_table by_symbols; /* of the dsos */
	struct hit_key *seen;
	uint32_t n_seen, seen_capacity;
	struct hash_table seen_table;
};

void hit_addresses_init(struct hit_addresses *h, struct locator *locator);
void hit_addresses_fini(struct hit_addresses *h);

/* Adds an address. mode: RECORD_MISC_KERNEL ... 0 or -ENOMEM. */
int hit_addresses_add(struct hit_addresses *h, const struct timeline_snapshot *at, unsigned mode, uint64_t addr);

/* Adds those of a callchain, with its markers. mode: that of addresses before the first marker. 0 or -ENOMEM. */
int hit_addresses_add_chain(struct hit_addresses *h, const struct timeline_snapshot *at, unsigned mode,
			    const struct chain_words *words);

/* Adds all of a sample, of the record. 0 or -ENOMEM. */
int hit_addresses_add_sample(struct hit_addresses *h, const struct timeline_snapshot *at, const struct record *r,
			     const struct sample *s);

/*
 * Sorts the addresses of each dso, and leaves each once. Of dsos with one build-id, whose names have other paths, the
 * first has all; symbols of the others are NULL. Call it when all are added. 0 or -ENOMEM.
 */
int hit_addresses_finish(struct hit_addresses *h);

/* Says whether a dso has an address in a range. Call it after hit_addresses_finish. */
bool hit_dso_has(const struct hit_dso *dso, uint64_t start, uint64_t size);

#endif
