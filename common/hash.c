#include "common/hash.h"

#include <sys/auxv.h>

uint64_t hash_seed = 0x9e3779b97f4a7c15ull;

/* From the random bytes the kernel gives every process. The C library's guards are these bytes, so they are mixed. */
__attribute__((constructor)) static void hash_seed_init(void)
{
	const uint8_t *random = (const uint8_t *)getauxval(AT_RANDOM);

	if (random)
		hash_seed = hash_u64(hash_u64(load_u64(random)) ^ load_u64(random + 8));
}
