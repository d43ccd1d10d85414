#include "formats/record/record_write.h"

size_t record_begin(struct buffer *b, uint32_t type, uint16_t misc)
{
	size_t start = b->size;

	buffer_put_u32(b, type);
	buffer_put_u16(b, misc);
	buffer_put_u16(b, 0);
	return start;
}

static void record_put_id(struct buffer *b, const struct record_trailer *id)
{
	if (id->sample_type & PERF_SAMPLE_TID) {
		buffer_put_u32(b, id->pid);
		buffer_put_u32(b, id->tid);
	}
	if (id->sample_type & PERF_SAMPLE_TIME)
		buffer_put_u64(b, id->time);
	if (id->sample_type & PERF_SAMPLE_ID)
		buffer_put_u64(b, id->id);
	if (id->sample_type & PERF_SAMPLE_STREAM_ID)
		buffer_put_u64(b, id->stream_id);
	if (id->sample_type & PERF_SAMPLE_CPU) {
		buffer_put_u32(b, id->cpu);
		buffer_put_u32(b, 0);
	}
	if (id->sample_type & PERF_SAMPLE_IDENTIFIER)
		buffer_put_u64(b, id->id);
}

void record_end(struct buffer *b, size_t start, const struct record_trailer *id)
{
	if (id)
		record_put_id(b, id);
	if (!buffer_ok(b))
		return;
	if (b->size - start > RECORD_SIZE_MAX)
		b->failed = true;
	else
		buffer_set_u16(b, start + 6, (uint16_t)(b->size - start));
}

/* A name with its NUL, padded to a multiple of 8 within the record that began at start. */
static void put_name(struct buffer *b, size_t start, const char *name)
{
	size_t length = strnlen(name, RECORD_NAME_MAX - 1);

	buffer_append(b, name, length);
	buffer_put_u8(b, 0);
	buffer_append(b, NULL, align_up(b->size - start, 8) - (b->size - start));
}

static void mapping_put_range(struct buffer *b, const struct record_mapping *m)
{
	buffer_put_u32(b, m->pid);
	buffer_put_u32(b, m->tid);
	buffer_put_u64(b, m->start);
	buffer_put_u64(b, m->length);
	buffer_put_u64(b, m->pgoff);
}

void record_put_mmap(struct buffer *b, uint16_t misc, const struct record_mapping *m, const struct record_trailer *id)
{
	size_t start = record_begin(b, PERF_RECORD_MMAP, misc);

	mapping_put_range(b, m);
	put_name(b, start, m->name);
	record_end(b, start, id);
}

static void mapping_put_build_id(struct buffer *b, const struct build_id *build_id)
{
	buffer_put_u8(b, build_id->size);
	buffer_append(b, NULL, 3);
	buffer_append(b, build_id->data, BUILD_ID_SIZE_MAX);
}

static void mapping_put_inode(struct buffer *b, const struct record_mapping *m)
{
	buffer_put_u32(b, m->major);
	buffer_put_u32(b, m->minor);
	buffer_put_u64(b, m->inode);
	buffer_put_u64(b, m->inode_generation);
}

void record_put_mmap2(struct buffer *b, uint16_t misc, const struct record_mapping *m, const struct record_trailer *id)
{
	size_t start;

	if (m->build_id.size)
		misc |= RECORD_MISC_MMAP_BUILD_ID;
	start = record_begin(b, PERF_RECORD_MMAP2, misc);
	mapping_put_range(b, m);
	if (m->build_id.size)
		mapping_put_build_id(b, &m->build_id);
	else
		mapping_put_inode(b, m);
	buffer_put_u32(b, m->prot);
	buffer_put_u32(b, m->flags);
	put_name(b, start, m->name);
	record_end(b, start, id);
}

void record_put_comm(struct buffer *b, uint16_t misc, uint32_t pid, uint32_t tid, const char *comm,
		     const struct record_trailer *id)
{
	size_t start = record_begin(b, PERF_RECORD_COMM, misc);

	buffer_put_u32(b, pid);
	buffer_put_u32(b, tid);
	put_name(b, start, comm);
	record_end(b, start, id);
}

void record_put_fork(struct buffer *b, const struct record_task *task, const struct record_trailer *id)
{
	size_t start = record_begin(b, PERF_RECORD_FORK, 0);

	buffer_put_u32(b, task->pid);
	buffer_put_u32(b, task->ppid);
	buffer_put_u32(b, task->tid);
	buffer_put_u32(b, task->ptid);
	buffer_put_u64(b, task->time);
	record_end(b, start, id);
}

void record_put_namespaces(struct buffer *b, uint32_t pid, uint32_t tid, const struct record_namespace *spaces,
			   uint64_t n_spaces, const struct record_trailer *id)
{
	size_t start = record_begin(b, PERF_RECORD_NAMESPACES, 0);

	buffer_put_u32(b, pid);
	buffer_put_u32(b, tid);
	buffer_put_u64(b, n_spaces);
	for (uint64_t i = 0; i < n_spaces; i++) {
		buffer_put_u64(b, spaces[i].device);
		buffer_put_u64(b, spaces[i].inode);
	}
	record_end(b, start, id);
}

void record_put_ksymbol(struct buffer *b, const struct record_ksymbol *symbol, const struct record_trailer *id)
{
	size_t start = record_begin(b, PERF_RECORD_KSYMBOL, 0);

	buffer_put_u64(b, symbol->addr);
	buffer_put_u32(b, symbol->len);
	buffer_put_u16(b, symbol->ksym_type);
	buffer_put_u16(b, 0);
	put_name(b, start, symbol->name);
	record_end(b, start, id);
}

void record_put_auxtrace(struct buffer *b, const struct record_auxtrace *trace)
{
	size_t start = record_begin(b, PERF_RECORD_AUXTRACE, 0);

	buffer_put_u64(b, trace->size);
	buffer_put_u64(b, trace->offset);
	buffer_put_u64(b, trace->reference);
	buffer_put_u32(b, trace->index);
	buffer_put_u32(b, (uint32_t)trace->tid);
	buffer_put_u32(b, (uint32_t)trace->cpu);
	buffer_put_u32(b, 0);
	record_end(b, start, &(struct record_trailer){ .sample_type = 0 });
}

#define ID_PLACE_SIZE 32
#define ID_PLACES_MAX ((RECORD_SIZE_MAX - RECORD_HEADER_SIZE - 8) / ID_PLACE_SIZE)

void record_put_id_index(struct buffer *b, const struct record_id_entry *entries, size_t n)
{
	for (size_t done = 0, now; done < n; done += now) {
		size_t start = record_begin(b, PERF_RECORD_ID_INDEX, 0);

		now = n - done < ID_PLACES_MAX ? n - done : ID_PLACES_MAX;
		buffer_put_u64(b, now);
		for (const struct record_id_entry *p = entries + done; p < entries + done + now; p++) {
			buffer_put_u64(b, p->id);
			buffer_put_u64(b, p->index);
			buffer_put_u64(b, (uint64_t)(int64_t)p->cpu);
			buffer_put_u64(b, (uint64_t)(int64_t)p->tid);
		}
		record_end(b, start, &(struct record_trailer){ .sample_type = 0 });
	}
}

void record_put_time_conv(struct buffer *b, const struct time_conv *conv)
{
	size_t start = record_begin(b, PERF_RECORD_TIME_CONV, 0);

	buffer_put_u64(b, conv->shift);
	buffer_put_u64(b, conv->mult);
	buffer_put_u64(b, conv->zero);
	buffer_put_u64(b, conv->cycles);
	buffer_put_u64(b, conv->mask);
	buffer_put_u8(b, 1); /* the kernel's own clock is known by it */
	buffer_put_u8(b, conv->is_short);
	buffer_append(b, (const uint8_t[6]){ 0 }, 6);
	record_end(b, start, &(struct record_trailer){ .sample_type = 0 });
}

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
