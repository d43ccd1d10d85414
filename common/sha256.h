/*
 * sha256: the hash that sha256sum prints (FIPS 180-4).
 *
 * One thread at a time for each struct sha256.
 */
#ifndef PREC_COMMON_SHA256_H
#define PREC_COMMON_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define SHA256_SIZE 32

struct sha256 {
	uint32_t state[8];
	uint64_t n;        /* bytes so far */
	uint8_t block[64]; /* the last of them, n % 64 */
};

void sha256_init(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *data, size_t size);

/* Returns the hash of what was added. Nothing may be added after it. */
void sha256_end(struct sha256 *s, uint8_t ret_hash[SHA256_SIZE]);

#endif
