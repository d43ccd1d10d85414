/*
 * line_entry: an entry of the line cache: all answers about one file, as one block of bytes.
 *
 *	head       magic, version, size, key, numbers of the parts, sum of all up to the windows
 *	others     files that were looked for beside this one, what they were, where their paths are
 *	paths      each with its NUL
 *	index      of the windows: begin, end, with lines or not, where its bytes are, their sum
 *	windows    bytes, which nobody interprets here (report/source/source_window.h)
 *
 * Numbers have the byte order of this machine; the magic shows if an entry has another. An entry is untrusted input:
 * line_entry_parse checks all offsets of head, others and index, and line_entry_find checks the window that it returns.
 */
#ifndef PREC_REPORT_LINECACHE_LINE_ENTRY_H
#define PREC_REPORT_LINECACHE_LINE_ENTRY_H

#include "common/buffer.h"
#include "formats/record/abi.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/*
 * struct line_key: the key of an entry.
 *
 * The build-id identifies the program. The identity tells apart files with that build-id: a stripped one and its debug
 * file hold different lines, and a file can claim any build-id. It does not hold st_dev, which on some file systems
 * changes with each mount. Only the kernel sets st_ctime.
 */

/* A file as stat(2) knows it; times in nanoseconds. All 0: the file does not exist. */
struct line_identity {
	uint64_t inode, size, modified, changed;
};

struct line_key {
	struct build_id build_id; /* its size is not 0 */
	struct line_identity file;
	uint32_t below; /* checksum of --symfs, below which other files are looked for */
};

/* Returns the identity of the file at a path, links followed. */
struct line_identity line_identity_at(const char *path);
struct line_identity line_identity_of(const struct stat *status);
bool line_identity_same(const struct line_identity *a, const struct line_identity *b);

/* Computes a CRC-32. before: the result for the bytes before these, 0 at first. */
uint32_t line_sum(const void *data, size_t size, uint32_t before);

/*
 * A name is the hex digits of the build-id, "-", and LINE_NAME_TAG digits of a checksum of the key. The entry holds the
 * whole key.
 */
#define LINE_NAME_TAG  8
#define LINE_NAME_SIZE (2 * BUILD_ID_SIZE_MAX + 1 + LINE_NAME_TAG + 1)

/* Writes the file name of an entry. Returns name. */
const char *line_key_name(const struct line_key *key, char name[static LINE_NAME_SIZE]);

/* Says whether a file name has the form of an entry's. */
bool line_name_is_good(const char *name);

/* Limits of an entry in bytes, and of the other files it names. More is not kept. */
#define LINE_ENTRY_MAX  (64u << 20)
#define LINE_OTHERS_MAX 4096u

/* The bytes of a window, and the addresses it is used for; the window itself may cover more. */
struct line_piece {
	uint64_t begin, end; /* begin < end */
	bool has_lines;
	uint32_t size;
	const void *data;
};

/* A file that was looked for. Its identity is all 0 if it did not exist. */
struct line_other {
	struct line_identity identity;
	const char *path;
};

struct line_entry {
	const uint8_t *data; /* borrowed */
	size_t size;
	uint32_t n_others, n_windows;
	size_t others, paths, index; /* offsets in data */
	uint32_t paths_size;
};

/* Parses an entry. Borrows the bytes. 0; -EBADMSG: they are no entry, -ESTALE: it has another version or key. */
int line_entry_parse(struct line_entry *ret_entry, const struct line_key *key, const void *data, size_t size);

/* Returns another file. number: below n_others. The path borrows from the bytes. */
struct line_other line_entry_other(const struct line_entry *e, uint32_t number);

/* Says whether all other files still have the identity that they had. */
bool line_entry_is_current(const struct line_entry *e);

/* Returns a window. number: below n_windows. False: its bytes are damaged. */
bool line_entry_piece(const struct line_entry *e, uint32_t number, struct line_piece *ret_piece);

/*
 * Finds the window that holds an address, among those with lines or those without. False: there is none, or its bytes
 * are damaged.
 */
bool line_entry_find(const struct line_entry *e, uint64_t address, bool lines, struct line_piece *ret_piece);

/*
 * Appends an entry made of these parts. Sorts the pieces; where two overlap, the second loses the common part. Pieces
 * beyond the limit are left out. Check buffer_ok() afterwards.
 */
void line_entry_encode(struct buffer *b, const struct line_key *key, const struct line_other *others, uint32_t n_others,
		       struct line_piece *pieces, uint32_t n_pieces);

/* Recomputes the checksum in the head of an entry. data may be shorter than a head. */
void line_entry_seal(uint8_t *data, size_t size);

#endif
