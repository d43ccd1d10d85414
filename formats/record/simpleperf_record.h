/*
 * simpleperf_record: decodes the records of Android's simpleperf that have symbols, and joins records that it has
 * split.
 *
 * A record of more than 64 KiB is split: the contents of SPLIT records, up to a SPLIT_END, are the bytes of the record
 * with its header.
 *
 * Source: record.h of system/extras/simpleperf in AOSP. What decoders return borrows the record's bytes.
 *
 * Threads: no state, any thread; a struct simpleperf_join: one thread at a time.
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

/* A record, joined if it was split. body: the bytes after the header. */
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

/* Decode DSO and SYMBOL. 0 or -EBADMSG. */
int simpleperf_decode_dso(const struct simpleperf_record *r, struct simpleperf_dso *ret_dso);
int simpleperf_decode_symbol(const struct simpleperf_record *r, struct simpleperf_dso_symbol *ret_symbol);

/*
 * Decodes KERNEL_SYMBOL: the text of /proc/kallsyms, without a NUL. *ret_is_piece: it is the next piece of the text;
 * old versions of simpleperf wrote it in pieces of 64,000 bytes. 0 or -EBADMSG.
 */
int simpleperf_decode_kallsyms(const struct simpleperf_record *r, const char **ret_text, size_t *ret_size,
			       bool *ret_is_piece);

/* The contents of SPLIT records so far. The caller initializes and frees `bytes`; the rest begins as zero. */
struct simpleperf_join {
	struct buffer bytes;
	bool failed; /* the record is too large, and will be skipped */
	bool ended;  /* the next SPLIT begins another record */
};

/* Bytes; larger records are skipped. */
#define SIMPLEPERF_JOIN_MAX (64u << 20)

/*
 * Takes the next record of simpleperf, in the order of the file. 1: *ret_record is whole, and valid until the next
 * call: it is this record, or the one that this one ends; 0: a split record goes on; -EBADMSG, -E2BIG: a split record
 * ends, and is damaged or too large; -ENOMEM.
 */
int simpleperf_join(struct simpleperf_join *j, const struct record *r, struct simpleperf_record *ret_record);

#endif
