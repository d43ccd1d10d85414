/*
 * line_key: which file's answers an entry of the line cache holds.
 *
 * The build-id says what program it is; the identity which of the files that have that build-id was read: a stripped
 * one and its separate debug file know different lines, and a file may say any build-id of itself. It has no number of
 * the device, which is another one after each start of some file systems. The time of the last change of the inode is
 * set by the kernel alone.
 */
#ifndef PREC_REPORT_LINECACHE_LINE_KEY_H
#define PREC_REPORT_LINECACHE_LINE_KEY_H

#include "formats/record/abi.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* A file as stat(2) knows it; times in nanoseconds. All 0: no such file. */
struct line_identity {
	uint64_t inode, size, modified, changed;
};

struct line_key {
	struct build_id build_id; /* its size is not 0 */
	struct line_identity file;
	uint32_t below; /* a checksum of the directory below which other files are looked for */
};

/* What stands at a path; links are followed. */
struct line_identity line_identity_at(const char *path);
struct line_identity line_identity_of(const struct stat *status);
bool line_identity_same(const struct line_identity *a, const struct line_identity *b);

/* CRC-32, of which the result for what stands before goes in; 0 at the beginning. */
uint32_t line_sum(const void *data, size_t size, uint32_t before);

/* The digits of the build-id, a -, and so many digits for the rest of the key, of which the entry has all. */
#define LINE_NAME_TAG  8
#define LINE_NAME_SIZE (2 * BUILD_ID_SIZE_MAX + 1 + LINE_NAME_TAG + 1)

/* The name of the entry's file. Returns name. */
const char *line_key_name(const struct line_key *key, char name[static LINE_NAME_SIZE]);

/* Whether a file of that name may be an entry. */
bool line_name_is_good(const char *name);

#endif
