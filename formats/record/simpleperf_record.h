/*
 * simpleperf_record: what the records of Android's simpleperf say of symbols, and records larger than a record can be.
 *
 * A record of more than 64 KiB is cut into SPLIT records, whose contents in a row, up to a SPLIT_END, are the record
 * with its header.
 *
 * Source: record.h of system/extras/simpleperf in AOSP. Decoders borrow the bytes they are given. No state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_SIMPLEPERF_RECORD_H
#define PREC_FORMATS_RECORD_SIMPLEPERF_RECORD_H

#include "common/buffer.h"
#include "common/cursor.h"
#include "formats/record/record.h"

struct simpleperf_symbol {
	uint64_t vaddr;
	uint64_t size;
	const char *name;
	size_t name_size;
};

/* A record without its header: of one that was split, put together again. */
struct simpleperf_record {
	uint32_t type;
	struct cursor body;
};

struct simpleperf_dso {
	uint64_t type, id, min_vaddr;
	const char *path;
};

struct simpleperf_dso_symbol {
	uint64_t dso; /* the id of its DSO */
	struct simpleperf_symbol symbol;
};

/* 0 or -EBADMSG. */
int simpleperf_decode_dso(const struct simpleperf_record *r, struct simpleperf_dso *ret_dso);
int simpleperf_decode_symbol(const struct simpleperf_record *r, struct simpleperf_dso_symbol *ret_symbol);
/*
 * KERNEL_SYMBOL: the text of /proc/kallsyms, or the next piece of it (*ret_is_piece): the first simpleperf wrote it in
 * pieces of 64,000 bytes, and whether a piece was the last before its size.
 */
int simpleperf_decode_kallsyms(const struct simpleperf_record *r, const char **ret_text, size_t *ret_size,
			       bool *ret_is_piece);

/* What SPLIT records hold so far. Begins with the buffer initialized. */
struct simpleperf_join {
	struct buffer bytes;
	bool failed; /* too large: left out up to its end */
	bool ended;  /* the next SPLIT begins another record */
};

/* Records larger than this are passed over. */
#define SIMPLEPERF_JOIN_MAX (64u << 20)

/*
 * Takes the next record of simpleperf's in the order of the file. 1: *ret_record is whole, either that one or what it
 * ends, and lives until the next call; 0: it goes on; -EBADMSG, -E2BIG: it is damaged or too large, and passed over;
 * -ENOMEM.
 */
int simpleperf_join(struct simpleperf_join *j, const struct record *r, struct simpleperf_record *ret_record);

#endif
