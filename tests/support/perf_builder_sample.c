/* perf_builder's samples: one function a group of fields, called in the order of perf_event_open(2). */
#include "tests/support/perf_builder.h"

static void put_numbers(struct buffer *out, const uint64_t *numbers, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		buffer_put_u64(out, numbers[i]);
}

static void sample_put_ids(struct perf_builder *b, uint64_t type, const struct perf_builder_sample *s)
{
	struct buffer *out = &b->records;

	if (type & PERF_SAMPLE_IDENTIFIER)
		buffer_put_u64(out, b->at.id);
	if (type & PERF_SAMPLE_IP)
		buffer_put_u64(out, s->ip);
	if (type & PERF_SAMPLE_TID) {
		buffer_put_u32(out, b->at.pid);
		buffer_put_u32(out, b->at.tid);
	}
	if (type & PERF_SAMPLE_TIME)
		buffer_put_u64(out, b->at.time);
	if (type & PERF_SAMPLE_ADDR)
		buffer_put_u64(out, s->addr);
	if (type & PERF_SAMPLE_ID)
		buffer_put_u64(out, b->at.id);
	if (type & PERF_SAMPLE_STREAM_ID)
		buffer_put_u64(out, b->at.stream_id);
	if (type & PERF_SAMPLE_CPU) {
		buffer_put_u32(out, b->at.cpu);
		buffer_put_u32(out, 0);
	}
	if (type & PERF_SAMPLE_PERIOD)
		buffer_put_u64(out, s->period);
}

/* The flags are bitfields, which a big-endian machine lays out from the highest bit down. */
static uint64_t branch_flags(const struct buffer *out, uint64_t flags)
{
	static const unsigned bits[] = { 1, 1, 1, 1, 16, 4, 2, 4, 3 };
	uint64_t turned = 0;
	unsigned at = 0;

	if (!order_is_big(out->swap))
		return flags;
	for (size_t i = 0; i < ARRAY_SIZE(bits); at += bits[i++])
		turned |= (flags >> at & ((1ull << bits[i]) - 1)) << (64 - at - bits[i]);
	return turned;
}

static void sample_put_branches(struct buffer *out, uint64_t branch_type, const struct perf_builder_sample *s)
{
	buffer_put_u64(out, s->n_branches);
	if (branch_type & PERF_SAMPLE_BRANCH_HW_INDEX)
		buffer_put_u64(out, s->branch_hw_idx);
	for (uint64_t i = 0; i < s->n_branches; i++) {
		buffer_put_u64(out, s->branches[i].from);
		buffer_put_u64(out, s->branches[i].to);
		buffer_put_u64(out, branch_flags(out, s->branches[i].flags));
	}
	if (branch_type & PERF_SAMPLE_BRANCH_COUNTERS)
		put_numbers(out, s->branch_counters, s->n_branches);
}

static void sample_put_stacks(struct buffer *out, const struct event_attr *attr, const struct perf_builder_sample *s)
{
	uint64_t type = attr->sample_type;

	if (type & PERF_SAMPLE_READ)
		put_numbers(out, s->read, s->n_read);
	if (type & PERF_SAMPLE_CALLCHAIN) {
		buffer_put_u64(out, s->n_chain);
		put_numbers(out, s->chain, s->n_chain);
	}
	if (type & PERF_SAMPLE_RAW) {
		/* the kernel pads raw data so that size field and data together end on 8 bytes */
		uint32_t size = (uint32_t)align_up(s->raw_size + 4, 8) - 4;

		buffer_put_u32(out, size);
		if (s->raw_size)
			buffer_append(out, s->raw, s->raw_size);
		buffer_append(out, NULL, size - s->raw_size);
	}
	if (type & PERF_SAMPLE_BRANCH_STACK)
		sample_put_branches(out, attr->branch_sample_type, s);
}

static void sample_put_registers(struct buffer *out, uint64_t abi, const uint64_t *regs, uint64_t mask)
{
	buffer_put_u64(out, abi);
	if (abi)
		put_numbers(out, regs, __builtin_popcountll(mask));
}

static void sample_put_user(struct buffer *out, const struct event_attr *attr, const struct perf_builder_sample *s)
{
	if (attr->sample_type & PERF_SAMPLE_REGS_USER)
		sample_put_registers(out, s->regs_user_abi, s->regs_user, attr->sample_regs_user);
	if (!(attr->sample_type & PERF_SAMPLE_STACK_USER))
		return;
	buffer_put_u64(out, s->stack_size);
	if (s->stack_size) {
		buffer_append(out, s->stack, s->stack_size);
		buffer_put_u64(out, s->stack_dyn_size);
	}
}

static void sample_put_memory(struct buffer *out, const struct event_attr *attr, const struct perf_builder_sample *s)
{
	uint64_t type = attr->sample_type;

	if (type & (PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT))
		buffer_put_u64(out, s->weight);
	if (type & PERF_SAMPLE_DATA_SRC)
		buffer_put_u64(out, s->data_src);
	if (type & PERF_SAMPLE_TRANSACTION)
		buffer_put_u64(out, s->transaction);
	if (type & PERF_SAMPLE_REGS_INTR)
		sample_put_registers(out, s->regs_intr_abi, s->regs_intr, attr->sample_regs_intr);
	if (type & PERF_SAMPLE_PHYS_ADDR)
		buffer_put_u64(out, s->phys_addr);
	if (type & PERF_SAMPLE_CGROUP)
		buffer_put_u64(out, s->cgroup);
	if (type & PERF_SAMPLE_DATA_PAGE_SIZE)
		buffer_put_u64(out, s->data_page_size);
	if (type & PERF_SAMPLE_CODE_PAGE_SIZE)
		buffer_put_u64(out, s->code_page_size);
	if (type & PERF_SAMPLE_AUX) {
		buffer_put_u64(out, s->aux_size);
		if (s->aux_size)
			buffer_append(out, s->aux, s->aux_size);
	}
}

void perf_builder_sample(struct perf_builder *b, const struct perf_builder_sample *s)
{
	const struct event_attr *attr = &b->events[b->at.event].attr;
	size_t start = b->records.size;

	perf_builder_header(b, PERF_RECORD_SAMPLE, s->misc, 0);
	sample_put_ids(b, attr->sample_type, s);
	sample_put_stacks(&b->records, attr, s);
	sample_put_user(&b->records, attr, s);
	sample_put_memory(&b->records, attr, s);
	buffer_set_u16(&b->records, start + 6, (uint16_t)(b->records.size - start));
}
