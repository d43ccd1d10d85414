/*
 * zframe: packs whole records into one zstd frame, and the frame into PERF_RECORD_COMPRESSED records.
 *
 *	raw records (at most ZFRAME_RAW_MAX bytes) -> one frame -> one or more COMPRESSED records
 *
 *	+--------+-----------------------+--------+------------------+-----------+
 *	| header | frame, first part     | header | frame, last part | skippable |
 *	+--------+-----------------------+--------+------------------+-----------+
 *
 * Invariants: a frame holds whole records, is complete in itself and can be unpacked without any other; a record holds
 * one frame or a part of one, never two; every record's size is a multiple of 8. What a frame lacks to such a multiple
 * is filled with a zstd skippable frame, which decompressors pass over (8 bytes of header, then what is asked for).
 * Every record completes a block of its frame, because Linux perf takes one that unpacks to nothing for damage
 * (perf_session__process_compressed_event; tried with 6.1 and 7.3). Where data pack so badly that a block of the usual
 * size would fill a record, the frame has smaller ones.
 *
 * Not thread safe: one struct zframe a thread. The frame format: RFC 8878; the record: perf.data-file-format.txt.
 */
#ifndef PREC_FORMATS_FILE_ZFRAME_H
#define PREC_FORMATS_FILE_ZFRAME_H

#include "common/buffer.h"
#include "common/error.h"

#define ZFRAME_RAW_MAX   (1024 * 1024)
#define ZFRAME_LEVEL_MIN (-7) /* as far down as effort is lowered; below 1 are zstd's fast levels */
#define ZFRAME_LEVEL_MAX 22

/* Packs nearly as level 3, for the time of zstd's own level 2: see zframe.c. */
#define ZFRAME_LEVEL_DEFAULT 2

/* The range of an option, a part of its row (common/option.h); 0 stands for no compression. */
#define ZFRAME_LEVEL_OPTION OPTION_RANGE(0, ZFRAME_LEVEL_MAX), .called = "compression level"

struct zframe {
	void *context;       /* ZSTD_CCtx */
	struct buffer frame; /* the frame before it is cut into records */
	int level;
	bool small_blocks;   /* as the context is set; the next frame has such, too, until data pack better */
	uint64_t n_repacked; /* frames that were made anew with small blocks */
};

/* level: ZFRAME_LEVEL_MIN to ZFRAME_LEVEL_MAX. 0 or a negative errno. */
int zframe_init(struct zframe *z, int level, struct error *err);
void zframe_fini(struct zframe *z);

/* Sets the level from the next frame on. 0 or a negative errno. */
int zframe_set_level(struct zframe *z, int level, struct error *err);

/*
 * Appends the COMPRESSED records that hold the size bytes of raw records (at most ZFRAME_RAW_MAX) to out.
 * 0 or a negative errno; out is as before on failure.
 */
int zframe_pack(struct zframe *z, const void *raw, size_t size, struct buffer *out, struct error *err);

#endif
