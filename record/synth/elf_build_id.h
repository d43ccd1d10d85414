/*
 * elf_build_id: reads the build-id of each mapped file once (formats/elf/build_id.h), with one or two preads: to open
 * every file of 4,000 processes with libelf takes longer than the rest of the synthesis.
 *
 * Ownership: elf_build_id_cache_fini frees the cache. One thread at a time.
 */
#ifndef PREC_RECORD_SYNTH_ELF_BUILD_ID_H
#define PREC_RECORD_SYNTH_ELF_BUILD_ID_H

#include "common/hash_table.h"
#include "formats/record/abi.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

struct elf_build_id_entry {
	uint64_t device; /* with inode: the key */
	uint64_t inode;
	int result; /* of build_id_read */
	struct build_id id;
};

struct elf_build_id_cache {
	struct elf_build_id_entry *entries;
	uint32_t n, capacity;
	struct hash_table table; /* by device and inode */
};

/* An empty cache is all zero. */
void elf_build_id_cache_fini(struct elf_build_id_cache *cache);

/*
 * Looks up a file by device and inode as in /proc/PID/maps (on btrfs and overlayfs stat(2) may show others). 1: *ret_id
 * is set; 0: not in the cache; a negative errno: the file has no build-id.
 */
int elf_build_id_cache_find(const struct elf_build_id_cache *cache, uint64_t device, uint64_t inode,
			    struct build_id *ret_id);

/*
 * Reads the build-id of a file found by common/safe_open.h, and closes it. -ESTALE: its inode differs, so that it was
 * replaced since it was mapped, or it is a file of a pseudo file system; neither is opened. 0 or a negative errno of
 * build_id_read.
 */
int elf_build_id_read(int found, const struct stat *status, uint64_t inode, struct build_id *ret_id);

/* Adds the result of reading a file, with its build-id if the result is 0. 0 or -ENOMEM. */
int elf_build_id_cache_add(struct elf_build_id_cache *cache, uint64_t device, uint64_t inode, int result,
			   const struct build_id *id);

#endif
