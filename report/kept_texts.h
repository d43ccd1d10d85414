/*
 * kept_texts: texts that are made once for each distinct key, in one piece of memory.
 *
 *	texts	[key | words | text][key | words | text] ...	found through a table by hash
 *
 * When it has grown to its limit all are forgotten. One thread at a time.
 */
#ifndef PREC_REPORT_KEPT_TEXTS_H
#define PREC_REPORT_KEPT_TEXTS_H

#include "common/buffer.h"

/* What a text is kept under: this, and n_words of eight bytes. Without padding, as it is compared in one piece. */
struct text_key {
	uint32_t pid, epoch;
	uint32_t kind; /* what tells texts of the same words apart */
	uint32_t n_words;
};

struct text_slot;

struct kept_texts {
	struct buffer texts;
	struct text_slot *slots;
	uint32_t n, n_slots;
	uint64_t n_found; /* by kept_texts_find: how many texts were not made again */
	size_t limit;     /* bytes */
};

struct kept_text {
	const char *data; /* until the next text is begun */
	size_t size;
};

/* 0 or -ENOMEM. */
int kept_texts_init(struct kept_texts *t, size_t limit);
void kept_texts_fini(struct kept_texts *t);

uint64_t text_key_hash(const struct text_key *key, const uint8_t *words);

/* True when there is one. hash: of key and words. */
bool kept_texts_find(struct kept_texts *t, const struct text_key *key, const uint8_t *words, uint64_t hash,
		     struct kept_text *ret_text);

/* Begins a text that is not there yet: what is appended to t->texts then is the text. Returns where it begins. */
size_t kept_texts_begin(struct kept_texts *t, const struct text_key *key, const uint8_t *words);

/* Keeps what was begun. 0 or -ENOMEM. */
int kept_texts_keep(struct kept_texts *t, const struct text_key *key, const uint8_t *words, uint64_t hash, size_t begin,
		    struct kept_text *ret_text);

#endif
