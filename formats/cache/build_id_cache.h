/*
 * build_id_cache: Linux perf's cache of files by their build-ids, which perf and prec read and write alike.
 *
 *	DIR/usr/bin/prog/abcdef.../elf                       a file that was at /usr/bin/prog
 *	DIR/.build-id/ab/cdef... -> ../../usr/bin/prog/abcdef...
 *
 *	DIR/.prec/abcdef...                                  a mark of ours
 *
 * Beside "elf" there may be "debug", debug information alone, "kallsyms", "vdso" and perf's "probes". Entries that were
 * made by recording have a mark: only these are removed for room, the oldest first, by the time of the mark.
 *
 * Several programs may change a cache at once: each file is made under another name and renamed, the link comes last,
 * and whatever is missing counts as no entry.
 *
 * Layout: build_id_cache__add in tools/perf/util/build-id.c.
 *
 * Ownership: _open/_close. Threads: a cache may be used by one at a time; several caches of one folder by any.
 */
#ifndef PREC_FORMATS_CACHE_BUILD_ID_CACHE_H
#define PREC_FORMATS_CACHE_BUILD_ID_CACHE_H

#include "common/error.h"
#include "formats/cache/cache_file.h"
#include "formats/record/abi.h"

#include <limits.h>
#include <stdbool.h>
#include <time.h>

struct build_id_cache {
	int dir;                /* O_PATH */
	struct cache_room room; /* no limit at first */
};

/* One entry, as build_id_cache_each finds it. The strings live for the call. */
struct build_id_cache_entry {
	struct build_id id;
	const char *name;   /* where the file was: "/usr/bin/prog", "[vdso]" */
	const char *folder; /* below the cache's, which holds the entry's files */
};

/*
 * write: it is going to be changed, and made where there is none; root then leaves one of another user alone (-EPERM).
 * 0 or a negative errno.
 */
int build_id_cache_open(struct build_id_cache *cache, const char *path, bool write, struct error *err);
void build_id_cache_close(struct build_id_cache *cache);

/* What an entry has of a file, beside what perf puts there by other means. */
enum build_id_cache_kind {
	BUILD_ID_CACHE_ELF,      /* the file itself */
	BUILD_ID_CACHE_DEBUG,    /* its debug information, in a file of its own */
	BUILD_ID_CACHE_KALLSYMS, /* the symbols of a kernel */
	BUILD_ID_CACHE_VDSO,     /* the image of a vdso */
};

/* Whether there is an entry that has it. */
bool build_id_cache_has(const struct build_id_cache *cache, enum build_id_cache_kind kind, const struct build_id *id);

/* Whether there is an entry of any kind: that, symbols of a kernel, a vdso, debug information alone. */
bool build_id_cache_has_any(const struct build_id_cache *cache, const struct build_id *id);

/*
 * Adds the regular file that is open for reading as the one that has that id and was at `name`, an absolute path. A
 * file system that can shares its blocks; else a small file is copied and a large one linked (or copied, where that is
 * not possible): a file that is written anew in its place is often a small one. mark: it may be removed for room.
 * Holes stay holes. 1: added; 0: was there, and its mark is renewed; or a negative errno, -EFBIG: a limit of the
 * cache's is reached. Nothing half made is left.
 */
int build_id_cache_add(struct build_id_cache *cache, const struct build_id *id, const char *name, int fd, bool mark,
		       struct error *err);

/*
 * The same of a file with the debug information of the one that was at `name`: to the entry of that, whatever its name
 * is there. No mark is made.
 */
int build_id_cache_add_debug(struct build_id_cache *cache, const struct build_id *id, const char *name, int fd,
			     struct error *err);

/*
 * The same of what has no file: the symbols of a kernel as "[kernel.kallsyms]", a vdso as "[vdso]". The copy can be
 * read by those that the file's mode says.
 */
int build_id_cache_add_image(struct build_id_cache *cache, enum build_id_cache_kind kind, const struct build_id *id,
			     int fd, bool mark, struct error *err);

/* Removes the entry with all it has. 0, or a negative errno: -ENOENT: there is none. */
int build_id_cache_remove(struct build_id_cache *cache, const struct build_id *id, struct error *err);

/* Calls `found` for each entry that has something, in no order, until it returns other than 0. That, 0, or a negative
 * errno. */
int build_id_cache_each(const struct build_id_cache *cache,
			int (*found)(void *context, const struct build_id_cache_entry *entry), void *context,
			struct error *err);

/*
 * Removes the oldest marked entries until all of them take no more than so many bytes. Those whose mark is not older
 * than `since` stay. *ret_removed: how many. 0 or a negative errno.
 */
int build_id_cache_limit(struct build_id_cache *cache, uint64_t bytes, struct timespec since, uint32_t *ret_removed,
			 struct error *err);

#endif
