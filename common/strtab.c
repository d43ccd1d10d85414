#include "common/strtab.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int strtab_init(struct strtab *t)
{
	memset(t, 0, sizeof(*t));
	arena_init(&t->arena);
	if (strtab_add(t, "", 0) == STRTAB_NONE) {
		strtab_fini(t);
		return -ENOMEM;
	}
	return 0;
}

int strtab_init_over(struct strtab *t, const struct strtab *base)
{
	memset(t, 0, sizeof(*t));
	arena_init(&t->arena);
	t->strings = malloc(base->n * sizeof(*t->strings));
	if (!t->strings)
		return -ENOMEM;
	memcpy(t->strings, base->strings, base->n * sizeof(*t->strings));
	t->base = base;
	t->n = t->n_base = t->capacity = base->n;
	return 0;
}

void strtab_fini(struct strtab *t)
{
	arena_fini(&t->arena);
	hash_table_fini(&t->table);
	free(t->strings);
	memset(t, 0, sizeof(*t));
}

/* A string that may have no NUL. */
struct string_part {
	const char *data;
	size_t size;
};

static bool same_string(const void *context, uint32_t id, const void *wanted)
{
	const struct string_part *s = wanted;
	const char *have = strtab_get(context, id);

	return !strncmp(have, s->data, s->size) && !have[s->size];
}

static uint32_t strtab_look_up(const struct strtab *t, const struct string_part *s, uint64_t hash)
{
	uint32_t id = t->base ? strtab_look_up(t->base, s, hash) : STRTAB_NONE;

	return id != STRTAB_NONE ? id : hash_table_find(&t->table, hash, same_string, t, s);
}

uint32_t strtab_add(struct strtab *t, const char *s, size_t size)
{
	const struct string_part part = { .data = s, .size = strnlen(s, size) };
	uint64_t hash = hash_bytes(part.data, part.size);
	uint32_t id = strtab_look_up(t, &part, hash);

	if (id != STRTAB_NONE)
		return id;
	if (!list_reserve(&t->strings, t->n, &t->capacity, sizeof(*t->strings)))
		return STRTAB_NONE;
	t->strings[t->n] = arena_strndup(&t->arena, part.data, part.size);
	if (!t->strings[t->n] || hash_table_add(&t->table, hash, t->n))
		return STRTAB_NONE;
	return t->n++;
}

uint32_t strtab_add_string(struct strtab *t, const char *s)
{
	return strtab_add(t, s, strlen(s));
}

uint32_t strtab_find(const struct strtab *t, const char *s, size_t size)
{
	const struct string_part part = { .data = s, .size = strnlen(s, size) };

	return strtab_look_up(t, &part, hash_bytes(part.data, part.size));
}
