/* redact_sample: encodes samples anew, field by field in the order of perf_event_open(2). */
#include "report/redact/redact.h"

#include "formats/record/record_write.h"
#include "formats/record/sample_decode.h"

#include <errno.h>

struct walk {
	struct redact *redact;
	const struct event_attr *attr;
	struct buffer *b;
	struct cursor c;
	unsigned mode; /* of the sample: RECORD_MISC_USER ... */
};

static void skip_words(struct cursor *c, uint64_t n)
{
	if (n > RECORD_SIZE_MAX / 8)
		c->failed = true;
	else
		cursor_skip(c, 8 * n);
}

static void skip_branches(const struct walk *w, struct cursor *c)
{
	uint64_t n = cursor_u64(c);

	skip_words(c, w->attr->branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX ? 1 : 0);
	skip_words(c, n > RECORD_SIZE_MAX ? n : 3 * n);
	skip_words(c, w->attr->branch_sample_type & PERF_SAMPLE_BRANCH_COUNTERS ? n : 0);
}

static void skip_registers(struct cursor *c, uint64_t mask)
{
	if (cursor_u64(c))
		skip_words(c, (uint64_t)__builtin_popcountll(mask));
}

static void skip_stack(struct cursor *c)
{
	uint64_t size = cursor_u64(c);

	cursor_skip(c, size);
	if (size)
		cursor_skip(c, 8);
}

/* Moves past a field. False: it is not known how long it is. */
static bool skip_field(const struct walk *w, struct cursor *c, uint64_t bit)
{
	struct sample_read read;

	switch (bit) {
	case PERF_SAMPLE_READ: sample_decode_read(c, w->attr->read_format, &read); return true;
	case PERF_SAMPLE_CALLCHAIN: skip_words(c, cursor_u64(c)); return true;
	case PERF_SAMPLE_RAW: cursor_skip(c, cursor_u32(c)); return true;
	case PERF_SAMPLE_BRANCH_STACK: skip_branches(w, c); return true;
	case PERF_SAMPLE_REGS_USER: skip_registers(c, w->attr->sample_regs_user); return true;
	case PERF_SAMPLE_REGS_INTR: skip_registers(c, w->attr->sample_regs_intr); return true;
	case PERF_SAMPLE_STACK_USER: skip_stack(c); return true;
	case PERF_SAMPLE_AUX: cursor_skip(c, cursor_u64(c)); return true;
	default: cursor_skip(c, 8); return sample_field_name(bit) != NULL;
	}
}

/* The mode after a marker. Only the machine's own user space has the mappings that are known. */
static bool marker_is_user(uint64_t marker, bool was_user)
{
	switch (marker) {
	case CALLCHAIN_USER:
	case CALLCHAIN_USER_DEFERRED: return true;
	case CALLCHAIN_KERNEL:
	case CALLCHAIN_HV:
	case CALLCHAIN_GUEST:
	case CALLCHAIN_GUEST_KERNEL:
	case CALLCHAIN_GUEST_USER: return false;
	default: return was_user;
	}
}

/*
 * A chain of frame pointers that leads through code without has words in it that are no return addresses, but whatever
 * lay there: those become 0.
 */
static void clean_chain(const struct walk *w, size_t at)
{
	bool is_user = w->mode == RECORD_MISC_USER;
	struct buffer *b = w->b;

	for (at += 8; at + 8 <= b->size && buffer_ok(b); at += 8) {
		uint64_t word = load_u64_order(b->data + at, b->swap);

		if (word >= CALLCHAIN_MARKER_MIN) {
			is_user = marker_is_user(word, is_user);
		} else if (is_user && word && !redact_is_code(w->redact, word)) {
			buffer_set_u64(b, at, 0);
			w->redact->counts[REDACTED_CHAIN_WORDS]++;
		}
	}
}

static void count_dropped(struct redact *r, uint64_t bit, size_t size)
{
	switch (bit) {
	case PERF_SAMPLE_STACK_USER: r->counts[REDACTED_STACKS] += size > 8; break;
	case PERF_SAMPLE_REGS_USER:
	case PERF_SAMPLE_REGS_INTR: r->counts[REDACTED_REGISTERS] += size > 8; break;
	case PERF_SAMPLE_AUX: r->counts[REDACTED_TRACES] += size > 8; break;
	case PERF_SAMPLE_RAW: r->counts[REDACTED_RAW] += size > 4; break;
	case PERF_SAMPLE_ADDR:
	case PERF_SAMPLE_PHYS_ADDR: r->counts[REDACTED_ADDRESSES]++; break;
	default: r->counts[REDACTED_UNKNOWN]++; break;
	}
}

static void take_field(struct walk *w, uint64_t bit)
{
	const uint8_t *start = w->c.pos;
	size_t at = w->b->size, size;

	skip_field(w, &w->c, bit);
	if (!cursor_ok(&w->c))
		return;
	size = (size_t)(w->c.pos - start);
	if (w->redact->level >= redact_field_goes(bit)) {
		count_dropped(w->redact, bit, size);
		return;
	}
	buffer_append(w->b, start, size);
	if (bit == PERF_SAMPLE_CALLCHAIN)
		clean_chain(w, at);
	/* What is beside the CPU is reserved. */
	if (bit == PERF_SAMPLE_CPU && buffer_ok(w->b))
		buffer_set_u32(w->b, at + 4, 0);
}

/* All fields in the order of the record. */
static const uint64_t order[] = {
	PERF_SAMPLE_IDENTIFIER,
	PERF_SAMPLE_IP,
	PERF_SAMPLE_TID,
	PERF_SAMPLE_TIME,
	PERF_SAMPLE_ADDR,
	PERF_SAMPLE_ID,
	PERF_SAMPLE_STREAM_ID,
	PERF_SAMPLE_CPU,
	PERF_SAMPLE_PERIOD,
	PERF_SAMPLE_READ,
	PERF_SAMPLE_CALLCHAIN,
	PERF_SAMPLE_RAW,
	PERF_SAMPLE_BRANCH_STACK,
	PERF_SAMPLE_REGS_USER,
	PERF_SAMPLE_STACK_USER,
	PERF_SAMPLE_WEIGHT,
	PERF_SAMPLE_WEIGHT_STRUCT,
	PERF_SAMPLE_DATA_SRC,
	PERF_SAMPLE_TRANSACTION,
	PERF_SAMPLE_REGS_INTR,
	PERF_SAMPLE_PHYS_ADDR,
	PERF_SAMPLE_CGROUP,
	PERF_SAMPLE_DATA_PAGE_SIZE,
	PERF_SAMPLE_CODE_PAGE_SIZE,
	PERF_SAMPLE_AUX,
};

/* 1; 0: it is damaged. *ret_left: the bytes after its fields. */
static int take_fields(struct redact *r, const struct record *record, const struct event_attr *attr, struct buffer *b,
		       size_t *ret_left)
{
	struct walk w = { .redact = r, .attr = attr, .b = b, .mode = record->misc & RECORD_MISC_CPUMODE_MASK };
	size_t start = record_begin(b, PERF_RECORD_SAMPLE, record->misc);

	w.c = cursor_make(record->data + RECORD_HEADER_SIZE, record->size - RECORD_HEADER_SIZE, record->swap);
	for (size_t i = 0; i < ARRAY_SIZE(order) && cursor_ok(&w.c); i++)
		if (attr->sample_type & order[i])
			take_field(&w, order[i]);
	*ret_left = cursor_left(&w.c);
	if (!buffer_ok(b))
		return -ENOMEM;
	if (!cursor_ok(&w.c) || (b->size - start) % 8) {
		b->size = start;
		return 0;
	}
	buffer_set_u16(b, start + 6, (uint16_t)(b->size - start));
	return 1;
}

int redact_sample(struct redact *r, const struct record *record, const struct event_attr *attr, struct buffer *b)
{
	uint64_t counts[REDACTED_KINDS];
	size_t start = b->size, left;
	int result;

	memcpy(counts, r->counts, sizeof(counts));
	result = take_fields(r, record, attr, b, &left);
	/* Without branches some kernels leave out the index that they were asked for: formats/record/sample_decode.c.
	 */
	if (result >= 0 && (!result || left) && attr->branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX) {
		struct event_attr plain = *attr;

		plain.branch_sample_type &= ~PERF_SAMPLE_BRANCH_HW_INDEX;
		memcpy(r->counts, counts, sizeof(counts));
		b->size = start;
		result = take_fields(r, record, &plain, b, &left);
	}
	if (!result)
		r->counts[REDACTED_RECORDS]++;
	return result;
}
