/* archive_checks: makes the checks of an archive's parts right, after its bytes were changed. */
#ifndef PREC_TESTS_SUPPORT_ARCHIVE_CHECKS_H
#define PREC_TESTS_SUPPORT_ARCHIVE_CHECKS_H

#include "common/sha256.h"

#include <string.h>

/* Sets the check of each part that is found in the bytes, which formats/archive/archive_file.h describes. */
static inline void archive_checks_set(uint8_t *data, size_t size)
{
	for (size_t at = 0; at + 32 <= size; at++) {
		uint8_t *p = data + at, hash[SHA256_SIZE];
		uint32_t packed = p[20] | p[21] << 8 | p[22] << 16 | (uint32_t)p[23] << 24;
		struct sha256 s;

		if (memcmp(p, "ABLK", 4) || packed > size - at - 32)
			continue;
		sha256_init(&s);
		sha256_add(&s, p, 24);
		sha256_add(&s, p + 32, packed);
		sha256_end(&s, hash);
		memcpy(p + 24, hash, 8);
		at += 31 + packed;
	}
}

#endif
