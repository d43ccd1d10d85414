#include "report/scan/sample_table.h"

#include "common/memory.h"

#include <errno.h>

#define SAMPLE_TABLE_FIRST_SLOTS 1024

/* An estimate looks up this many keys of each table, in this many of the tables before it. */
#define ESTIMATE_KEYS   256u
#define ESTIMATE_TABLES 8u

static struct sample_entry *entries_alloc(uint64_t n)
{
	return pages_alloc_filled(n * sizeof(struct sample_entry));
}

/* Returns with how many entries a table of n_slots slots grows. */
static uint64_t entries_max(uint64_t n_slots)
{
	return n_slots / 8 * 5;
}

int sample_table_init_for(struct sample_table *t, uint64_t n)
{
	*t = (struct sample_table){ .n_slots = SAMPLE_TABLE_FIRST_SLOTS };
	while (entries_max(t->n_slots) < n)
		t->n_slots *= 2;
	t->entries = entries_alloc(t->n_slots);
	return t->entries ? 0 : -ENOMEM;
}

int sample_table_init(struct sample_table *t)
{
	return sample_table_init_for(t, 0);
}

void sample_table_fini(struct sample_table *t)
{
	pages_free(t->entries, t->n_slots * sizeof(*t->entries));
	memset(t, 0, sizeof(*t));
}

static struct sample_entry *sample_table_probe(const struct sample_table *t, const struct sample_key *key)
{
	uint64_t mask = t->n_slots - 1;
	uint64_t i = sample_key_hash(key) & mask;

	while (t->entries[i].count && !sample_key_same(&t->entries[i].key, key))
		i = (i + 1) & mask;
	return &t->entries[i];
}

/*
 * Makes a small table four times as large, so that it is seldom rehashed, and a large one twice as large, so that
 * memory stays in proportion. 0 or -ENOMEM.
 */
static int sample_table_grow(struct sample_table *t)
{
	uint64_t n_slots = t->n_slots < 65536 ? t->n_slots * 4 : t->n_slots * 2;
	struct sample_table bigger = { .n = t->n, .n_slots = n_slots, .entries = entries_alloc(n_slots) };

	if (!bigger.entries)
		return -ENOMEM;
	for (uint64_t i = 0; i < t->n_slots; i++)
		if (t->entries[i].count)
			*sample_table_probe(&bigger, &t->entries[i].key) = t->entries[i];
	pages_free(t->entries, t->n_slots * sizeof(*t->entries));
	*t = bigger;
	return 0;
}

struct sample_entry *sample_table_slot(struct sample_table *t, const struct sample_key *key)
{
	struct sample_entry *e = sample_table_probe(t, key);

	if (e->count)
		return e;
	if (t->n >= entries_max(t->n_slots)) {
		if (sample_table_grow(t))
			return NULL;
		e = sample_table_probe(t, key);
	}
	t->n++;
	e->key = *key;
	return e;
}

int sample_table_merge(struct sample_table *t, const struct sample_entry *entry)
{
	struct sample_entry *e = sample_table_slot(t, &entry->key);

	if (!e)
		return -ENOMEM;
	if (!e->count) {
		*e = *entry;
		return 0;
	}
	e->count += entry->count;
	e->period += entry->period;
	e->first = entry->first < e->first ? entry->first : e->first;
	e->last = entry->last > e->last ? entry->last : e->last;
	return 0;
}

const struct sample_entry *sample_table_find(const struct sample_table *t, const struct sample_key *key)
{
	const struct sample_entry *e = sample_table_probe(t, key);

	return e->count ? e : NULL;
}

/* True if none of the first of n tables has the key. */
static bool is_new_key(const struct sample_table *const *tables, unsigned n, const struct sample_key *key)
{
	for (unsigned i = 0; i < n && i < ESTIMATE_TABLES; i++)
		if (sample_table_find(tables[i], key))
			return false;
	return true;
}

uint64_t sample_table_estimate(const struct sample_table *const *tables, unsigned n)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < n; i++) {
		const struct sample_table *t = tables[i];
		uint64_t n_keys = 0, n_new = 0;

		for (uint64_t slot = 0; slot < t->n_slots && n_keys < ESTIMATE_KEYS; slot++) {
			if (!t->entries[slot].count)
				continue;
			n_keys++;
			n_new += is_new_key(tables, i, &t->entries[slot].key);
		}
		sum += n_keys ? t->n * n_new / n_keys : 0;
	}
	return sum;
}
