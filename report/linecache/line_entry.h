/*
 * line_entry: what the line cache keeps of one file, in one piece.
 *
 *	head       magic, version, size, key, numbers of the parts, sum of all up to the windows
 *	others     files that were looked for beside this one, what they were, where their paths are
 *	paths      each with its NUL
 *	index      of the windows: begin, end, with lines or not, where its bytes are, their sum
 *	windows    bytes, which nobody interprets here (report/source/source_window.h)
 *
 * Numbers are this machine's; the magic shows where they are not. An entry is read as any hostile input: after
 * line_entry_parse every place of head, others and index is good, and line_entry_find checks what it returns.
 */
#ifndef PREC_REPORT_LINECACHE_LINE_ENTRY_H
#define PREC_REPORT_LINECACHE_LINE_ENTRY_H

#include "report/linecache/line_key.h"

#include "common/buffer.h"

/* An entry, and the files beside its own, at most. What is more is not kept. */
#define LINE_ENTRY_MAX  (64u << 20)
#define LINE_OTHERS_MAX 4096u

/* The bytes of a window, and the addresses it is for, which may be less than those in it. */
struct line_piece {
	uint64_t begin, end; /* begin < end */
	bool lines;
	uint32_t size;
	const void *data;
};

/* A file that was looked for; its identity all 0: it was not there. */
struct line_other {
	struct line_identity identity;
	const char *path;
};

struct line_entry {
	const uint8_t *data; /* borrowed */
	size_t size;
	uint32_t n_others, n_windows;
	size_t others, paths, index; /* where they are */
	uint32_t paths_size;
};

/* Borrows the bytes. 0; -EBADMSG: they are no entry, -ESTALE: one of another version or key. */
int line_entry_parse(struct line_entry *ret_entry, const struct line_key *key, const void *data, size_t size);

/* number: less than n_others. The path borrows from the bytes. */
struct line_other line_entry_other(const struct line_entry *e, uint32_t number);

/* Whether all other files are what they were. */
bool line_entry_is_current(const struct line_entry *e);

/* number: less than n_windows. False: it was damaged. */
bool line_entry_piece(const struct line_entry *e, uint32_t number, struct line_piece *ret_piece);

/* The one that holds an address, with lines or without. False: none, or it was damaged. */
bool line_entry_find(const struct line_entry *e, uint64_t address, bool lines, struct line_piece *ret_piece);

/*
 * Appends an entry of these parts. Sorts the pieces; of two that overlap the second loses what both have. As many as
 * there is room for. buffer_ok() says whether there was memory for it.
 */
void line_entry_encode(struct buffer *b, const struct line_key *key, const struct line_other *others, uint32_t n_others,
		       struct line_piece *pieces, uint32_t n_pieces);

/* Puts the sum into the head of an entry, as far as there is one, so that it says what stands there now. */
void line_entry_seal(uint8_t *data, size_t size);

#endif
