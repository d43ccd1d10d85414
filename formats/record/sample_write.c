#include "formats/record/sample_write.h"

#include "formats/record/record_write.h"

static void put_ids(struct buffer *b, uint64_t type, const struct sample *s)
{
	if (type & PERF_SAMPLE_IDENTIFIER)
		buffer_put_u64(b, s->identifier);
	if (type & PERF_SAMPLE_IP)
		buffer_put_u64(b, s->ip);
	if (type & PERF_SAMPLE_TID) {
		buffer_put_u32(b, s->pid);
		buffer_put_u32(b, s->tid);
	}
	if (type & PERF_SAMPLE_TIME)
		buffer_put_u64(b, s->time);
	if (type & PERF_SAMPLE_ADDR)
		buffer_put_u64(b, s->addr);
	if (type & PERF_SAMPLE_ID)
		buffer_put_u64(b, s->id);
	if (type & PERF_SAMPLE_STREAM_ID)
		buffer_put_u64(b, s->stream_id);
	if (type & PERF_SAMPLE_CPU) {
		buffer_put_u32(b, s->cpu);
		buffer_put_u32(b, 0);
	}
	if (type & PERF_SAMPLE_PERIOD)
		buffer_put_u64(b, s->period);
}

/* A value, or a group of none. */
static void put_read(struct buffer *b, uint64_t format)
{
	const uint64_t times = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	const uint64_t of_value = PERF_FORMAT_ID | PERF_FORMAT_LOST;
	const uint64_t beside = format & (format & PERF_FORMAT_GROUP ? times : times | of_value);

	buffer_append(b, NULL, 8 + 8 * (size_t)__builtin_popcountll(beside));
}

/* What varies in size, up to the branches. */
static void put_lists(struct buffer *b, const struct event_attr *attr, const struct sample *s)
{
	const uint64_t type = attr->sample_type;

	if (type & PERF_SAMPLE_READ)
		put_read(b, attr->read_format);
	if (type & PERF_SAMPLE_CALLCHAIN) {
		buffer_put_u64(b, s->callchain.n);
		buffer_append(b, s->callchain.data, 8 * (size_t)s->callchain.n);
	}
	if (type & PERF_SAMPLE_RAW) {
		buffer_put_u32(b, 4);
		buffer_put_u32(b, 0);
	}
	if (!(type & PERF_SAMPLE_BRANCH_STACK))
		return;
	buffer_put_u64(b, 0);
	if (attr->branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX)
		buffer_put_u64(b, 0);
}

static void put_user(struct buffer *b, uint64_t type, const struct sample *s)
{
	if (type & PERF_SAMPLE_REGS_USER) {
		buffer_put_u64(b, s->regs_user.abi);
		if (s->regs_user.abi)
			buffer_append(b, s->regs_user.values.data, 8 * (size_t)s->regs_user.values.n);
	}
	if (!(type & PERF_SAMPLE_STACK_USER))
		return;
	buffer_put_u64(b, s->stack_user.size);
	if (!s->stack_user.size)
		return;
	buffer_append(b, s->stack_user.data, s->stack_user.size);
	buffer_put_u64(b, s->stack_dyn_size);
}

void sample_put(struct buffer *b, const struct event_attr *attr, uint16_t misc, const struct sample *s)
{
	/* Each of them is a word that is 0: a number, no registers, or an empty part of a trace. */
	const uint64_t words = PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT | PERF_SAMPLE_DATA_SRC |
			       PERF_SAMPLE_TRANSACTION | PERF_SAMPLE_REGS_INTR | PERF_SAMPLE_PHYS_ADDR |
			       PERF_SAMPLE_CGROUP | PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_CODE_PAGE_SIZE |
			       PERF_SAMPLE_AUX;
	const size_t start = record_begin(b, PERF_RECORD_SAMPLE, misc);

	put_ids(b, attr->sample_type, s);
	put_lists(b, attr, s);
	put_user(b, attr->sample_type, s);
	buffer_append(b, NULL, 8 * (size_t)__builtin_popcountll(attr->sample_type & words));
	record_end(b, start, NULL);
}
