/*
 * build_id_set: the files a recording maps and their build-ids, for the BUILD_ID section at its end.
 *
 * Each pair of name and build-id is kept once. Ownership: _init/_fini, strings are copied. One thread at a time.
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

/* Of misc only the cpumode is used. Ids of size 0 are skipped. 0 or -ENOMEM. */
int build_id_set_add(struct build_id_set *set, uint16_t misc, const char *name, const struct build_id *id);

/*
 * Adds the file of a record of the machine's own byte order, if that is an MMAP2 with a build-id (misc bit 14). Others,
 * and damaged ones, are skipped. Cheap enough for every sideband record. 0 or -ENOMEM.
 */
int build_id_set_add_record(struct build_id_set *set, const void *record, size_t size);

/* Appends the BUILD_ID section. Failure to get memory shows in buffer_ok(b). */
void build_id_set_encode(const struct build_id_set *set, struct buffer *b);

#endif
