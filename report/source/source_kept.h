/*
 * source_kept: what the line cache (report/linecache/) has of one file, and what there is to add to it.
 *
 *	windows that were kept, if their file and the files beside it are what they were
 *	+ windows that workers answer now     ---->    one entry, at the end
 *
 * Nothing is kept of a file without a build-id.
 *
 * Thread: one at a time.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_KEPT_H
#define PREC_REPORT_SOURCE_SOURCE_KEPT_H

#include "common/strtab.h"
#include "report/linecache/line_cache.h"
#include "report/linecache/line_store.h"
#include "report/source/source_window.h"

/* A window that is to be kept. */
struct source_new_window {
	uint64_t begin, end;
	bool lines;
	uint32_t size;
	size_t at; /* in the bytes */
};

struct source_kept {
	bool on;
	struct line_key key;
	struct line_entry entry; /* data NULL: there is none */
	struct strtab others;    /* paths that were looked for, by number from 1 */
	struct line_identity *identities;
	uint32_t n_identities, identities_capacity;
	struct source_new_window *windows;
	uint32_t n_windows, windows_capacity;
	struct buffer bytes; /* of the windows */
	bool too_much;       /* not all of it can be kept, so nothing is */
};

/* A file that is looked up in; all borrowed. */
struct source_origin {
	const char *path;
	const char *program; /* the file with the code, beside which is what was built with it; path where it is that */
	const char *symfs;   /* below which its separate debug files are, or "" */
	uint64_t device, inode;
	struct build_id build_id; /* its own; size 0: it has none */
};

/* Looks for an entry. directory: of the cache; NULL: there is none. */
void source_kept_init(struct source_kept *k, const char *directory, const struct source_origin *place);
void source_kept_fini(struct source_kept *k);

/* The window of an address, decoded; to be given to free(). NULL: it is not there. *ret_size: its memory. */
struct source_window *source_kept_find(const struct source_kept *k, uint64_t address, bool lines, size_t *ret_size);

/* What a worker answered for these addresses: an encoded window that holds them. */
void source_kept_add(struct source_kept *k, const struct source_window *w, bool lines, const void *bytes, size_t size);

/* What a worker looks for beside the file. */
void source_kept_other(struct source_kept *k, const char *path);

/* Whether there is anything to add. */
bool source_kept_is_new(const struct source_kept *k);

/* Has all of it kept, unless the file at the path is another by now. 0 or a negative errno. */
int source_kept_write(struct source_kept *k, const char *path, struct line_store *keeper);

#endif
