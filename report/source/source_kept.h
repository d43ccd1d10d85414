/*
 * source_kept: the entry of one file in the line cache (report/linecache/), and the new windows to store there.
 *
 *	windows of the entry, if the file and the other files that it depends on have not changed
 *	+ windows that workers answer now     ---->    one new entry, at the end
 *
 * A file without a build-id has no entry.
 *
 * Thread: one at a time.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_KEPT_H
#define PREC_REPORT_SOURCE_SOURCE_KEPT_H

#include "common/strtab.h"
#include "report/linecache/line_cache.h"
#include "report/linecache/line_store.h"
#include "report/source/source_window.h"

/* A new window. */
struct source_new_window {
	uint64_t begin, end;
	bool has_lines;
	uint32_t size;
	size_t at; /* offset in the bytes */
};

struct source_kept {
	bool is_on;
	struct line_key key;
	struct line_entry entry; /* data NULL: there is none */
	struct strtab others;    /* paths of other files that were looked for; ids from 1 */
	struct line_identity *identities;
	uint32_t n_identities, identities_capacity;
	struct source_new_window *windows;
	uint32_t n_windows, windows_capacity;
	struct buffer bytes; /* of the windows */
	bool too_much;       /* over a limit, so nothing is stored */
};

/* A file to look up addresses in; all borrowed. */
struct source_origin {
	const char *path;
	const char
		*program;  /* the file with the code, in whose directory .dwo files and packages lie; may equal path */
	const char *symfs; /* prefix of separate debug files, or "" */
	uint64_t device, inode;
	struct build_id build_id; /* the file's own; size 0: none */
};

/* Reads the entry of a file. directory: of the line cache; NULL: none. */
void source_kept_init(struct source_kept *k, const char *directory, const struct source_origin *origin);
void source_kept_fini(struct source_kept *k);

/*
 * Returns the window of an address from the entry, decoded; the caller frees it. *ret_size: its memory. NULL: there is
 * none.
 */
struct source_window *source_kept_find(const struct source_kept *k, uint64_t address, bool lines, size_t *ret_size);

/* Adds a window that a worker answered, and its encoded bytes. */
void source_kept_add(struct source_kept *k, const struct source_window *w, bool lines, const void *bytes, size_t size);

/* Adds another file that a worker looked for. */
void source_kept_other(struct source_kept *k, const char *path);

/* Says whether there are new windows. */
bool source_kept_is_new(const struct source_kept *k);

/* Stores old and new windows as one entry, unless the file at the path has changed. 0 or a negative errno. */
int source_kept_write(struct source_kept *k, const char *path, struct line_store *store);

#endif
