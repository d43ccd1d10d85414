/*
 * text_cache: keeps texts by key, in one piece of memory.
 *
 *	texts	[size | key | words | text][size | key | words | text] ...	found by a hash table
 *
 * When they take more than the limit, all are dropped. One thread at a time.
 */
#ifndef PREC_REPORT_SCRIPT_TEXT_CACHE_H
#define PREC_REPORT_SCRIPT_TEXT_CACHE_H

#include "common/buffer.h"
#include "common/hash_table.h"

/* The key of a text, together with n_words words of 8 bytes. It has no padding, since it is compared by memcmp. */
struct text_key {
	uint32_t pid, epoch;
	uint32_t kind; /* distinguishes texts of the same words */
	uint32_t n_words;
};

struct text_cache {
	struct buffer texts;
	struct hash_table table; /* offsets in `texts` */
	uint64_t n_found;        /* how many texts text_cache_find has found */
	size_t limit;            /* bytes */
};

struct text_cache_entry {
	const char *data; /* valid until the next text_cache_begin */
	size_t size;
};

/* Starts without texts. limit: in bytes; the text that exceeds it is still kept. */
void text_cache_init(struct text_cache *t, size_t limit);
void text_cache_fini(struct text_cache *t);

/* Returns the hash of a key and its words. */
uint64_t text_key_hash(const struct text_key *key, const uint8_t *words);

/* Finds a text. hash: that of key and words. False: it is not there. */
bool text_cache_find(struct text_cache *t, const struct text_key *key, const uint8_t *words, uint64_t hash,
		     struct text_cache_entry *ret_text);

/*
 * Begins a text that is not there. The caller appends it to t->texts. Returns its beginning, for text_cache_keep.
 * Without memory buffer_ok(&t->texts) is false.
 */
size_t text_cache_begin(struct text_cache *t, const struct text_key *key, const uint8_t *words);

/* Ends the text that was begun, and keeps it. 0 or -ENOMEM. */
int text_cache_keep(struct text_cache *t, const struct text_key *key, uint64_t hash, size_t begin,
		    struct text_cache_entry *ret_text);

#endif
