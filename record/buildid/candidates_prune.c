#include "record/buildid/candidates_prune.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#define PRUNE_LEAST   65536 /* entries of all tables together: some MiB */
#define PRUNE_PARENTS 1024  /* steps from a process to those it descends from */

static uint32_t count_entries(const struct cache_candidates *k)
{
	return k->mappings.n + k->sampled.n + k->parents.table.n + k->replaced.table.n;
}

bool candidates_prune_is_due(const struct cache_candidates *k)
{
	uint32_t n = count_entries(k);

	return n >= PRUNE_LEAST && n >= k->enough;
}

static bool is_gone(const struct cache_candidates *k, uint32_t pid)
{
	return u32map_get(&k->gone, pid) == 1;
}

static int look_at(struct cache_candidates *k, uint32_t pid)
{
	if (u32map_get(&k->gone, pid) != U32MAP_NONE)
		return 0;
	return u32map_set(&k->gone, pid, kill((pid_t)pid, 0) && errno == ESRCH);
}

static int look_at_keys(struct cache_candidates *k, const struct u32map *m)
{
	uint32_t pid, value;
	int result = 0;

	for (uint32_t at = 0; !result && u32map_next(m, &at, &pid, &value);)
		result = look_at(k, pid);
	return result;
}

/* Marks the ancestors whose mappings the process may still have as not gone. */
static int keep_ancestors(struct cache_candidates *k, uint32_t pid)
{
	for (int i = 0; i < PRUNE_PARENTS && u32map_get(&k->replaced, pid) != 1; i++) {
		pid = u32map_get(&k->parents, pid);
		if (pid == U32MAP_NONE)
			return 0;
		if (u32map_set(&k->gone, pid, 0))
			return -ENOMEM;
	}
	return 0;
}

static int keep_all_ancestors(struct cache_candidates *k)
{
	uint32_t pid, parent;
	int result = 0;

	for (uint32_t at = 0; !result && u32map_next(&k->parents, &at, &pid, &parent);)
		if (!is_gone(k, pid))
			result = keep_ancestors(k, pid);
	return result;
}

int candidates_prune_look(struct cache_candidates *k)
{
	int result = 0;

	for (uint32_t i = 0; i < k->mappings.n && !result; i++)
		result = look_at(k, k->mappings.list[i].pid);
	for (uint32_t i = 0; i < k->sampled.n && !result; i++)
		result = look_at(k, k->sampled.list[i]);
	if (!result)
		result = look_at_keys(k, &k->parents);
	if (!result)
		result = look_at_keys(k, &k->replaced);
	return result ? result : keep_all_ancestors(k);
}

/* Removes the keys that are gone. 0 or -ENOMEM. */
static int prune_map(const struct cache_candidates *k, struct u32map *m)
{
	struct u32map still = { 0 };
	uint32_t key, value;
	int result = 0;

	for (uint32_t at = 0; !result && u32map_next(m, &at, &key, &value);)
		if (!is_gone(k, key))
			result = u32map_set(&still, key, value);
	if (result) {
		u32map_fini(&still);
		return result;
	}
	u32map_fini(m);
	*m = still;
	return 0;
}

static void prune_mappings(struct cache_candidates *k)
{
	struct candidate_mappings *m = &k->mappings;
	uint32_t n = 0;

	hash_table_clear(&m->table);
	for (uint32_t i = 0; i < m->n; i++)
		if (!is_gone(k, m->list[i].pid)) {
			m->list[n] = m->list[i];
			/* Cannot fail: the table had more entries before. */
			hash_table_add(&m->table, hash_pair(m->list[n].pid, m->list[n].file), n);
			n++;
		}
	m->n = n;
}

static int prune_sampled(struct cache_candidates *k)
{
	struct candidates_sampled *s = &k->sampled;
	uint32_t n = 0;

	memset(s->recent, 0, sizeof(s->recent));
	u32map_fini(&s->by_pid);
	s->by_pid = (struct u32map){ 0 };
	for (uint32_t i = 0; i < s->n; i++)
		if (!is_gone(k, s->list[i])) {
			if (u32map_set(&s->by_pid, s->list[i], n))
				return -ENOMEM;
			s->list[n++] = s->list[i];
		}
	s->n = n;
	return 0;
}

static int sample_gone(struct cache_candidates *k)
{
	uint32_t pid, gone;
	int result = 0;

	for (uint32_t at = 0; !result && u32map_next(&k->gone, &at, &pid, &gone);)
		if (gone)
			result = cache_candidates_add_sampled(k, pid);
	return result;
}

int candidates_prune(struct cache_candidates *k, bool late)
{
	int result;

	if (!k->gone.table.n)
		return 0;
	result = late ? sample_gone(k) : 0;
	if (!result)
		result = cache_candidates_decide(k);
	if (!result)
		result = prune_sampled(k);
	if (!result)
		result = prune_map(k, &k->parents);
	if (!result)
		result = prune_map(k, &k->replaced);
	if (!result)
		result = prune_map(k, &k->jit.seen);
	if (result)
		return result;
	prune_mappings(k);
	u32map_fini(&k->gone);
	k->gone = (struct u32map){ 0 };
	k->enough = 2 * count_entries(k);
	return 0;
}
