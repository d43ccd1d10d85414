#include "common/hash_table.h"

#include "common/memory.h"

#include <errno.h>
#include <sys/auxv.h>

uint64_t hash_seed = 0x9e3779b97f4a7c15ull;

/* Sets the seed from the kernel's random bytes; hashed, since the C library's stack guard is made of them, too. */
__attribute__((constructor)) static void hash_seed_init(void)
{
	const uint8_t *random = (const uint8_t *)getauxval(AT_RANDOM);

	if (random)
		hash_seed = hash_u64(hash_u64(load_u64(random)) ^ load_u64(random + 8));
}

#define HASH_TABLE_FIRST_SLOTS 64u
#define HASH_TABLE_MAX_SLOTS   (1u << 31)

void hash_table_fini(struct hash_table *t)
{
	pages_free(t->slots, hash_table_bytes(t));
	*t = (struct hash_table){ 0 };
}

static struct hash_table_slot *hash_table_free_slot(const struct hash_table *t, uint32_t hash)
{
	uint32_t i = hash_table_begin(t, hash);

	while (t->slots[i].element)
		i = (i + 1) & (t->n_slots - 1);
	return &t->slots[i];
}

int hash_table_reserve(struct hash_table *t, uint32_t n)
{
	struct hash_table larger = { .n = t->n, .n_slots = t->n_slots ? t->n_slots : HASH_TABLE_FIRST_SLOTS };

	if (n <= t->n_slots / 2)
		return 0;
	while (larger.n_slots / 2 < n && larger.n_slots < HASH_TABLE_MAX_SLOTS)
		larger.n_slots *= 2;
	larger.slots = larger.n_slots / 2 < n ? NULL : pages_alloc_filled(hash_table_bytes(&larger));
	if (!larger.slots)
		return -ENOMEM;
	for (uint32_t i = 0; i < t->n_slots; i++)
		if (t->slots[i].element)
			*hash_table_free_slot(&larger, t->slots[i].hash) = t->slots[i];
	hash_table_fini(t);
	*t = larger;
	return 0;
}

int hash_table_add(struct hash_table *t, uint64_t hash, uint32_t number)
{
	if (hash_table_reserve(t, t->n + 1))
		return -ENOMEM;
	*hash_table_free_slot(t, (uint32_t)hash) =
		(struct hash_table_slot){ .hash = (uint32_t)hash, .element = number + 1 };
	t->n++;
	return 0;
}

void hash_table_renumber(struct hash_table *t, uint64_t hash, uint32_t number, uint32_t new_number)
{
	uint32_t i = hash_table_begin(t, (uint32_t)hash);

	while (t->slots[i].element != number + 1 || t->slots[i].hash != (uint32_t)hash)
		i = (i + 1) & (t->n_slots - 1);
	t->slots[i].element = new_number + 1;
}

void hash_table_clear(struct hash_table *t)
{
	if (t->n)
		memset(t->slots, 0, hash_table_bytes(t));
	t->n = 0;
}
