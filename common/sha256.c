#include "common/sha256.h"

#include <endian.h>
#include <string.h>

/* The first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
static const uint32_t constants[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turned(uint32_t x, unsigned n)
{
	return x >> n | x << (32 - n);
}

static void block_load(uint32_t words[64], const uint8_t *block)
{
	for (unsigned i = 0; i < 16; i++) {
		memcpy(&words[i], block + 4 * i, sizeof(words[i]));
		words[i] = be32toh(words[i]);
	}
	for (unsigned i = 16; i < 64; i++) {
		const uint32_t a = words[i - 15], b = words[i - 2];

		words[i] = words[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + words[i - 7] +
			   (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
	}
}

/* FIPS 180-4, 6.2.2; v[0] to v[7] are a to h there. */
static void block_add(struct sha256 *s, const uint8_t *block)
{
	uint32_t words[64], v[8], first, second;

	block_load(words, block);
	memcpy(v, s->state, sizeof(v));
	for (unsigned i = 0; i < 64; i++) {
		first = v[7] + (turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)) +
			((v[4] & v[5]) ^ (~v[4] & v[6])) + constants[i] + words[i];
		second = (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)) +
			 ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
		memmove(v + 1, v, 7 * sizeof(*v));
		v[4] += first;
		v[0] = first + second;
	}
	for (unsigned i = 0; i < 8; i++)
		s->state[i] += v[i];
}

void sha256_init(struct sha256 *s)
{
	*s = (struct sha256){ .state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
					 0x1f83d9ab, 0x5be0cd19 } };
}

void sha256_add(struct sha256 *s, const void *data, size_t size)
{
	const uint8_t *p = data;

	while (size) {
		const size_t filled = s->n % sizeof(s->block), room = sizeof(s->block) - filled;
		const size_t n = size < room ? size : room;

		if (n == sizeof(s->block)) {
			block_add(s, p);
		} else {
			memcpy(s->block + filled, p, n);
			if (n == room)
				block_add(s, s->block);
		}
		s->n += n;
		p += n;
		size -= n;
	}
}

void sha256_end(struct sha256 *s, uint8_t ret_hash[SHA256_SIZE])
{
	static const uint8_t padding[64] = { 0x80 };
	const uint64_t bits = htobe64(8 * s->n);

	sha256_add(s, padding, 1 + (119 - s->n % 64) % 64);
	sha256_add(s, &bits, sizeof(bits));
	for (unsigned i = 0; i < 8; i++) {
		const uint32_t word = htobe32(s->state[i]);

		memcpy(ret_hash + 4 * i, &word, sizeof(word));
	}
}
