#include "record/drain/off_cpu_sums.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A sample to look for. */
struct wanted {
	const uint8_t *sample;
	size_t size;
};

void off_cpu_sums_init(struct off_cpu_sums *s, const struct event_layout *layout)
{
	*s = (struct off_cpu_sums){ .layout = *layout };
	buffer_init(&s->samples);
}

void off_cpu_sums_fini(struct off_cpu_sums *s)
{
	buffer_fini(&s->samples);
	hash_table_fini(&s->table);
	free(s->sums);
}

static uint64_t hash_of(const struct off_cpu_sums *s, const struct wanted *w)
{
	return hash_pair(load_u64(w->sample + s->layout.tid),
			 hash_bytes(w->sample + s->layout.fixed_end, w->size - s->layout.fixed_end));
}

static bool same(const void *context, uint32_t number, const void *wanted)
{
	const struct off_cpu_sums *s = context;
	const struct wanted *w = wanted;
	const uint8_t *sample = s->samples.data + s->sums[number].at;
	size_t end = s->layout.fixed_end;

	return load_u16(sample + 6) == w->size &&
	       load_u64(sample + s->layout.tid) == load_u64(w->sample + s->layout.tid) &&
	       !memcmp(sample + end, w->sample + end, w->size - end);
}

static int add_new(struct off_cpu_sums *s, const struct wanted *w)
{
	if (!list_reserve(&s->sums, s->n, &s->capacity, sizeof(*s->sums)) ||
	    hash_table_add(&s->table, hash_of(s, w), s->n))
		return -ENOMEM;
	s->sums[s->n++].at = s->samples.size;
	buffer_append(&s->samples, w->sample, w->size);
	return buffer_ok(&s->samples) ? 0 : -ENOMEM;
}

int off_cpu_sums_add(struct off_cpu_sums *s, const uint8_t *sample, size_t size)
{
	const struct wanted w = { sample, size };
	uint32_t number = hash_table_find(&s->table, hash_of(s, &w), same, s, &w);
	uint8_t *sum;
	uint64_t period;

	if (number == HASH_TABLE_NONE)
		return add_new(s, &w);
	sum = s->samples.data + s->sums[number].at;
	period = load_u64(sum + s->layout.period) + load_u64(sample + s->layout.period);
	memcpy(sum, sample, s->layout.fixed_end);
	memcpy(sum + s->layout.period, &period, sizeof(period));
	return 0;
}

void off_cpu_sums_put(struct off_cpu_sums *s, struct buffer *out)
{
	buffer_append(out, s->samples.data, s->samples.size);
	buffer_clear(&s->samples);
	hash_table_clear(&s->table);
	s->n = 0;
}
