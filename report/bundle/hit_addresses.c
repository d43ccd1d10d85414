#include "report/bundle/hit_addresses.h"

#include "common/list.h"
#include "report/scan/value_table.h"
#include "report/symbols/dso_load.h"

#include <errno.h>
#include <stdlib.h>

void hit_addresses_init(struct hit_addresses *h, struct locator *locator)
{
	*h = (struct hit_addresses){ .locator = locator };
}

void hit_addresses_fini(struct hit_addresses *h)
{
	for (uint32_t i = 0; i < h->n_dsos; i++)
		free(h->dsos[i].addresses);
	free(h->dsos);
	free(h->seen);
	hash_table_fini(&h->by_symbols);
	hash_table_fini(&h->seen_table);
	*h = (struct hit_addresses){ 0 };
}

/* --- those of dsos ---------------------------------------------------------------------- */

static bool is_dso(const void *context, uint32_t number, const void *wanted)
{
	return ((const struct hit_addresses *)context)->dsos[number].symbols == wanted;
}

/* Returns the element of a dso, made when there is none. NULL without memory. */
static struct hit_dso *dso_get(struct hit_addresses *h, struct dso_symbols *symbols)
{
	uint64_t hash = hash_u64((uintptr_t)symbols);
	uint32_t number = hash_table_find(&h->by_symbols, hash, is_dso, h, symbols);

	if (number != HASH_TABLE_NONE)
		return &h->dsos[number];
	if (!list_reserve(&h->dsos, h->n_dsos, &h->dsos_capacity, sizeof(*h->dsos)) ||
	    hash_table_add(&h->by_symbols, hash, h->n_dsos))
		return NULL;
	h->dsos[h->n_dsos] = (struct hit_dso){ .symbols = symbols };
	return &h->dsos[h->n_dsos++];
}

static int dso_add(struct hit_addresses *h, struct dso_symbols *symbols, uint64_t addr)
{
	struct hit_dso *dso = dso_get(h, symbols);

	if (!dso || !list_reserve(&dso->addresses, dso->n, &dso->capacity, sizeof(*dso->addresses)))
		return -ENOMEM;
	dso->addresses[dso->n++] = addr;
	return 0;
}

/* Memory that may hold JIT code has the names of the process's perf map before those of a file: see locator_symbol. */
static int add_copied(struct hit_addresses *h, const struct location *l)
{
	struct dso_symbols *map = symbols_perf_map(h->locator->symbols, (pid_t)l->dso->pid);

	return map ? dso_add(h, map, l->addr + l->map->start - l->map->pgoff) : -ENOMEM;
}

static int add_located(struct hit_addresses *h, const struct location *l)
{
	struct dso_symbols *symbols = locator_symbols(h->locator, l->map->dso);
	int result = dso_may_hold_jit(l->dso) ? add_copied(h, l) : 0;

	return result || !symbols ? result : dso_add(h, symbols, l->lookup);
}

/* --- addresses -------------------------------------------------------------------------- */

static bool is_seen(const void *context, uint32_t number, const void *wanted)
{
	const struct hit_key *have = &((const struct hit_addresses *)context)->seen[number], *want = wanted;

	return have->addr == want->addr && have->space == want->space && have->mode == want->mode;
}

/* Whether a key is new, which is then seen. 1, 0 or -ENOMEM. */
static int see(struct hit_addresses *h, const struct hit_key *key)
{
	uint64_t hash = hash_pair(key->addr, (uintptr_t)key->space + key->mode);

	if (hash_table_find(&h->seen_table, hash, is_seen, h, key) != HASH_TABLE_NONE)
		return 0;
	if (!list_reserve(&h->seen, h->n_seen, &h->seen_capacity, sizeof(*h->seen)) ||
	    hash_table_add(&h->seen_table, hash, h->n_seen))
		return -ENOMEM;
	h->seen[h->n_seen++] = *key;
	return 1;
}

/* As a caller's: what is mapped counts, and if nothing is, what the last exec replaced. */
#define HIT_FLAGS (RESOLVE_SYMBOL | RESOLVE_CALLER)

int hit_addresses_add(struct hit_addresses *h, const struct timeline_snapshot *at, unsigned mode, uint64_t addr)
{
	const struct hit_key key = { .space = timeline_snapshot_space(at, mode), .addr = addr, .mode = mode };
	struct location l;
	int result = see(h, &key);

	if (result <= 0)
		return result;
	locator_map(h->locator, at, mode, addr, HIT_FLAGS, &l);
	return l.map ? add_located(h, &l) : 0;
}

/* The mode that follows a marker. */
static unsigned marker_mode(uint64_t marker, unsigned mode)
{
	switch (marker) {
	case CALLCHAIN_KERNEL: return RECORD_MISC_KERNEL;
	case CALLCHAIN_USER:
	case CALLCHAIN_USER_DEFERRED: return RECORD_MISC_USER;
	case CALLCHAIN_HV: return RECORD_MISC_HYPERVISOR;
	default: return mode;
	}
}

int hit_addresses_add_chain(struct hit_addresses *h, const struct timeline_snapshot *at, unsigned mode,
			    const struct chain_words *words)
{
	int result = 0;

	for (uint64_t i = 0; i < words->n && !result; i++) {
		uint64_t word = chain_word(words, i);

		if (word >= CALLCHAIN_MARKER_MIN)
			mode = marker_mode(word, mode);
		else
			result = hit_addresses_add(h, at, mode, word);
	}
	return result;
}

static int add_branches(struct hit_addresses *h, const struct timeline_snapshot *at, const struct sample_branches *b)
{
	int result = 0;

	for (uint32_t i = 0; i < b->n && !result; i++) {
		const struct sample_branch branch = sample_branch(b, i);

		result = hit_addresses_add(h, at, address_mode(branch.from), branch.from);
		if (!result)
			result = hit_addresses_add(h, at, address_mode(branch.to), branch.to);
	}
	return result;
}

/* Tracepoints print addresses of the kernel's functions by their names. */
static int add_raw(struct hit_addresses *h, const struct timeline_snapshot *at, const struct sample *s, bool swap)
{
	int result = 0;

	for (uint64_t i = 0; i + 8 <= s->raw.size && !result; i += 8) {
		uint64_t word = load_u64_order(s->raw.data + i, swap);

		if (address_mode(word) == RECORD_MISC_KERNEL && word < CALLCHAIN_MARKER_MIN)
			result = hit_addresses_add(h, at, RECORD_MISC_KERNEL, word);
	}
	return result;
}

int hit_addresses_add_sample(struct hit_addresses *h, const struct timeline_snapshot *at, const struct record *r,
			     const struct sample *s)
{
	const unsigned mode = r->misc & RECORD_MISC_CPUMODE_MASK;
	const struct chain_words words = { .data = s->callchain.data, .n = s->callchain.n, .swap = s->callchain.swap };
	int result = 0;

	if (s->type & PERF_SAMPLE_IP)
		result = hit_addresses_add(h, at, mode, s->ip);
	if (!result && s->type & PERF_SAMPLE_ADDR)
		result = hit_addresses_add(h, at, address_mode(s->addr), s->addr);
	if (!result)
		result = hit_addresses_add_chain(h, at, mode, &words);
	if (!result)
		result = add_branches(h, at, &s->branches);
	return result || !s->raw.size ? result : add_raw(h, at, s, r->swap);
}

/* --- in the end ------------------------------------------------------------------------- */

static int compare_addresses(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Sorts the addresses of a dso, and leaves each once. */
static void sort_dso(struct hit_dso *dso)
{
	uint32_t n = 0;

	if (dso->n)
		qsort(dso->addresses, dso->n, sizeof(*dso->addresses), compare_addresses);
	for (uint32_t k = 0; k < dso->n; k++)
		if (!n || dso->addresses[n - 1] != dso->addresses[k])
			dso->addresses[n++] = dso->addresses[k];
	dso->n = n;
}

static bool is_same_file(const void *context, uint32_t number, const void *wanted)
{
	const struct hit_addresses *h = context;
	const struct bundled_identity have = dso_symbols_identity(h->dsos[number].symbols), *want = wanted;

	return have.kind == want->kind && have.build_id.size == want->build_id.size &&
	       !memcmp(have.build_id.data, want->build_id.data, have.build_id.size);
}

/* Moves the addresses of a dso to another one of the same file, which takes its symbols if it has none itself. */
static int move_addresses(struct hit_dso *to, struct hit_dso *from)
{
	for (uint32_t i = 0; i < from->n; i++) {
		if (!list_reserve(&to->addresses, to->n, &to->capacity, sizeof(*to->addresses)))
			return -ENOMEM;
		to->addresses[to->n++] = from->addresses[i];
	}
	from->n = 0;
	if (dso_symbols_status(to->symbols, NULL) != DSO_SYMBOLS_OK &&
	    dso_symbols_status(from->symbols, NULL) == DSO_SYMBOLS_OK)
		to->symbols = from->symbols;
	from->symbols = NULL;
	return 0;
}

int hit_addresses_finish(struct hit_addresses *h)
{
	struct hash_table by_file = { 0 };
	int result = 0;

	for (uint32_t i = 0; i < h->n_dsos && !result; i++) {
		const struct bundled_identity identity = dso_symbols_identity(h->dsos[i].symbols);
		const struct build_id *id = &identity.build_id;
		uint64_t hash = hash_bytes(id->data, id->size);
		uint32_t first =
			id->size ? hash_table_find(&by_file, hash, is_same_file, h, &identity) : HASH_TABLE_NONE;

		if (first != HASH_TABLE_NONE)
			result = move_addresses(&h->dsos[first], &h->dsos[i]);
		else if (id->size)
			result = hash_table_add(&by_file, hash, i);
	}
	hash_table_fini(&by_file);
	for (uint32_t i = 0; i < h->n_dsos && !result; i++)
		sort_dso(&h->dsos[i]);
	return result;
}

bool hit_dso_has(const struct hit_dso *dso, uint64_t start, uint64_t size)
{
	uint32_t from = 0, to = dso->n;

	while (from < to) {
		uint32_t middle = from + (to - from) / 2;

		if (dso->addresses[middle] < start)
			from = middle + 1;
		else
			to = middle;
	}
	return from < dso->n && dso->addresses[from] - start < size;
}
