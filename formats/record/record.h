/*
 * record: records of the kernel and their fields, decoded.
 *
 * A struct record is a view of one whole record within a block; it lives as long as the block's bytes do, and so do the
 * strings the decoders hand out. Decoders check every size; -EBADMSG or -ENODATA says that the record is damaged.
 */
#ifndef PREC_FORMATS_RECORD_RECORD_H
#define PREC_FORMATS_RECORD_RECORD_H

#include "common/cursor.h"
#include "common/error.h"
#include "formats/record/event.h"

struct record {
	const uint8_t *data; /* the header first */
	uint32_t type;
	uint16_t misc;
	uint16_t size;
	uint64_t offset; /* where it lies in the file, or where the COMPRESSED record that held it does */
	bool swap;
};

/* The size of the record of this machine's byte order that `left` bytes begin with; 0: it is damaged or cut off. */
static inline size_t record_whole_size(const uint8_t *data, size_t left)
{
	size_t size = left < RECORD_HEADER_SIZE ? 0 : load_u16(data + 6);

	return size < RECORD_HEADER_SIZE || size > left ? 0 : size;
}

/* What the sample_id trailer says; fields that are not there are 0 (pid and tid: -1). */
struct record_id {
	uint32_t pid, tid;
	uint64_t time;
	uint64_t id;
	uint64_t stream_id;
	uint32_t cpu;
};

/* PERF_RECORD_MMAP and MMAP2. */
struct record_mmap {
	uint32_t pid, tid;
	uint64_t addr, len, pgoff;
	uint32_t maj, min; /* MMAP2 without a build-id */
	uint64_t ino, ino_generation;
	struct build_id build_id; /* size 0: none */
	uint32_t prot, flags;     /* MMAP2 */
	const char *filename;
	size_t filename_size; /* without NUL */
};

struct record_comm {
	uint32_t pid, tid;
	bool exec;
	const char *comm;
	size_t comm_size;
};

/* PERF_RECORD_FORK and EXIT. */
struct record_task {
	uint32_t pid, ppid, tid, ptid;
	uint64_t time;
};

struct record_cgroup {
	uint64_t id;
	const char *path;
};

/* CALLCHAIN_DEFERRED: n words of a callchain, in the record's byte order; a view of the record. */
struct record_deferred {
	uint64_t cookie;
	uint64_t n;
	const uint8_t *words;
};

struct record_namespaces {
	uint32_t pid, tid;
	uint64_t cgroup_device, cgroup_inode; /* of the namespace of control groups; 0: there is none */
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
	uint64_t id; /* LOST only */
	uint64_t lost;
};

/*
 * The record at data, of which `left` bytes are there. 0; -ENODATA: cut off; -EBADMSG: its size is impossible.
 * Nothing but the header is checked.
 */
int record_at(struct record *ret_record, const uint8_t *data, size_t left, uint64_t offset, bool swap,
	      struct error *err);

/* The trailer of a record that is no SAMPLE. Fails only when the record is too small to hold one. */
int record_decode_id(const struct record *r, const struct event_layout *layout, struct record_id *ret_id,
		     struct error *err);

int record_decode_mmap(const struct record *r, struct record_mmap *ret_mmap, struct error *err);
int record_decode_comm(const struct record *r, struct record_comm *ret_comm, struct error *err);
int record_decode_task(const struct record *r, struct record_task *ret_task, struct error *err);
int record_decode_ksymbol(const struct record *r, struct record_ksymbol *ret_ksymbol, struct error *err);
int record_decode_cgroup(const struct record *r, struct record_cgroup *ret_cgroup, struct error *err);
int record_decode_deferred(const struct record *r, struct record_deferred *ret_deferred, struct error *err);
int record_decode_namespaces(const struct record *r, struct record_namespaces *ret_namespaces, struct error *err);
/* LOST and LOST_SAMPLES. */
int record_decode_lost(const struct record *r, struct record_lost *ret_lost, struct error *err);

/*
 * How many bytes follow the record that belong to it though its size does not count them: AUXTRACE and
 * HEADER_TRACING_DATA have such (perf.data-file-format.txt), and simpleperf's records beyond 64 KiB. 0 for all others.
 */
int record_trailing_size(const struct record *r, uint64_t *ret_size, struct error *err);

/* The name Linux perf has for a type ("MMAP2", "FINISHED_ROUND"), or NULL. simpleperf's begin with SIMPLEPERF_. */
const char *record_type_name(uint32_t type);

/* "unknown", "kernel", "user", "hypervisor", "guest_kernel", "guest_user"; NULL for others. */
const char *record_cpumode_name(uint16_t misc);

#endif
