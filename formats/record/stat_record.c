#include "formats/record/stat_record.h"

#include "formats/record/record_write.h"

#include <string.h>

/* Tags of STAT_CONFIG. */
enum {
	TAG_MODE,
	TAG_INTERVAL,
	TAG_SCALE,
	TAG_LEVEL,
};

#define CPU_MAP_LIST 0
#define CPU_ANY      UINT16_MAX

static void put_aligned_end(struct buffer *b, size_t start)
{
	buffer_append(b, NULL, align_up(b->size - start, 8) - (b->size - start));
	record_end(b, start, NULL);
}

static struct cursor body(const struct record *r)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);

	cursor_skip(&c, RECORD_HEADER_SIZE);
	return c;
}

void stat_record_put(struct buffer *b, const struct stat_record *s)
{
	const size_t start = record_begin(b, PERF_RECORD_STAT, 0);

	buffer_put_u64(b, s->id);
	buffer_put_u32(b, (uint32_t)s->cpu);
	buffer_put_u32(b, (uint32_t)s->thread);
	buffer_put_u64(b, s->value);
	buffer_put_u64(b, s->enabled);
	buffer_put_u64(b, s->running);
	record_end(b, start, NULL);
}

bool stat_record_parse(const struct record *r, struct stat_record *ret)
{
	struct cursor c = body(r);

	ret->id = cursor_u64(&c);
	ret->cpu = (int32_t)cursor_u32(&c);
	ret->thread = (int32_t)cursor_u32(&c);
	ret->value = cursor_u64(&c);
	ret->enabled = cursor_u64(&c);
	ret->running = cursor_u64(&c);
	return cursor_ok(&c);
}

void stat_round_put(struct buffer *b, const struct stat_round *round)
{
	const size_t start = record_begin(b, PERF_RECORD_STAT_ROUND, 0);

	buffer_put_u64(b, round->type);
	buffer_put_u64(b, round->time);
	record_end(b, start, NULL);
}

bool stat_round_parse(const struct record *r, struct stat_round *ret)
{
	struct cursor c = body(r);

	ret->type = cursor_u64(&c);
	ret->time = cursor_u64(&c);
	return cursor_ok(&c);
}

void stat_config_put(struct buffer *b, const struct stat_config *config)
{
	const uint64_t values[] = { [TAG_MODE] = config->mode,
				    [TAG_INTERVAL] = config->interval,
				    [TAG_SCALE] = config->scale,
				    [TAG_LEVEL] = config->level };
	const uint64_t n = config->has_level ? ARRAY_SIZE(values) : TAG_LEVEL;
	const size_t start = record_begin(b, PERF_RECORD_STAT_CONFIG, 0);

	buffer_put_u64(b, n);
	for (uint64_t tag = 0; tag < n; tag++) {
		buffer_put_u64(b, tag);
		buffer_put_u64(b, values[tag]);
	}
	record_end(b, start, NULL);
}

bool stat_config_parse(const struct record *r, struct stat_config *ret)
{
	struct cursor c = body(r);
	uint64_t n = cursor_u64(&c);

	*ret = (struct stat_config){ .mode = STAT_MODE_GLOBAL, .scale = 1 };
	for (; n; n--) {
		const uint64_t tag = cursor_u64(&c);
		const uint64_t value = cursor_u64(&c);

		if (!cursor_ok(&c))
			return false;
		switch (tag) {
		case TAG_MODE: ret->mode = value; break;
		case TAG_INTERVAL: ret->interval = value; break;
		case TAG_SCALE: ret->scale = value; break;
		case TAG_LEVEL:
			ret->level = value;
			ret->has_level = true;
			break;
		}
	}
	return cursor_ok(&c);
}

void stat_threads_put(struct buffer *b, const struct stat_thread *threads, size_t n)
{
	const size_t start = record_begin(b, PERF_RECORD_THREAD_MAP, 0);

	buffer_put_u64(b, n);
	for (size_t i = 0; i < n; i++) {
		buffer_put_u64(b, (uint64_t)threads[i].tid);
		buffer_append(b, threads[i].comm, sizeof(threads[i].comm));
	}
	record_end(b, start, NULL);
}

bool stat_threads_begin(const struct record *r, struct cursor *ret_c, uint64_t *ret_n)
{
	*ret_c = body(r);
	*ret_n = cursor_u64(ret_c);
	return cursor_ok(ret_c);
}

bool stat_threads_next(struct cursor *c, struct stat_thread *ret)
{
	const uint64_t tid = cursor_u64(c);
	const uint8_t *comm = cursor_bytes(c, sizeof(ret->comm));

	if (!comm)
		return false;
	ret->tid = (int64_t)tid;
	memcpy(ret->comm, comm, sizeof(ret->comm));
	ret->comm[sizeof(ret->comm) - 1] = '\0';
	return true;
}

/* A list, which versions of Linux perf before 6.1 know, too. */
static void put_cpus(struct buffer *b, const int *cpus, size_t n)
{
	buffer_put_u16(b, CPU_MAP_LIST);
	buffer_put_u16(b, (uint16_t)n);
	for (size_t i = 0; i < n; i++)
		buffer_put_u16(b, cpus[i] < 0 ? CPU_ANY : (uint16_t)cpus[i]);
}

void stat_cpus_put(struct buffer *b, const int *cpus, size_t n)
{
	const size_t start = record_begin(b, PERF_RECORD_CPU_MAP, 0);

	put_cpus(b, cpus, n);
	put_aligned_end(b, start);
}

static size_t begin_update(struct buffer *b, enum event_update_type type, uint64_t id)
{
	const size_t start = record_begin(b, PERF_RECORD_EVENT_UPDATE, 0);

	buffer_put_u64(b, type);
	buffer_put_u64(b, id);
	return start;
}

void stat_unit_put(struct buffer *b, uint64_t id, const char *unit)
{
	const size_t start = begin_update(b, EVENT_UPDATE_UNIT, id);

	buffer_append(b, unit, strlen(unit) + 1);
	put_aligned_end(b, start);
}

void stat_scale_put(struct buffer *b, uint64_t id, double scale)
{
	const size_t start = begin_update(b, EVENT_UPDATE_SCALE, id);
	uint64_t bits;

	memcpy(&bits, &scale, sizeof(bits));
	buffer_put_u64(b, bits);
	record_end(b, start, NULL);
}

void stat_event_cpus_put(struct buffer *b, uint64_t id, const int *cpus, size_t n)
{
	const size_t start = begin_update(b, EVENT_UPDATE_CPUS, id);

	put_cpus(b, cpus, n);
	put_aligned_end(b, start);
}

bool stat_update_parse(const struct record *r, struct stat_update *ret)
{
	struct cursor c = body(r);
	uint64_t bits;

	*ret = (struct stat_update){ .type = cursor_u64(&c) };
	ret->id = cursor_u64(&c);
	if (ret->type == EVENT_UPDATE_UNIT) {
		ret->unit = cursor_string(&c);
	} else if (ret->type == EVENT_UPDATE_SCALE) {
		bits = cursor_u64(&c);
		memcpy(&ret->scale, &bits, sizeof(bits));
	}
	return cursor_ok(&c) && (ret->unit || ret->type != EVENT_UPDATE_UNIT);
}
