/*
 * strtab: stores each string once, and gives it a small number, its id.
 *
 * Id 0 is the empty string. Ids ascend in the order in which strings are added, and never change; strings never move. A
 * table may be made over another one: it has the strings of that table with the same ids, so that each thread can add
 * its own strings to common ones.
 *
 * Ownership: _init/_fini. One thread at a time.
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
	struct hash_table table;   /* of its own strings */
	const struct strtab *base; /* borrowed; NULL: none */
	uint32_t n_base;           /* ids below this are those of base */
};

/* Makes a table with the empty string. 0 or -ENOMEM. */
int strtab_init(struct strtab *t);

/*
 * Makes a table with the strings that base has now. base outlives it, and nothing is added to base meanwhile. 0 or
 * -ENOMEM.
 */
int strtab_init_over(struct strtab *t, const struct strtab *base);
void strtab_fini(struct strtab *t);

/* Return the id of a string, and add a new one; s is copied. STRTAB_NONE: no memory. */
uint32_t strtab_add(struct strtab *t, const char *s, size_t size);
uint32_t strtab_add_string(struct strtab *t, const char *s);

/* Returns the id of a string of size bytes; STRTAB_NONE: the table does not have it. */
uint32_t strtab_find(const struct strtab *t, const char *s, size_t size);

/* Returns the string with an id of the table; valid as long as the table. */
static inline const char *strtab_get(const struct strtab *t, uint32_t id)
{
	return t->strings[id];
}

#endif
