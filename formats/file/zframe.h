/*
 * zframe: packs whole records into one zstd frame, and the frame into COMPRESSED records.
 *
 *	raw records (at most ZFRAME_RAW_MAX bytes) -> one frame -> one or more COMPRESSED records
 *
 *	+--------+-----------------------+--------+------------------+-----------+
 *	| header | frame, first part     | header | frame, last part | skippable |
 *	+--------+-----------------------+--------+------------------+-----------+
 *
 * - A frame has whole records, and can be decompressed without the others.
 * - A COMPRESSED record has a frame or a part of one, never two.
 * - The size of a COMPRESSED record is a multiple of 8. It is padded with a zstd skippable frame, which decompressors
 *   skip (a header of 8 bytes, then any bytes).
 * - Each COMPRESSED record completes a block of its frame: Linux perf takes one that decompresses to nothing for damage
 *   (perf_session__process_compressed_event; tried with 6.1 and 7.3). If data compress so badly that a block of the
 *   usual size would fill a record, the frame has smaller blocks.
 *
 * Sources: the frame: RFC 8878; the record: perf.data-file-format.txt.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_FORMATS_FILE_ZFRAME_H
#define PREC_FORMATS_FILE_ZFRAME_H

#include "common/buffer.h"
#include "common/error.h"

#define ZFRAME_RAW_MAX   (1024 * 1024) /* bytes of uncompressed records in a frame */
#define ZFRAME_LEVEL_MIN (-7)          /* the lowest level under pressure; those below 1 are zstd's fast levels */
#define ZFRAME_LEVEL_MAX 22

/* Compresses nearly as well as zstd's level 3, in the time of its level 2: see zframe.c. */
#define ZFRAME_LEVEL_DEFAULT 2

/*
 * What level 2 was at first. Nothing records with it any more, but frames of such recordings are packed again when they
 * come out of an archive (formats/archive). Whoever changes level 2 leaves what it was, likewise.
 */
#define ZFRAME_LEVEL_2_FIRST (ZFRAME_LEVEL_MAX + 1)

/* The range of the option for the level, a part of its row (common/option.h); 0: no compression. */
#define ZFRAME_LEVEL_OPTION OPTION_RANGE(0, ZFRAME_LEVEL_MAX), .called = "compression level"

struct zframe {
	void *context;       /* ZSTD_CCtx */
	struct buffer frame; /* the frame before it is cut into records */
	int level;
	bool small_blocks;   /* frames have small blocks, until data compress better */
	uint64_t n_repacked; /* frames that were compressed again, with small blocks */
};

/* Sets up *z. level: ZFRAME_LEVEL_MIN to ZFRAME_LEVEL_MAX. 0 or a negative errno. */
int zframe_init(struct zframe *z, int level, struct error *err);
void zframe_fini(struct zframe *z);

/* Sets the level from the next frame on. 0 or a negative errno. */
int zframe_set_level(struct zframe *z, int level, struct error *err);

/*
 * Packs `size` bytes of records, at most ZFRAME_RAW_MAX, and appends the COMPRESSED records to *out. 0, or a negative
 * errno with *out unchanged.
 */
int zframe_pack(struct zframe *z, const void *raw, size_t size, struct buffer *out, struct error *err);

#endif
