/*
 * sample_decode: all fields of a SAMPLE record, by one table in the order of perf_event_open(2), PERF_RECORD_SAMPLE.
 *
 * A struct sample is a view: what varies in size (callchain, raw data, branches, registers, stacks) points into the
 * record and lives as long as the block's bytes. Numbers in there are unaligned and in the file's byte order; the
 * accessors below load them. Scalars are in the machine's order.
 *
 * For the hot loop of a report this is too much: it takes fixed fields by struct event_layout and the callchain by
 * formats/record/sample_decode.h.
 */
#ifndef PREC_FORMATS_RECORD_SAMPLE_DECODE_H
#define PREC_FORMATS_RECORD_SAMPLE_DECODE_H

#include "common/buffer.h"
#include "formats/record/record.h"

#include <errno.h>

/* Numbers of eight bytes each, one after the other. */
struct sample_words {
	const uint8_t *data;
	uint32_t n;
	bool swap;
};

static inline uint64_t sample_word(const struct sample_words *w, uint32_t i)
{
	return load_u64_order(w->data + 8 * (size_t)i, w->swap);
}

struct sample_bytes {
	const uint8_t *data;
	uint64_t size;
};

/* PERF_SAMPLE_READ and PERF_RECORD_READ. Times and ids that read_format does not ask for are 0. */
struct sample_read {
	uint64_t format; /* PERF_FORMAT_* */
	uint64_t time_enabled, time_running;
	struct sample_words words; /* n values of `width` words each */
	uint32_t n, width;
};

struct sample_read_value {
	uint64_t value, id, lost;
};

struct sample_branches {
	bool has_hw_idx;
	uint64_t hw_idx;
	struct sample_words words;    /* three words a branch */
	struct sample_words counters; /* a word a branch, or n 0 */
	uint32_t n;
	bool mirrored; /* the flags' fields lie from the highest bit down */
};

/* flags as a little-endian machine lays them out; BRANCH_* below take them apart. */
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

/*
 * abi 0: no registers; 1: 32-bit, 2: 64-bit. Values are in the order of the mask's bits. formats/record/regs.h names
 * them.
 */
struct sample_regs {
	uint64_t abi, mask;
	struct sample_words values;
};

struct sample {
	uint64_t type;    /* PERF_SAMPLE_*: which of the fields below are there; the others are 0 */
	uint64_t unknown; /* bits of sample_type that are not known here; their fields are in `rest` */
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
	struct sample_bytes stack_user; /* as much as was asked for; stack_dyn_size of it hold something */
	uint64_t stack_dyn_size;
	uint64_t weight; /* WEIGHT, and all of WEIGHT_STRUCT; SAMPLE_WEIGHT_* below take that apart */
	uint64_t data_src, transaction;
	struct sample_regs regs_intr;
	uint64_t phys_addr, cgroup, data_page_size, code_page_size;
	struct sample_bytes aux;
	struct sample_bytes rest; /* after the last known field */
};

/* WEIGHT_STRUCT: var1 is the latency, var2 of instruction or retirement, var3 of what the CPU says. */
#define SAMPLE_WEIGHT_VAR1(weight) ((uint32_t)(weight))
#define SAMPLE_WEIGHT_VAR2(weight) ((uint16_t)((weight) >> 32))
#define SAMPLE_WEIGHT_VAR3(weight) ((uint16_t)((weight) >> 48))

#define SAMPLE_ID_OF(s) ((s)->type & PERF_SAMPLE_IDENTIFIER ? (s)->identifier : (s)->id)

/*
 * Decodes the record, a SAMPLE of the event. 0, or -EBADMSG when it is too small for what its event or it itself says
 * it holds; the message names the field. *ret_sample is then as far as it came, with `type` naming whole fields only.
 */
int sample_decode(const struct record *r, const struct event_attr *attr, struct sample *ret_sample, struct error *err);

/* Reads what a read_format lays out from the cursor, which fails when it does not hold it. */
void sample_decode_read(struct cursor *c, uint64_t read_format, struct sample_read *ret_read);

/* The i-th of read->n values. */
struct sample_read_value sample_read_value(const struct sample_read *read, uint32_t i);

/* The value of the register with a number (formats/record/regs.h); false when the sample does not have it. */
bool sample_reg(const struct sample_regs *regs, unsigned number, uint64_t *ret_value);

/* The i-th of branches->n branches, the newest first. */
struct sample_branch sample_branch(const struct sample_branches *branches, uint32_t i);

/* The name of one PERF_SAMPLE_* bit in perf_event_open(2), without its prefix, or NULL. */
const char *sample_field_name(uint64_t bit);

/*
 * sample: the fields of a SAMPLE record that have no fixed offset.
 *
 * The fields up to PERIOD lie where struct event_layout says; a caller that has checked fixed_end against the record's
 * size loads them directly. Order of the rest: perf_event_open(2), PERF_RECORD_SAMPLE.
 */

/* A callchain, the innermost address first, with markers among them (CALLCHAIN_*), unaligned. */
struct chain_words {
	const uint8_t *data;
	uint64_t n;
	bool swap;
};

static inline uint64_t chain_word(const struct chain_words *w, uint64_t i)
{
	return load_u64_order(w->data + 8 * i, w->swap);
}

/* Begins another chain in the place of one: in the buffer, in the same byte order. */
static inline void chain_words_begin(const struct chain_words *w, struct buffer *b)
{
	buffer_clear(b);
	b->swap = w->swap;
}

/* Takes what the buffer has as the chain. 0 or -ENOMEM. */
static inline int chain_words_take(struct chain_words *w, const struct buffer *b)
{
	if (!buffer_ok(b))
		return -ENOMEM;
	w->data = b->data;
	w->n = b->size / 8;
	return 0;
}

/*
 * The callchain of a sample: n addresses (unaligned, in the file's byte order) at *ret_addrs, within the record.
 * n is 0 for events without. 0 or -EBADMSG when the record is too small for what it says it holds.
 */
int sample_find_callchain(const struct record *r, const struct file_event *e, const uint8_t **ret_addrs,
			  uint64_t *ret_n, struct error *err);

#endif
