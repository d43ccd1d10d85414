/*
 * text_cache: texts that are made once for each distinct key, in one piece of memory.
 *
 *	texts	[size | key | words | text][size | key | words | text] ...	found through a table by hash
 *
 * When it has grown to its limit all are forgotten. One thread at a time.
 */
#ifndef PREC_REPORT_SCRIPT_TEXT_CACHE_H
#define PREC_REPORT_SCRIPT_TEXT_CACHE_H

#include "common/buffer.h"
#include "common/hash_table.h"

/* What a text is kept under: this, and n_words of eight bytes. Without padding, as it is compared in one piece. */
struct text_key {
	uint32_t pid, epoch;
	uint32_t kind; /* which text it is of those with the same words */
	uint32_t n_words;
};

struct text_cache {
	struct buffer texts;
	struct hash_table table; /* of the offsets in texts where they begin */
	uint64_t n_found;        /* by text_cache_find: how many texts were not made again */
	size_t limit;            /* bytes */
};

struct text_cache_entry {
	const char *data; /* until the next text is begun */
	size_t size;
};

void text_cache_init(struct text_cache *t, size_t limit);
void text_cache_fini(struct text_cache *t);

uint64_t text_key_hash(const struct text_key *key, const uint8_t *words);

/* True when there is one. hash: of key and words. */
bool text_cache_find(struct text_cache *t, const struct text_key *key, const uint8_t *words, uint64_t hash,
		     struct text_cache_entry *ret_text);

/* Begins a text that is not there yet: what is appended to t->texts then is the text. Returns where it begins. */
size_t text_cache_begin(struct text_cache *t, const struct text_key *key, const uint8_t *words);

/* Keeps what was begun. 0 or -ENOMEM. */
int text_cache_keep(struct text_cache *t, const struct text_key *key, uint64_t hash, size_t begin,
		    struct text_cache_entry *ret_text);

#endif
