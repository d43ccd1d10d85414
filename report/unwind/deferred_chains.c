#include "report/unwind/deferred_chains.h"

#include "common/bytes.h"
#include "common/list.h"
#include "common/sorting.h"

#include <errno.h>
#include <stdlib.h>

void deferred_chains_init(struct deferred_chains *d)
{
	memset(d, 0, sizeof(*d));
	arena_init(&d->arena);
}

void deferred_chains_fini(struct deferred_chains *d)
{
	free(d->list);
	free(d->words);
	hash_table_fini(&d->table);
	arena_fini(&d->arena);
	memset(d, 0, sizeof(*d));
}

static bool same_words(const void *context, uint32_t number, const void *wanted)
{
	const struct deferred_words *known = &((const struct deferred_chains *)context)->words[number];
	const struct deferred_words *words = wanted;

	return known->n == words->n && !memcmp(known->data, words->data, 8 * words->n);
}

/* Finds or adds words. Returns their number; HASH_TABLE_NONE without memory. */
static uint32_t words_number(struct deferred_chains *d, const struct deferred_words *words)
{
	uint64_t hash = hash_bytes(words->data, 8 * words->n);
	uint32_t number = hash_table_find(&d->table, hash, same_words, d, words);
	uint8_t *data;

	if (number != HASH_TABLE_NONE)
		return number;
	data = arena_alloc(&d->arena, 8 * words->n);
	if (!data || !list_reserve(&d->words, d->n_words, &d->words_capacity, sizeof(*d->words)) ||
	    hash_table_add(&d->table, hash, d->n_words))
		return HASH_TABLE_NONE;
	memcpy(data, words->data, 8 * words->n);
	d->words[d->n_words] = (struct deferred_words){ .data = data, .n = words->n };
	return d->n_words++;
}

static int chain_add(struct deferred_chains *d, struct deferred_chain chain, const struct deferred_words *words)
{
	chain.words = words_number(d, words);
	if (chain.words == HASH_TABLE_NONE || !list_reserve(&d->list, d->n, &d->capacity, sizeof(*d->list)))
		return -ENOMEM;
	d->list[d->n++] = chain;
	return 0;
}

int deferred_chains_add(struct deferred_chains *d, uint32_t tid, uint64_t time, const struct record_deferred *record)
{
	return chain_add(d, (struct deferred_chain){ .cookie = record->cookie, .time = time, .tid = tid },
			 &(struct deferred_words){ .data = record->words, .n = record->n });
}

int deferred_chains_merge(struct deferred_chains *d, const struct deferred_chains *from)
{
	for (uint32_t i = 0; i < from->n; i++)
		if (chain_add(d, from->list[i], &from->words[from->list[i].words]))
			return -ENOMEM;
	return 0;
}

/* By cookie, thread and time; equal ones by their words, so that the order of blocks does not matter. */
static int chain_compare(const void *a, const void *b, void *chains)
{
	const struct deferred_words *words = ((const struct deferred_chains *)chains)->words;
	const struct deferred_chain *x = a, *y = b;

	if (x->cookie != y->cookie)
		return x->cookie < y->cookie ? -1 : 1;
	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (words[x->words].n != words[y->words].n)
		return words[x->words].n < words[y->words].n ? -1 : 1;
	return memcmp(words[x->words].data, words[y->words].data, 8 * words[x->words].n);
}

void deferred_chains_sort(struct deferred_chains *d)
{
	if (d->n)
		qsort_r(d->list, d->n, sizeof(*d->list), chain_compare, d);
}

static bool is_before(const struct deferred_chain *c, uint64_t cookie, uint32_t tid, uint64_t time)
{
	if (c->cookie != cookie)
		return c->cookie < cookie;
	return c->tid != tid ? c->tid < tid : c->time < time;
}

/* Returns the first record of the thread with the cookie after the sample, or NULL. */
static const struct deferred_words *find_words(const struct deferred_chains *d, uint64_t cookie, uint32_t tid,
					       uint64_t time)
{
	uint32_t at = BISECT(0u, d->n, i, is_before(&d->list[i], cookie, tid, time));

	if (at == d->n || d->list[at].cookie != cookie || d->list[at].tid != tid)
		return NULL;
	return &d->words[d->list[at].words];
}

int deferred_chains_join(const struct deferred_chains *d, struct buffer *chain, uint32_t tid, uint64_t time,
			 struct chain_words *words, enum deferred_join *ret_join)
{
	const struct deferred_words *rest;

	*ret_join = DEFERRED_NONE;
	if (words->n < 2 || chain_word(words, words->n - 2) != CALLCHAIN_USER_DEFERRED)
		return 0;
	rest = find_words(d, chain_word(words, words->n - 1), tid, time);
	words->n--;
	*ret_join = rest ? DEFERRED_JOINED : DEFERRED_MISSING;
	if (!rest)
		return 0;
	chain_words_begin(words, chain);
	buffer_append(chain, words->data, 8 * words->n);
	buffer_append(chain, rest->data, 8 * rest->n);
	return chain_words_take(words, chain);
}
