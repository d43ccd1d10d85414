/*
 * seen: the same records, whatever the file packs them into and however many readers take them.
 *
 * A file of known records is built; a reader's records are added up by (type, serial number), so that one lost, doubled
 * or torn shows. The serial number is the sample's address, or the thread of a COMM.
 */
#ifndef PREC_TESTS_SEEN_H
#define PREC_TESTS_SEEN_H

#include "formats/file/blocks.h"
#include "tests/support/perf_builder.h"

/* What some readers saw between them. */
struct seen {
	uint64_t records, sum, squares, others;
	uint64_t n_damaged;
	struct error damage;
};

void seen_builder(struct perf_builder *b, unsigned flags);

/* Samples number `from` to `to` - 1, of sizes from 40 bytes to 6 KiB; every tenth is a COMM. */
void seen_records(struct perf_builder *b, uint32_t from, uint32_t to);

/* A record with `size` bytes after it that look like anything but records. */
void seen_auxtrace(struct perf_builder *b, size_t size);

/* What n readers see between them, at most 8. */
struct seen seen_read(struct blocks *blocks, unsigned n, bool swap);

/* Numbers from..to - 1, as they should be seen. */
void seen_want(struct seen *want, uint32_t from, uint32_t to);

/* The builder's file read by 1 to 8 readers, twice each: as it is and after a rewind. */
struct seen seen_check(struct perf_builder *b, const struct seen *want);

#endif
