/*
 * export_mappings_place: where the mappings of an export are.
 *
 *	as mapped	by the first process that mapped the file
 *	as linked	where the file is here: by its own addresses, as far as these are free
 *	apart		what overlaps others is moved beyond all
 */
#include "report/export/export_mappings.h"

#include <errno.h>
#include <stdlib.h>

/* A page of any machine is a multiple of the one, and has at most the size of the other. */
#define PAGE     4096ull
#define PAGE_MAX 65536ull

/* Addresses of user space end here, and those of the kernel begin (ELF readers tell them apart by it). */
#define USER_END (1ull << 63)

/* --- as they were mapped -------------------------------------------------------------------- */

/* The offset of a map's first byte as that of locations counts: of the kernel, and of its modules, it is the address.
 */
static uint64_t map_offset(const struct export *x, const struct map *map)
{
	enum dso_kind kind = x->profile->analysis.timeline.dsos.list[map->dso].kind;

	return kind == DSO_KERNEL || kind == DSO_MODULE ? map->start : map->pgoff;
}

/* Whether a map holds the first of the mapping's locations; of one that none of them holds, the first counts. */
static bool map_is_better(const struct export_mapping *m, uint64_t offset, uint64_t size)
{
	bool holds = m->lowest >= offset && m->lowest - offset < size;

	return m->limit == m->start ||
	       (holds && (m->lowest < m->offset || m->lowest - m->offset >= m->limit - m->start));
}

/* As the first map that holds the lowest location, of the process that mapped it first. */
static void mappings_map(struct export_mappings *m, const struct export *x)
{
	const struct timeline *t = &x->profile->analysis.timeline;

	for (uint32_t i = 0; i < t->n_maps; i++) {
		const struct map *map = &t->maps[i];
		uint32_t number = map->dso == DSO_NONE ? EXPORT_NONE : m->by_dso[map->dso];

		if (number == EXPORT_NONE || !map->size ||
		    !map_is_better(&m->list[number], map_offset(x, map), map->size))
			continue;
		m->list[number].start = map->start;
		m->list[number].limit = map->start + map->size;
		m->list[number].offset = map_offset(x, map);
	}
}

/* Extends it to all its locations, by whole pages. Of damaged files nothing is left but the addresses. */
static void mapping_extend(struct export_mapping *m)
{
	uint64_t size = m->limit - m->start;

	if (m->lowest < m->offset) {
		uint64_t more = m->offset - (m->lowest & ~(PAGE - 1));

		m->offset -= more;
		m->start -= more;
		size += more;
	}
	if (m->highest - m->offset >= size)
		size = ((m->highest - m->offset) | (PAGE - 1)) + 1;
	m->limit = m->start + size;
	if (m->limit > m->start)
		return;
	m->start = m->offset = 0;
	m->limit = UINT64_MAX;
}

/* Whether other addresses would do as well. */
static bool is_movable(const struct export *x, const struct export_mapping *m)
{
	enum dso_kind kind = x->profile->analysis.timeline.dsos.list[m->dso].kind;

	return (kind == DSO_FILE || kind == DSO_VDSO || kind == DSO_JIT) && m->limit <= USER_END;
}

/* --- as they were linked -------------------------------------------------------------------- */

/* The main program, then those that more samples pass through. */
static int compare_weights(const void *a, const void *b, void *list)
{
	const struct export_mapping *mappings = list;
	uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;

	if (mappings[i].weight != mappings[k].weight)
		return mappings[i].weight > mappings[k].weight ? -1 : 1;
	return i < k ? -1 : i > k;
}

/* Where a mapping is by the addresses in its file. False: the file is not here, or has them in no row. */
static bool linked_start(const struct export *x, const struct export_mapping *m, uint64_t *ret_start)
{
	struct locator *locator = &x->profile->symbolizer.resolver.locator;
	bool is_file = x->profile->analysis.timeline.dsos.list[m->dso].kind == DSO_FILE;
	struct dso_symbols *symbols = is_file ? locator_symbols(locator, m->dso) : NULL;
	enum dso_symbols_status status = symbols ? dso_symbols_status(symbols, NULL) : DSO_SYMBOLS_MISSING;

	if (status != DSO_SYMBOLS_OK && status != DSO_SYMBOLS_STRIPPED)
		return false;
	*ret_start = dso_symbols_virtual(symbols, m->lowest) - (m->lowest - m->offset);
	return dso_symbols_virtual(symbols, m->highest) == *ret_start + (m->highest - m->offset) &&
	       *ret_start < USER_END - (m->limit - m->start);
}

/*
 * Moves those of n mappings there that do not overlap one before them. The pprof of Go takes addresses for those of the
 * file, whatever the mapping says (cmd/pprof, ObjAddr).
 */
static int mappings_link(struct export_mappings *m, const struct export *x, const uint32_t *order, uint32_t n)
{
	uint32_t *linked = malloc((n + 1ull) * sizeof(*linked)), n_linked = 0;

	if (!linked)
		return -ENOMEM;
	for (uint32_t i = 0; i < n; i++) {
		struct export_mapping *one = &m->list[order[i]];
		uint64_t start, size = one->limit - one->start;
		bool is_free = linked_start(x, one, &start);

		for (uint32_t k = 0; k < n_linked && is_free; k++) {
			const struct export_mapping *other = &m->list[linked[k]];

			is_free = start >= other->limit || start + size <= other->start;
		}
		if (!is_free)
			continue;
		one->start = start;
		one->limit = start + size;
		one->is_linked = true;
		linked[n_linked++] = order[i];
	}
	free(linked);
	return 0;
}

/* --- apart from each other ------------------------------------------------------------------- */

static int compare_starts(const void *a, const void *b, void *list)
{
	const struct export_mapping *mappings = list;
	uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;

	if (mappings[i].start != mappings[k].start)
		return mappings[i].start < mappings[k].start ? -1 : 1;
	return i < k ? -1 : i > k;
}

/* Moves a mapping to the first free addresses from *top on, if there are any. */
static void mapping_move(struct export_mapping *m, uint64_t *top)
{
	uint64_t size = m->limit - m->start, to = (*top | (PAGE_MAX - 1)) + 1 + m->start % PAGE_MAX;

	if (to + size > USER_END || to + size < size)
		return;
	m->start = to;
	m->limit = *top = to + size;
}

/* Of two of n mappings, ordered by their starts, that overlap, moves one that is not as it was linked beyond all. */
static void mappings_move(struct export_mappings *m, const uint32_t *order, uint32_t n)
{
	struct export_mapping *last = NULL;
	uint64_t top = 0;

	for (uint32_t i = 0; i < m->n; i++)
		if (m->list[i].limit <= USER_END && m->list[i].limit > top)
			top = m->list[i].limit;
	for (uint32_t i = 0; i < n; i++) {
		struct export_mapping *one = &m->list[order[i]];

		if (last && one->start < last->limit && !one->is_linked) {
			mapping_move(one, &top);
			continue;
		}
		if (last && one->start < last->limit)
			mapping_move(last, &top);
		last = one;
	}
}

int export_mappings_place(struct export_mappings *m, const struct export *x)
{
	uint32_t *order = malloc((m->n + 1ull) * sizeof(*order)), n = 0;
	int result;

	if (!order)
		return -ENOMEM;
	mappings_map(m, x);
	for (uint32_t i = 0; i < m->n; i++) {
		mapping_extend(&m->list[i]);
		if (is_movable(x, &m->list[i]))
			order[n++] = i;
	}
	qsort_r(order, n, sizeof(*order), compare_weights, m->list);
	result = mappings_link(m, x, order, n);
	qsort_r(order, n, sizeof(*order), compare_starts, m->list);
	mappings_move(m, order, n);
	free(order);
	return result;
}
