#include "common/strtab.h"

#include "common/hash.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define STRTAB_FIRST_SLOTS 64

int strtab_init(struct strtab *t)
{
	memset(t, 0, sizeof(*t));
	arena_init(&t->arena);
	t->n_slots = STRTAB_FIRST_SLOTS;
	t->slots = calloc(t->n_slots, sizeof(*t->slots));
	t->strings = calloc(t->n_slots / 2, sizeof(*t->strings));
	if (!t->slots || !t->strings || strtab_add(t, "", 0) == STRTAB_NONE) {
		strtab_fini(t);
		return -ENOMEM;
	}
	return 0;
}

void strtab_fini(struct strtab *t)
{
	arena_fini(&t->arena);
	free(t->slots);
	free(t->strings);
	memset(t, 0, sizeof(*t));
}

/* The slot that holds the string, or the free one where it would go. */
static uint32_t *strtab_slot(const struct strtab *t, const char *s, size_t size)
{
	uint32_t mask = t->n_slots - 1;
	uint32_t i = (uint32_t)hash_bytes(s, size) & mask;

	for (; t->slots[i]; i = (i + 1) & mask) {
		const char *have = t->strings[t->slots[i] - 1];

		if (!strncmp(have, s, size) && !have[size])
			break;
	}
	return &t->slots[i];
}

static int strtab_grow(struct strtab *t)
{
	uint32_t n_slots = t->n_slots * 2;
	uint32_t *slots;
	const char **strings;

	if (n_slots < t->n_slots)
		return -ENOMEM;
	strings = realloc(t->strings, n_slots / 2 * sizeof(*strings));
	if (!strings)
		return -ENOMEM;
	t->strings = strings;
	slots = calloc(n_slots, sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	free(t->slots);
	t->slots = slots;
	t->n_slots = n_slots;
	for (uint32_t id = 0; id < t->n; id++)
		*strtab_slot(t, strings[id], strlen(strings[id])) = id + 1;
	return 0;
}

uint32_t strtab_add(struct strtab *t, const char *s, size_t size)
{
	uint32_t *slot;
	char *copy;

	size = strnlen(s, size);
	slot = strtab_slot(t, s, size);
	if (*slot)
		return *slot - 1;
	if (t->n + 1 > t->n_slots / 2) {
		if (strtab_grow(t))
			return STRTAB_NONE;
		slot = strtab_slot(t, s, size);
	}
	copy = arena_strndup(&t->arena, s, size);
	if (!copy)
		return STRTAB_NONE;
	t->strings[t->n] = copy;
	*slot = ++t->n;
	return t->n - 1;
}

uint32_t strtab_add_string(struct strtab *t, const char *s)
{
	return strtab_add(t, s, strlen(s));
}

uint32_t strtab_find(const struct strtab *t, const char *s, size_t size)
{
	uint32_t *slot = strtab_slot(t, s, strnlen(s, size));

	return *slot ? *slot - 1 : STRTAB_NONE;
}
