/*
 * bundle_parts: what a recording carries for readers on other machines, in parts (bundles).
 *
 *	part	kind, version, bytes -> one zstd frame with a checksum -> pieces, each a record of its own
 *	file	... records [ piece ][ piece ] ... [ piece ][ block index ][ footer, which says where the first one is ]
 *
 * A part is read whole or not at all: one that is damaged, cut off, of an unknown kind or version is left out, and the
 * others are used. So what belongs together is in one part, and a bundle has many. Nothing but pieces stands before the
 * index. The frame begins with a byte of the kind and one of the version, for which its checksum holds, too.
 *
 * The content of a piece (PRIVATE_RECORD_BUNDLE of formats/record/private_record.h), in the file's byte order:
 *
 *	u32 kind      enum bundle_part_kind
 *	u32 version   of the part's content
 *	u32 number    of the part, from 0
 *	u32 piece     from 0
 *	u32 n_pieces  of the part
 *	u32 size      bytes of the frame in this piece, which follow
 *
 * What is in a part is independent of the byte order (formats/file/bundle_numbers.h).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FILE_BUNDLE_PARTS_H
#define PREC_FORMATS_FILE_BUNDLE_PARTS_H

#include "common/buffer.h"
#include "common/error.h"
#include "formats/file/perf_file.h"

/* Limits of one part, and of all parts together, unpacked; in bytes. */
#define BUNDLE_PART_MAX (64u << 20)
#define BUNDLE_MAX      (128u << 20)

/* Parts unpack to so many times their bytes at most, and to BUNDLE_FREE bytes anyway. */
#define BUNDLE_EXPANSION_MAX 256u
#define BUNDLE_FREE          (1u << 20)

enum bundle_part_kind {
	BUNDLE_NAMES = 1,  /* formats/file/bundle_names.h */
	BUNDLE_STACKS = 2, /* formats/file/bundle_stacks.h */
	BUNDLE_LINES = 3,  /* formats/file/bundle_names.h */
};

struct bundle_part {
	uint32_t kind, version;
	const uint8_t *data; /* valid during the call */
	size_t size;
};

/* Compresses a part, at most BUNDLE_PART_MAX bytes, and appends it as records. 0, -ENOMEM, or -E2BIG with *err. */
int bundle_part_put(struct buffer *records, uint32_t number, const struct bundle_part *part, struct error *err);

/* Receives one part after the other. 0, or a negative errno that ends the walk. */
typedef int (*bundle_take)(void *context, const struct bundle_part *part, struct error *err);

/*
 * Reads the parts of a recording in their order, those of all kinds and versions. *ret_damage: the first thing that is
 * wrong with them, code 0: nothing is. 0, also if there are none; or a negative errno of reading or of take.
 */
int bundle_parts_read(const struct perf_file *f, bundle_take take, void *context, struct error *ret_damage,
		      struct error *err);

/* Does so with records in memory. */
int bundle_records_read(const struct buffer *records, bundle_take take, void *context, struct error *ret_damage,
			struct error *err);

/* True if the recording has a bundle. */
bool bundle_parts_any(const struct perf_file *f);

#endif
