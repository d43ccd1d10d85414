/*
 * redact_key: hashes names with a key, so that nobody without the key can tell what they were, not by trying either.
 *
 * HMAC-SHA-256 (RFC 2104), whose key is the SHA-256 of a salt. The same salt gives the same hashes, so that recordings
 * that were redacted with it can be compared.
 *
 * Threads: constant after redact_key_make.
 */
#ifndef PREC_REPORT_REDACT_REDACT_KEY_H
#define PREC_REPORT_REDACT_REDACT_KEY_H

#include "common/sha256.h"

struct redact_key {
	struct sha256 inner, outer; /* after the blocks with the key */
};

void redact_key_make(struct redact_key *key, const void *salt, size_t size);

/* Hashes bytes. domain: what they are, so that equal names of different kinds have different hashes. */
void redact_key_hash(const struct redact_key *key, char domain, const void *data, size_t size,
		     uint8_t ret_hash[SHA256_SIZE]);

#endif
