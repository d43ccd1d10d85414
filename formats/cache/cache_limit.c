#include "formats/cache/build_id_cache.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

struct aged {
	struct build_id id;
	struct timespec age;
	uint64_t bytes;
};

struct marked {
	struct aged *list;
	uint32_t n, capacity;
	uint64_t bytes;
};

static int take_marked(void *context, const struct build_id_cache_entry *entry)
{
	struct marked *m = context;

	if (!entry->is_marked)
		return 0;
	if (!list_reserve(&m->list, m->n, &m->capacity, sizeof(*m->list)))
		return -ENOMEM;
	m->list[m->n++] = (struct aged){ entry->id, entry->age, entry->bytes };
	m->bytes += entry->bytes;
	return 0;
}

static int compare_times(const struct timespec *a, const struct timespec *b)
{
	if (a->tv_sec != b->tv_sec)
		return a->tv_sec < b->tv_sec ? -1 : 1;
	return (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

static int compare_ages(const void *a, const void *b)
{
	return compare_times(&((const struct aged *)a)->age, &((const struct aged *)b)->age);
}

int build_id_cache_limit(struct build_id_cache *cache, uint64_t bytes, struct timespec since, uint32_t *ret_removed,
			 struct error *err)
{
	struct marked m = { 0 };
	int result = build_id_cache_each(cache, take_marked, &m, err);

	*ret_removed = 0;
	if (!result && m.bytes > bytes)
		qsort(m.list, m.n, sizeof(*m.list), compare_ages);
	for (uint32_t i = 0; !result && i < m.n && m.bytes > bytes; i++) {
		if (compare_times(&m.list[i].age, &since) >= 0)
			break;
		/* What another program has removed meanwhile is gone, too. */
		build_id_cache_remove(cache, &m.list[i].id, NULL);
		m.bytes -= m.list[i].bytes;
		++*ret_removed;
	}
	free(m.list);
	return result == -ENOMEM ? error_nomem(err) : result;
}
