#include "report/script/text_cache.h"

#include "common/hash.h"

#include <errno.h>
#include <stdlib.h>

#define SLOTS_FIRST 4096

struct text_slot {
	uint64_t hash; /* 0: free */
	uint32_t key;  /* where in `texts` */
	uint32_t size; /* of the text, which lies behind the key */
};

int text_cache_init(struct text_cache *t, size_t limit)
{
	*t = (struct text_cache){ .n_slots = SLOTS_FIRST, .limit = limit };
	buffer_init(&t->texts);
	t->slots = calloc(t->n_slots, sizeof(*t->slots));
	return t->slots ? 0 : -ENOMEM;
}

void text_cache_fini(struct text_cache *t)
{
	buffer_fini(&t->texts);
	free(t->slots);
	*t = (struct text_cache){ 0 };
}

uint64_t text_key_hash(const struct text_key *key, const uint8_t *words)
{
	uint64_t h = hash_pair((uint64_t)key->pid << 32 | key->epoch, (uint64_t)key->kind << 32 | key->n_words);

	/* The chains of a process differ in their last words as in their first: all count. */
	for (uint32_t i = 0; i < key->n_words; i++)
		h = hash_u64(h ^ load_u64(words + 8 * (size_t)i));
	return h ? h : 1;
}

static struct text_slot *slot_find(const struct text_cache *t, const struct text_key *key, const uint8_t *words,
				   uint64_t hash)
{
	uint32_t i = (uint32_t)hash & (t->n_slots - 1);

	for (; t->slots[i].hash; i = (i + 1) & (t->n_slots - 1)) {
		const uint8_t *have = t->texts.data + t->slots[i].key;

		if (t->slots[i].hash == hash && !memcmp(have, key, sizeof(*key)) &&
		    !memcmp(have + sizeof(*key), words, 8 * (size_t)key->n_words))
			break;
	}
	return &t->slots[i];
}

static struct text_cache_entry slot_text(const struct text_cache *t, const struct text_slot *slot, uint32_t n_words)
{
	size_t at = slot->key + sizeof(struct text_key) + 8 * (size_t)n_words;

	return (struct text_cache_entry){ .data = (const char *)t->texts.data + at, .size = slot->size };
}

static int text_cache_grow(struct text_cache *t)
{
	uint32_t n_slots = t->n_slots * 2;
	struct text_slot *slots = calloc(n_slots, sizeof(*slots));

	if (!slots)
		return -ENOMEM;
	for (uint32_t i = 0; i < t->n_slots; i++) {
		uint32_t j = (uint32_t)t->slots[i].hash & (n_slots - 1);

		if (!t->slots[i].hash)
			continue;
		while (slots[j].hash)
			j = (j + 1) & (n_slots - 1);
		slots[j] = t->slots[i];
	}
	free(t->slots);
	t->slots = slots;
	t->n_slots = n_slots;
	return 0;
}

static void text_cache_forget(struct text_cache *t)
{
	memset(t->slots, 0, t->n_slots * sizeof(*t->slots));
	t->n = 0;
	buffer_clear(&t->texts);
}

bool text_cache_find(struct text_cache *t, const struct text_key *key, const uint8_t *words, uint64_t hash,
		     struct text_cache_entry *ret_text)
{
	const struct text_slot *slot = slot_find(t, key, words, hash);

	if (!slot->hash)
		return false;
	*ret_text = slot_text(t, slot, key->n_words);
	t->n_found++;
	return true;
}

/* Keeps what was appended to `texts` from `key` on. */
int text_cache_keep(struct text_cache *t, const struct text_key *key, const uint8_t *words, uint64_t hash, size_t at,
		    struct text_cache_entry *ret_text)
{
	struct text_slot *slot;
	size_t text = at + sizeof(*key) + 8 * (size_t)key->n_words;

	if (!buffer_ok(&t->texts) || (2 * (t->n + 1) > t->n_slots && text_cache_grow(t)))
		return -ENOMEM;
	slot = slot_find(t, key, words, hash);
	*slot = (struct text_slot){ .hash = hash, .key = (uint32_t)at, .size = (uint32_t)(t->texts.size - text) };
	t->n++;
	*ret_text = slot_text(t, slot, key->n_words);
	return 0;
}

/* Makes room for one more text, and puts its key in front. */
size_t text_cache_begin(struct text_cache *t, const struct text_key *key, const uint8_t *words)
{
	size_t at;

	if (t->texts.size > t->limit)
		text_cache_forget(t);
	at = t->texts.size;
	buffer_append(&t->texts, key, sizeof(*key));
	if (key->n_words)
		buffer_append(&t->texts, words, 8 * (size_t)key->n_words);
	return at;
}
