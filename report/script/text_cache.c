#include "report/script/text_cache.h"

#include "common/hash_table.h"

#include <errno.h>
#include <stddef.h>

/* The head of a text, before the words. Without padding. */
struct text_head {
	uint32_t size; /* of the text */
	struct text_key key;
};

/* The key of a lookup. */
struct wanted_text {
	const struct text_key *key;
	const uint8_t *words;
};

void text_cache_init(struct text_cache *t, size_t limit)
{
	*t = (struct text_cache){ .limit = limit };
	buffer_init(&t->texts);
}

void text_cache_fini(struct text_cache *t)
{
	buffer_fini(&t->texts);
	hash_table_fini(&t->table);
	*t = (struct text_cache){ 0 };
}

uint64_t text_key_hash(const struct text_key *key, const uint8_t *words)
{
	uint64_t h = hash_pair((uint64_t)key->pid << 32 | key->epoch, (uint64_t)key->kind << 32 | key->n_words);

	/* Chains of a process differ in any of their words, so all are hashed. */
	for (uint32_t i = 0; i < key->n_words; i++)
		h = hash_u64(h ^ load_u64(words + 8 * (size_t)i));
	return h;
}

static bool same_text(const void *context, uint32_t at, const void *wanted)
{
	const uint8_t *have = ((const struct text_cache *)context)->texts.data + at + offsetof(struct text_head, key);
	const struct wanted_text *w = wanted;

	return !memcmp(have, w->key, sizeof(*w->key)) &&
	       !memcmp(have + sizeof(*w->key), w->words, 8 * (size_t)w->key->n_words);
}

static void text_cache_forget(struct text_cache *t)
{
	hash_table_clear(&t->table);
	buffer_clear(&t->texts);
}

bool text_cache_find(struct text_cache *t, const struct text_key *key, const uint8_t *words, uint64_t hash,
		     struct text_cache_entry *ret_text)
{
	const struct wanted_text wanted = { .key = key, .words = words };
	uint32_t at = hash_table_find(&t->table, hash, same_text, t, &wanted);
	const uint8_t *text;

	if (at == HASH_TABLE_NONE)
		return false;
	text = t->texts.data + at;
	*ret_text = (struct text_cache_entry){
		.data = (const char *)text + sizeof(struct text_head) + 8 * (size_t)key->n_words, .size = load_u32(text)
	};
	t->n_found++;
	return true;
}

int text_cache_keep(struct text_cache *t, const struct text_key *key, uint64_t hash, size_t at,
		    struct text_cache_entry *ret_text)
{
	size_t text = at + sizeof(struct text_head) + 8 * (size_t)key->n_words;
	uint32_t size = (uint32_t)(t->texts.size - text);

	if (!buffer_ok(&t->texts) || hash_table_add(&t->table, hash, (uint32_t)at))
		return -ENOMEM;
	memcpy(t->texts.data + at, &size, sizeof(size));
	*ret_text = (struct text_cache_entry){ .data = (const char *)t->texts.data + text, .size = size };
	return 0;
}

size_t text_cache_begin(struct text_cache *t, const struct text_key *key, const uint8_t *words)
{
	const struct text_head head = { .key = *key };
	size_t at;

	if (t->texts.size > t->limit)
		text_cache_forget(t);
	at = t->texts.size;
	buffer_append(&t->texts, &head, sizeof(head));
	if (key->n_words)
		buffer_append(&t->texts, words, 8 * (size_t)key->n_words);
	return at;
}
