/*
 * build_id_cache: changes the build-id cache: a folder with copies of files by their build-ids, which prec shares with
 * Linux perf.
 *
 *	DIR/usr/bin/prog/abcdef.../elf                            a file that was at /usr/bin/prog
 *	DIR/.build-id/ab/cdef... -> ../../usr/bin/prog/abcdef...  the link to its entry, by build-id
 *	DIR/.prec/abcdef...                                       a mark: prec made the entry when it recorded
 *
 * In place of "elf", or beside it, an entry may have "debug" (only debug information), "kallsyms", "vdso" and perf's
 * "probes". To make room only entries with a mark are removed, the one with the oldest mark first.
 *
 * Several programs may change a cache at once: a file is written under another name and then renamed, the link is made
 * last, and an entry without its link or files does not count.
 *
 * Layout: build_id_cache__add in tools/perf/util/build-id.c.
 *
 * Ownership: _open/_close. One thread at a time; another thread may open the same folder.
 */
#ifndef PREC_FORMATS_CACHE_BUILD_ID_CACHE_H
#define PREC_FORMATS_CACHE_BUILD_ID_CACHE_H

#include "common/error.h"
#include "formats/cache/cache_file.h"
#include "formats/record/record.h"

#include <limits.h>
#include <stdbool.h>
#include <time.h>

struct build_id_cache {
	int dir;                /* O_PATH */
	struct cache_room room; /* what may be added; unlimited after _open, the caller may set it */
};

/* An entry that build_id_cache_each has found. The strings are valid until the callback returns. */
struct build_id_cache_entry {
	struct build_id id;
	const char *name;   /* the path that the file had: "/usr/bin/prog", "[vdso]" */
	const char *folder; /* the folder with the entry's files, below that of the cache */
};

/*
 * Opens a cache. write: it may be changed, and is made if there is none; root does not change the cache of another user
 * (-EPERM). 0 or a negative errno.
 */
int build_id_cache_open(struct build_id_cache *cache, const char *path, bool write, struct error *err);
void build_id_cache_close(struct build_id_cache *cache);

/* The files of an entry that prec can add. */
enum build_id_cache_kind {
	BUILD_ID_CACHE_ELF,      /* the file itself */
	BUILD_ID_CACHE_DEBUG,    /* a separate file with its debug information */
	BUILD_ID_CACHE_KALLSYMS, /* the symbols of a kernel */
	BUILD_ID_CACHE_VDSO,     /* the image of a vdso */
};

/* True if there is an entry for the id with a file of this kind. */
bool build_id_cache_has(const struct build_id_cache *cache, enum build_id_cache_kind kind, const struct build_id *id);

/* True if there is an entry for the id with a file of any kind. */
bool build_id_cache_has_any(const struct build_id_cache *cache, const struct build_id *id);

/*
 * Adds the regular file that fd has open for reading. id: its build-id; name: the absolute path that it had. mark: the
 * entry may be removed to make room. A large file is linked if possible: large files are seldom overwritten in place.
 * Others are copied; the copy shares the file's blocks if the file system can do that, and holes stay holes. The entry
 * is added whole or not at all. 1: added; 0: it was there, and its mark is renewed; or a negative errno; -EFBIG: the
 * room of the cache is used up.
 */
int build_id_cache_add(struct build_id_cache *cache, const struct build_id *id, const char *name, int fd, bool mark,
		       struct error *err);

/*
 * Adds a copy of a program without a build-id, which is never a link, with a mark. name: as above. changed: its st_ctim
 * when it was mapped. A copy that was changed at another time is replaced. Returns as above.
 */
int build_id_cache_add_mapped(struct build_id_cache *cache, const struct mapped_file *file, const char *name, int fd,
			      const struct timespec *changed, struct error *err);

/*
 * Adds a file with debug information to the entry of the id, whatever path that has; without an entry to one for the
 * path `name`. Makes no mark. Returns as build_id_cache_add.
 */
int build_id_cache_add_debug(struct build_id_cache *cache, const struct build_id *id, const char *name, int fd,
			     struct error *err);

/*
 * Adds what has no path: the symbols of a kernel as "[kernel.kallsyms]", a vdso as "[vdso]". The copy can be read by
 * those that the mode of fd allows. Returns as build_id_cache_add.
 */
int build_id_cache_add_image(struct build_id_cache *cache, enum build_id_cache_kind kind, const struct build_id *id,
			     int fd, bool mark, struct error *err);

/* Removes an entry with all its files. 0 or a negative errno; -ENOENT: there is none. */
int build_id_cache_remove(struct build_id_cache *cache, const struct build_id *id, struct error *err);

/*
 * Calls `found` for each entry that has a file, in no order. If it returns another value than 0, ends and returns that;
 * otherwise 0 or a negative errno.
 */
int build_id_cache_each(const struct build_id_cache *cache,
			int (*found)(void *context, const struct build_id_cache_entry *entry), void *context,
			struct error *err);

/*
 * Removes the entries with the oldest marks, until all entries with marks together take at most `bytes`. Entries whose
 * mark is not older than `since` stay. *ret_removed: how many were removed. 0 or a negative errno.
 */
int build_id_cache_limit(struct build_id_cache *cache, uint64_t bytes, struct timespec since, uint32_t *ret_removed,
			 struct error *err);

#endif
