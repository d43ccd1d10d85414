/*
 * sample_decode: decodes SAMPLE records (perf_event_open(2), PERF_RECORD_SAMPLE).
 *
 * sample_decode() decodes all fields, by a table. Single numbers are in this machine's byte order. Fields of varying
 * size (callchain, raw data, branches, registers, stack) borrow the record's bytes; their numbers are unaligned and in
 * the file's byte order, and the functions below load them.
 *
 * The hot loop of a report reads only what it needs: fields with a fixed offset by struct event_layout
 * (formats/record/event.h), and the callchain by sample_find_callchain().
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_SAMPLE_DECODE_H
#define PREC_FORMATS_RECORD_SAMPLE_DECODE_H

#include "common/buffer.h"
#include "formats/record/record.h"

#include <errno.h>

/* n numbers of eight bytes. */
struct sample_words {
	const uint8_t *data;
	uint32_t n;
	bool swap;
};

/* Returns number i, which is less than w->n. */
static inline uint64_t sample_word(const struct sample_words *w, uint32_t i)
{
	return load_u64_order(w->data + 8 * (size_t)i, w->swap);
}

struct sample_bytes {
	const uint8_t *data;
	uint64_t size;
};

/* PERF_SAMPLE_READ and PERF_RECORD_READ. What read_format does not have is 0. */
struct sample_read {
	uint64_t format;                     /* PERF_FORMAT_* */
	uint64_t time_enabled, time_running; /* ns */
	struct sample_words words;           /* the values: sample_read_value() */
	uint32_t n, width;                   /* how many values there are, and the words of each */
};

struct sample_read_value {
	uint64_t value, id, lost;
};

struct sample_branches {
	bool has_hw_idx;
	uint64_t hw_idx;
	struct sample_words words;    /* three words for each branch */
	struct sample_words counters; /* a word for each branch; n 0: none */
	uint32_t n;                   /* branches */
	bool mirrored;                /* the flags begin at the highest bit: a big-endian machine */
};

/* flags: as on a little-endian machine; the macros below return their parts. */
struct sample_branch {
	uint64_t from, to, flags;
};

#define BRANCH_MISPRED(flags)   ((flags)&1)
#define BRANCH_PREDICTED(flags) ((flags) >> 1 & 1)
#define BRANCH_IN_TX(flags)     ((flags) >> 2 & 1)
#define BRANCH_ABORT(flags)     ((flags) >> 3 & 1)
#define BRANCH_CYCLES(flags)    ((flags) >> 4 & 0xffff)
#define BRANCH_TYPE(flags)      ((flags) >> 20 & 15)
#define BRANCH_SPEC(flags)      ((flags) >> 24 & 3)
#define BRANCH_NEW_TYPE(flags)  ((flags) >> 26 & 15)
#define BRANCH_PRIV(flags)      ((flags) >> 30 & 7)

/* Registers, named by formats/record/regs.h. */
struct sample_regs {
	uint64_t abi;               /* 0: no registers; 1: 32-bit; 2: 64-bit */
	uint64_t mask;              /* which registers there are */
	struct sample_words values; /* one for each bit of the mask, lowest bit first */
};

struct sample {
	uint64_t type;    /* PERF_SAMPLE_*: which of the fields below it has; the others are 0 */
	uint64_t unknown; /* bits of sample_type that are not known; their fields are in `rest` */
	uint64_t identifier, ip;
	uint32_t pid, tid;
	uint64_t time, addr, id, stream_id;
	uint32_t cpu, cpu_reserved;
	uint64_t period;
	struct sample_read read;
	struct sample_words callchain;
	struct sample_bytes raw;
	struct sample_branches branches;
	struct sample_regs regs_user;
	struct sample_bytes stack_user; /* of the size that was asked for */
	uint64_t stack_dyn_size;        /* so many of these bytes were filled */
	uint64_t weight;                /* WEIGHT or WEIGHT_STRUCT; SAMPLE_WEIGHT_* return the parts of the second */
	uint64_t data_src, transaction;
	struct sample_regs regs_intr;
	uint64_t phys_addr, cgroup, data_page_size, code_page_size;
	struct sample_bytes aux;
	struct sample_bytes rest; /* the bytes after the last known field */
};

/* The parts of WEIGHT_STRUCT: latency of the access, latency of instruction or retirement, and what the CPU defines. */
#define SAMPLE_WEIGHT_VAR1(weight) ((uint32_t)(weight))
#define SAMPLE_WEIGHT_VAR2(weight) ((uint16_t)((weight) >> 32))
#define SAMPLE_WEIGHT_VAR3(weight) ((uint16_t)((weight) >> 48))

/* The id of a sample's event. */
#define SAMPLE_ID_OF(s) ((s)->type & PERF_SAMPLE_IDENTIFIER ? (s)->identifier : (s)->id)

/*
 * Decodes a SAMPLE record of the event. 0; -EBADMSG: it is too small for its fields, and the message names the first
 * that is missing; *ret_sample then has the fields before it, and `type` only these.
 */
int sample_decode(const struct record *r, const struct event_attr *attr, struct sample *ret_sample, struct error *err);

/* Reads counts in the layout of read_format from the cursor, which fails if they are cut off. */
void sample_decode_read(struct cursor *c, uint64_t read_format, struct sample_read *ret_read);

/* Returns value i, which is less than read->n. */
struct sample_read_value sample_read_value(const struct sample_read *read, uint32_t i);

/* Returns the value of a register by its number (formats/record/regs.h). False: the sample does not have it. */
bool sample_reg(const struct sample_regs *regs, unsigned number, uint64_t *ret_value);

/* Returns branch i, which is less than branches->n; 0 is the newest. */
struct sample_branch sample_branch(const struct sample_branches *branches, uint32_t i);

/* Returns the name of a PERF_SAMPLE_* bit in perf_event_open(2), without the prefix; NULL: not known. */
const char *sample_field_name(uint64_t bit);

/* A callchain: n addresses of eight bytes, innermost first, and markers (CALLCHAIN_*) between them; unaligned. */
struct chain_words {
	const uint8_t *data;
	uint64_t n;
	bool swap;
};

/* Returns address i, which is less than w->n. */
static inline uint64_t chain_word(const struct chain_words *w, uint64_t i)
{
	return load_u64_order(w->data + 8 * i, w->swap);
}

/* Empties the buffer, for another chain in the byte order of *w. */
static inline void chain_words_begin(const struct chain_words *w, struct buffer *b)
{
	buffer_clear(b);
	b->swap = w->swap;
}

/* Makes *w the chain in the buffer, whose bytes it borrows. 0 or -ENOMEM. */
static inline int chain_words_take(struct chain_words *w, const struct buffer *b)
{
	if (!buffer_ok(b))
		return -ENOMEM;
	w->data = b->data;
	w->n = b->size / 8;
	return 0;
}

/*
 * Finds the callchain of a sample: *ret_n addresses at *ret_addrs, in the record, unaligned and in the file's byte
 * order; *ret_n 0: it has none. 0; -EBADMSG: the record is too small.
 */
int sample_find_callchain(const struct record *r, const struct file_event *e, const uint8_t **ret_addrs,
			  uint64_t *ret_n, struct error *err);

#endif
