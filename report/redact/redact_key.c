#include "report/redact/redact_key.h"

#include <string.h>

/* Bytes of the blocks that SHA-256 works on. */
#define BLOCK 64

static void begin(struct sha256 *s, const uint8_t key[SHA256_SIZE], uint8_t pad)
{
	uint8_t block[BLOCK];

	memset(block, pad, sizeof(block));
	for (unsigned i = 0; i < SHA256_SIZE; i++)
		block[i] ^= key[i];
	sha256_init(s);
	sha256_add(s, block, sizeof(block));
}

void redact_key_make(struct redact_key *key, const void *salt, size_t size)
{
	uint8_t hash[SHA256_SIZE];
	struct sha256 s;

	sha256_init(&s);
	sha256_add(&s, salt, size);
	sha256_end(&s, hash);
	begin(&key->inner, hash, 0x36);
	begin(&key->outer, hash, 0x5c);
}

void redact_key_hash(const struct redact_key *key, char domain, const void *data, size_t size,
		     uint8_t ret_hash[SHA256_SIZE])
{
	struct sha256 s = key->inner;
	uint8_t hash[SHA256_SIZE];

	sha256_add(&s, &domain, 1);
	if (size)
		sha256_add(&s, data, size);
	sha256_end(&s, hash);
	s = key->outer;
	sha256_add(&s, hash, sizeof(hash));
	sha256_end(&s, ret_hash);
}
