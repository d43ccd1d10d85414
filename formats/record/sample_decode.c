#include "formats/record/sample_decode.h"

#include <errno.h>

struct field {
	uint64_t bit;
	const char *name;
	size_t member; /* a u64, or two u32; with `decode` NULL */
	bool is_pair;
	void (*decode)(struct cursor *c, const struct event_attr *attr, struct sample *s);
};

static struct sample_words words_take(struct cursor *c, uint64_t n)
{
	struct sample_words w = { .swap = c->swap };

	/* No record holds more; the product below stays in range. */
	if (n > RECORD_SIZE_MAX / 8) {
		c->failed = true;
		return w;
	}
	w.data = cursor_bytes(c, 8 * n);
	w.n = w.data ? (uint32_t)n : 0;
	return w;
}

static struct sample_bytes bytes_take(struct cursor *c, uint64_t size)
{
	struct sample_bytes b = { .data = cursor_bytes(c, size) };

	b.size = b.data ? size : 0;
	return b;
}

/* A lone value comes before the times, what belongs to it after them; a group's values come after the times. */
static uint32_t read_gap(uint64_t format)
{
	if (format & PERF_FORMAT_GROUP)
		return 0;
	return !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) + !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
}

void sample_decode_read(struct cursor *c, uint64_t format, struct sample_read *ret_read)
{
	struct sample_read read = { .format = format };
	struct cursor times = *c;
	uint64_t n = 1;

	read.width = 1 + !!(format & PERF_FORMAT_ID) + !!(format & PERF_FORMAT_LOST);
	if (format & PERF_FORMAT_GROUP)
		n = cursor_u64(c);
	else
		read.words = words_take(c, read.width + read_gap(format));
	/* After the count or the value. */
	cursor_skip(&times, 8);
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		read.time_enabled = cursor_u64(&times);
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		read.time_running = cursor_u64(&times);
	if (format & PERF_FORMAT_GROUP) {
		*c = times;
		read.words = words_take(c, n > RECORD_SIZE_MAX ? n : n * read.width);
	}
	read.n = cursor_ok(c) ? (uint32_t)n : 0;
	*ret_read = read;
}

struct sample_read_value sample_read_value(const struct sample_read *read, uint32_t i)
{
	struct sample_read_value v = { 0 };
	uint32_t at = i * read->width;

	v.value = sample_word(&read->words, at++);
	at += read_gap(read->format);
	if (read->format & PERF_FORMAT_ID)
		v.id = sample_word(&read->words, at++);
	if (read->format & PERF_FORMAT_LOST)
		v.lost = sample_word(&read->words, at);
	return v;
}

static void decode_read(struct cursor *c, const struct event_attr *attr, struct sample *s)
{
	sample_decode_read(c, attr->read_format, &s->read);
}

static void decode_callchain(struct cursor *c, const struct event_attr *attr, struct sample *s)
{
	(void)attr;
	s->callchain = words_take(c, cursor_u64(c));
}

static void decode_raw(struct cursor *c, const struct event_attr *attr, struct sample *s)
{
	(void)attr;
	s->raw = bytes_take(c, cursor_u32(c));
}

static void decode_branches(struct cursor *c, const struct event_attr *attr, struct sample *s)
{
	struct sample_branches *b = &s->branches;
	uint64_t n = cursor_u64(c);

	/* The kernel's bitfields, which begin at the highest bit on a big-endian machine. */
	b->mirrored = order_is_big(c->swap);
	if (attr->branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX) {
		b->has_hw_idx = true;
		b->hw_idx = cursor_u64(c);
	}
	if (n > RECORD_SIZE_MAX) {
		c->failed = true;
		return;
	}
	b->words = words_take(c, 3 * n);
	if (attr->branch_sample_type & PERF_SAMPLE_BRANCH_COUNTERS)
		b->counters = words_take(c, n);
	b->n = cursor_ok(c) ? (uint32_t)n : 0;
}

/* The fields of perf_branch_entry's bitfield: how many bits each has, from the first on. */
static const uint8_t branch_bits[] = { 1, 1, 1, 1, 16, 4, 2, 4, 3 };

static uint64_t branch_flags_turn(uint64_t flags)
{
	uint64_t turned = 0;
	unsigned at = 0;

	for (size_t i = 0; i < ARRAY_SIZE(branch_bits); i++) {
		unsigned bits = branch_bits[i];

		turned |= (flags >> (64 - at - bits) & ((1ull << bits) - 1)) << at;
		at += bits;
	}
	return turned;
}

struct sample_branch sample_branch(const struct sample_branches *b, uint32_t i)
{
	struct sample_branch branch;

	branch.from = sample_word(&b->words, 3 * i);
	branch.to = sample_word(&b->words, 3 * i + 1);
	branch.flags = sample_word(&b->words, 3 * i + 2);
	if (b->mirrored)
		branch.flags = branch_flags_turn(branch.flags);
	return branch;
}

static void regs_take(struct cursor *c, uint64_t mask, struct sample_regs *regs)
{
	regs->abi = cursor_u64(c);
	if (!regs->abi)
		return;
	regs->mask = mask;
	regs->values = words_take(c, __builtin_popcountll(mask));
}

bool sample_reg(const struct sample_regs *regs, unsigned number, uint64_t *ret_value)
{
	uint32_t index;

	if (number > 63 || !(regs->mask >> number & 1))
		return false;
	index = (uint32_t)__builtin_popcountll(regs->mask & ((1ull << number) - 1));
	if (index >= regs->values.n)
		return false;
	*ret_value = sample_word(&regs->values, index);
	return true;
}

static void decode_regs_user(struct cursor *c, const struct event_attr *attr, struct sample *s)
{
	regs_take(c, attr->sample_regs_user, &s->regs_user);
}

static void decode_regs_intr(struct cursor *c, const struct event_attr *attr, struct sample *s)
{
	regs_take(c, attr->sample_regs_intr, &s->regs_intr);
}

static void decode_stack_user(struct cursor *c, const struct event_attr *attr, struct sample *s)
{
	(void)attr;
	s->stack_user = bytes_take(c, cursor_u64(c));
	if (s->stack_user.size)
		s->stack_dyn_size = cursor_u64(c);
}

static void decode_aux(struct cursor *c, const struct event_attr *attr, struct sample *s)
{
	(void)attr;
	s->aux = bytes_take(c, cursor_u64(c));
}

#define NUMBER(name, member)                                                            \
	{                                                                               \
		PERF_SAMPLE_##name, #name, offsetof(struct sample, member), false, NULL \
	}
#define PAIR(name, member)                                                             \
	{                                                                              \
		PERF_SAMPLE_##name, #name, offsetof(struct sample, member), true, NULL \
	}
#define FIELD(name, decode)                                 \
	{                                                   \
		PERF_SAMPLE_##name, #name, 0, false, decode \
	}

/* In the order of the record. */
static const struct field fields[] = {
	NUMBER(IDENTIFIER, identifier),
	NUMBER(IP, ip),
	PAIR(TID, pid),
	NUMBER(TIME, time),
	NUMBER(ADDR, addr),
	NUMBER(ID, id),
	NUMBER(STREAM_ID, stream_id),
	PAIR(CPU, cpu),
	NUMBER(PERIOD, period),
	FIELD(READ, decode_read),
	FIELD(CALLCHAIN, decode_callchain),
	FIELD(RAW, decode_raw),
	FIELD(BRANCH_STACK, decode_branches),
	FIELD(REGS_USER, decode_regs_user),
	FIELD(STACK_USER, decode_stack_user),
	NUMBER(WEIGHT, weight),
	NUMBER(WEIGHT_STRUCT, weight),
	NUMBER(DATA_SRC, data_src),
	NUMBER(TRANSACTION, transaction),
	FIELD(REGS_INTR, decode_regs_intr),
	NUMBER(PHYS_ADDR, phys_addr),
	NUMBER(CGROUP, cgroup),
	NUMBER(DATA_PAGE_SIZE, data_page_size),
	NUMBER(CODE_PAGE_SIZE, code_page_size),
	FIELD(AUX, decode_aux),
};

#define SAMPLE_KNOWN (PERF_SAMPLE_WEIGHT_STRUCT * 2 - 1)

_Static_assert(offsetof(struct sample, tid) == offsetof(struct sample, pid) + 4, "TID is a pair");
_Static_assert(offsetof(struct sample, cpu_reserved) == offsetof(struct sample, cpu) + 4, "CPU is a pair");

static void field_decode(const struct field *f, struct cursor *c, const struct event_attr *attr, struct sample *s)
{
	char *member = (char *)s + f->member;

	if (f->decode) {
		f->decode(c, attr, s);
	} else if (f->is_pair) {
		uint32_t pair[2];

		pair[0] = cursor_u32(c);
		pair[1] = cursor_u32(c);
		memcpy(member, pair, sizeof(pair));
	} else {
		uint64_t v = cursor_u64(c);

		memcpy(member, &v, sizeof(v));
	}
}

/* 0, or the bit of the field the record ends within. */
static uint64_t sample_fields_decode(const struct record *r, const struct event_attr *attr, struct sample *s)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);

	memset(s, 0, sizeof(*s));
	s->unknown = attr->sample_type & ~SAMPLE_KNOWN;
	cursor_skip(&c, RECORD_HEADER_SIZE);
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		if (!(attr->sample_type & fields[i].bit))
			continue;
		field_decode(&fields[i], &c, attr, s);
		if (!cursor_ok(&c))
			return fields[i].bit;
		s->type |= fields[i].bit;
	}
	s->rest = (struct sample_bytes){ .data = c.pos, .size = cursor_left(&c) };
	return 0;
}

int sample_decode(const struct record *r, const struct event_attr *attr, struct sample *ret_sample, struct error *err)
{
	uint64_t failed = sample_fields_decode(r, attr, ret_sample);

	/*
	 * A kernel that has no branches to report writes their number, 0, and not the index it was asked for
	 * (perf_output_sample). The only evidence is that the record's size matches without the index.
	 */
	if ((failed || ret_sample->rest.size) && ret_sample->branches.has_hw_idx && !ret_sample->branches.n) {
		struct event_attr plain = *attr;
		struct sample other;

		plain.branch_sample_type &= ~PERF_SAMPLE_BRANCH_HW_INDEX;
		if (!sample_fields_decode(r, &plain, &other) && !other.rest.size && !other.branches.n) {
			*ret_sample = other;
			return 0;
		}
	}
	if (!failed)
		return 0;
	return error_at(err, -EBADMSG, r->offset, r->type, "a sample of %u bytes ends within its field %s", r->size,
			sample_field_name(failed));
}

const char *sample_field_name(uint64_t bit)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (fields[i].bit == bit)
			return fields[i].name;
	return NULL;
}

int sample_find_callchain(const struct record *r, const struct file_event *e, const uint8_t **ret_addrs,
			  uint64_t *ret_n, struct error *err)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);
	struct sample_read read;
	const uint8_t *addrs;
	uint64_t n;

	*ret_n = 0;
	if (!(e->attr.sample_type & PERF_SAMPLE_CALLCHAIN))
		return 0;
	cursor_skip(&c, e->layout.fixed_end);
	if (e->attr.sample_type & PERF_SAMPLE_READ)
		sample_decode_read(&c, e->attr.read_format, &read);
	n = cursor_u64(&c);
	addrs = n <= RECORD_SIZE_MAX / 8 ? cursor_bytes(&c, 8 * n) : NULL;
	if (!addrs || !cursor_ok(&c))
		return error_at(err, -EBADMSG, r->offset, r->type,
				"a sample's callchain of %llu addresses does not fit into its %u bytes",
				(unsigned long long)n, r->size);
	*ret_addrs = addrs;
	*ret_n = n;
	return 0;
}
