/*
 * elf_build_id: build-ids of mapped files, each file read once (formats/elf/build_id.h), with one or two preads:
 * opening every file of 4,000 processes with libelf costs more than everything else in synthesizing.
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
	uint64_t device; /* with inode, the key as the caller numbers files */
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
 * What the cache knows of the file device:inode as /proc/PID/maps numbers it (that may differ from stat(2), on btrfs
 * and overlayfs): 1 with *ret_id filled, 0 unknown, a negative errno when it was found to have none.
 */
int elf_build_id_cache_find(const struct elf_build_id_cache *cache, uint64_t device, uint64_t inode,
			    struct build_id *ret_id);

/*
 * Reads the build-id of a file that was found (common/safe_open.h), which is closed. A file whose inode is not the
 * one asked for was replaced since it was mapped, and one that the kernel makes up has no program: both are -ESTALE and
 * are not opened. 0 or a negative errno as build_id_read's.
 */
int elf_build_id_read(int found, const struct stat *status, uint64_t inode, struct build_id *ret_id);

/* Remembers what reading the file said, and its build-id if that was 0. 0 or -ENOMEM. */
int elf_build_id_cache_add(struct elf_build_id_cache *cache, uint64_t device, uint64_t inode, int result,
			   const struct build_id *id);

#endif
