/*
 * record: decodes the kernel's records.
 *
 * A struct record borrows the bytes of one whole record, and what decoders return borrows them, too. Decoders check
 * every size. They return 0, or -EBADMSG or -ENODATA: the record is damaged.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_RECORD_H
#define PREC_FORMATS_RECORD_RECORD_H

#include "common/cursor.h"
#include "common/error.h"
#include "formats/record/event.h"

struct record {
	const uint8_t *data; /* the bytes, from the header on */
	uint32_t type;
	uint16_t misc;
	uint16_t size;   /* bytes of data */
	uint64_t offset; /* in the file: that of the record, or of the COMPRESSED record that it was in */
	bool swap;       /* the other byte order than this machine's */
};

/* Returns the size of the first record in `left` bytes of this machine's byte order; 0: it is damaged or cut off. */
static inline size_t record_whole_size(const uint8_t *data, size_t left)
{
	size_t size = left < RECORD_HEADER_SIZE ? 0 : load_u16(data + 6);

	return size < RECORD_HEADER_SIZE || size > left ? 0 : size;
}

/* The fields of the sample_id trailer; those that are not there are 0, pid and tid -1. */
struct record_id {
	uint32_t pid, tid;
	uint64_t time;
	uint64_t id;
	uint64_t stream_id;
	uint32_t cpu;
};

/* MMAP and MMAP2. */
/* A file as the kernel names it in MMAP2 where it has no build-id; stat(2) and FS_IOC_GETVERSION have the same. */
struct mapped_file {
	uint32_t major, minor; /* of its file system's device */
	uint64_t inode;        /* 0: nothing is known */
	uint64_t generation;   /* of the inode, whose number is used again; 0: not known */
};

struct record_mmap {
	uint32_t pid, tid;
	uint64_t addr, len, pgoff;
	uint32_t maj, min; /* this and the next: of MMAP2 without a build-id, else 0 */
	uint64_t ino, ino_generation;
	struct build_id build_id; /* size 0: none */
	uint32_t prot, flags;     /* of MMAP2, else 0 */
	const char *filename;
	size_t filename_size; /* without the NUL */
};

struct record_comm {
	uint32_t pid, tid;
	bool exec; /* by an exec; false: the thread was renamed */
	const char *comm;
	size_t comm_size; /* without the NUL */
};

/* FORK and EXIT. */
struct record_task {
	uint32_t pid, ppid, tid, ptid;
	uint64_t time;
};

struct record_cgroup {
	uint64_t id;
	const char *path;
};

/* CALLCHAIN_DEFERRED: n words of 8 bytes of a callchain, in the record's byte order, perhaps not aligned. */
struct record_deferred {
	uint64_t cookie;
	uint64_t n;
	const uint8_t *words;
};

struct record_namespaces {
	uint32_t pid, tid;
	uint64_t cgroup_device, cgroup_inode; /* of the cgroup namespace; 0: the record has none */
};

struct record_ksymbol {
	uint64_t addr;
	uint32_t len;
	uint16_t ksym_type;
	uint16_t flags; /* bit 0: unregister */
	const char *name;
	size_t name_size;
};

struct record_lost {
	uint64_t id;   /* of LOST, else 0 */
	uint64_t lost; /* how many records or samples */
};

/*
 * Reads the header of the record at data, where there are `left` bytes. offset: as in struct record. 0; -ENODATA: it is
 * cut off; -EBADMSG: its size is impossible.
 */
int record_at(struct record *ret_record, const uint8_t *data, size_t left, uint64_t offset, bool swap,
	      struct error *err);

/* Decodes the trailer of a record that is no SAMPLE. 0, or an error: the record is too small for one. */
int record_decode_id(const struct record *r, const struct event_layout *layout, struct record_id *ret_id,
		     struct error *err);

/* Decode a record. The caller has looked at its type. */
int record_decode_mmap(const struct record *r, struct record_mmap *ret_mmap, struct error *err);
int record_decode_comm(const struct record *r, struct record_comm *ret_comm, struct error *err);
int record_decode_task(const struct record *r, struct record_task *ret_task, struct error *err);
int record_decode_ksymbol(const struct record *r, struct record_ksymbol *ret_ksymbol, struct error *err);
int record_decode_cgroup(const struct record *r, struct record_cgroup *ret_cgroup, struct error *err);
int record_decode_deferred(const struct record *r, struct record_deferred *ret_deferred, struct error *err);
int record_decode_namespaces(const struct record *r, struct record_namespaces *ret_namespaces, struct error *err);

/* Decodes LOST and LOST_SAMPLES. */
int record_decode_lost(const struct record *r, struct record_lost *ret_lost, struct error *err);

/*
 * Returns how many bytes after the record belong to it, although its size does not include them: AUXTRACE and
 * HEADER_TRACING_DATA have such data (perf.data-file-format.txt), and records of simpleperf beyond 64 KiB. Others: 0.
 */
int record_trailing_size(const struct record *r, uint64_t *ret_size, struct error *err);

/* Returns Linux perf's name of a type ("MMAP2"), for simpleperf's with SIMPLEPERF_ before it; NULL: not known. */
const char *record_type_name(uint32_t type);

/* Returns "unknown", "kernel", "user", "hypervisor", "guest_kernel" or "guest_user"; NULL: another mode. */
const char *record_cpumode_name(uint16_t misc);

#endif
