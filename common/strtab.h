/*
 * strtab: strings kept once each, known by a small number.
 *
 * Id 0 is the empty string. Ids are given in the order of first sight and never change; the strings never move.
 * One thread at a time. A table may be made over another one, whose strings it has under the same ids: so each thread
 * can add strings of its own to those that all have.
 */
#ifndef PREC_COMMON_STRTAB_H
#define PREC_COMMON_STRTAB_H

#include "common/hash_table.h"
#include "common/memory.h"

#include <stdint.h>

#define STRTAB_NONE HASH_TABLE_NONE

struct strtab {
	struct arena arena;
	const char **strings; /* by id */
	uint32_t n, capacity;
	struct hash_table table;   /* of the strings that are its own */
	const struct strtab *base; /* borrowed; NULL: all are */
	uint32_t n_base;           /* the strings below are those of base */
};

/* 0 or -ENOMEM. */
int strtab_init(struct strtab *t);

/* The table begins with the strings that base has now. base outlives it, and nothing is added to it meanwhile. */
int strtab_init_over(struct strtab *t, const struct strtab *base);
void strtab_fini(struct strtab *t);

/* The id of the string of size bytes, or STRTAB_NONE without memory. */
uint32_t strtab_add(struct strtab *t, const char *s, size_t size);
uint32_t strtab_add_string(struct strtab *t, const char *s);

/* The id of a string that is there already, or STRTAB_NONE. */
uint32_t strtab_find(const struct strtab *t, const char *s, size_t size);

static inline const char *strtab_get(const struct strtab *t, uint32_t id)
{
	return t->strings[id];
}

#endif
