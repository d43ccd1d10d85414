/*
 * build_id_set: collects the mapped files of a recording and their build-ids, for its BUILD_ID section.
 *
 * Each pair of name and build-id is stored once. Ownership: _init/_fini, strings are copied. One thread at a time.
 */
#ifndef PREC_RECORD_SYNTH_BUILD_ID_SET_H
#define PREC_RECORD_SYNTH_BUILD_ID_SET_H

#include "common/buffer.h"
#include "common/strtab.h"
#include "formats/record/abi.h"

struct build_id_set_entry {
	uint32_t name; /* in names */
	uint16_t misc; /* RECORD_MISC_KERNEL or _USER */
	struct build_id id;
};

struct build_id_set {
	struct strtab names;
	struct build_id_set_entry *entries;
	uint32_t n, capacity;
	struct hash_table table; /* by name and id */
};

/* 0 or -ENOMEM. */
int build_id_set_init(struct build_id_set *set);
void build_id_set_fini(struct build_id_set *set);

/* Adds a file; of misc only the cpumode is used. An id of size 0 is skipped. 0 or -ENOMEM. */
int build_id_set_add(struct build_id_set *set, uint16_t misc, const char *name, const struct build_id *id);

/*
 * Adds the file of an MMAP2 record with a build-id (misc bit 14), in the machine's byte order. Other and damaged
 * records are skipped, fast enough for every sideband record. 0 or -ENOMEM.
 */
int build_id_set_add_record(struct build_id_set *set, const void *record, size_t size);

/* Appends the BUILD_ID section to b; without memory buffer_ok(b) is false. */
void build_id_set_encode(const struct build_id_set *set, struct buffer *b);

#endif
