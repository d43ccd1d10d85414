/*
 * perf_builder: perf.data files for tests, written as one would describe them.
 *
 *	struct perf_builder b;
 *
 *	perf_builder_init(&b, PERF_BUILDER_SWAP);
 *	perf_builder_event(&b, &(struct event_attr){ .size = ATTR_SIZE_VER7, .flags = ATTR_SAMPLE_ID_ALL,
 *			   .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_IDENTIFIER
 * }, "cycles", (uint64_t[]){ 7 }, 1); b.at = (struct perf_builder_at){ .id = 7, .pid = 10, .tid = 10, .time = 1000 };
 *	perf_builder_comm(&b, 10, 10, "cat", 0);
 *	perf_builder_mmap2(&b, &(struct perf_builder_map){ .pid = 10, .tid = 10, .start = 0x400000, .size = 0x1000,
 *			   .name = "/bin/cat" });
 *	perf_builder_sample(&b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = 0x400100 });
 *	perf_builder_feature_string(&b, FEATURE_HOSTNAME, "host");
 *	file = perf_builder_finish(&b);
 *	... file->data, file->size ...
 *	perf_builder_fini(&b);
 *
 * What stands in `at` goes into every record that follows: into samples as sample_type asks, after the others as their
 * sample_id_all trailer. at.event says whose sample_type that is, as an index in the order of perf_builder_event().
 * The builder writes whatever it is given, sensible or not: a reader has to survive both.
 */
#ifndef PREC_TESTS_SUPPORT_PERF_BUILDER_H
#define PREC_TESTS_SUPPORT_PERF_BUILDER_H

#include "common/buffer.h"
#include "formats/file/block_index.h"
#include "formats/record/abi.h"

#define PERF_BUILDER_EVENTS_MAX   16
#define PERF_BUILDER_FEATURES_MAX 64
#define PERF_BUILDER_PARTS_MAX    16

enum perf_builder_flags {
	PERF_BUILDER_SWAP = 1,       /* the other byte order */
	PERF_BUILDER_PIPE = 2,       /* attrs, features and all as records */
	PERF_BUILDER_V1 = 4,         /* magic PERFFILE */
	PERF_BUILDER_UNFINISHED = 8, /* data.size 0, as a recorder leaves it that never came to its end */
};

/* A clock whose samples have address, thread, time, CPU and callchain, as the other records have them that can. */
extern const struct event_attr perf_builder_clock;

struct perf_builder_at {
	int event;
	uint32_t pid, tid;
	uint64_t time, id, stream_id;
	uint32_t cpu;
};

struct perf_builder {
	unsigned flags;
	struct perf_builder_at at;
	struct buffer records; /* the data section so far */
	struct buffer file;    /* filled by perf_builder_finish */
	size_t compress_from;
	size_t block_from;
	struct block_index index;
	size_t parts[PERF_BUILDER_PARTS_MAX]; /* where among the records data.0 begins, data.1 ... */
	int n_parts;
	int n_events;
	int n_features;
	struct {
		struct event_attr attr;
		const char *name;
		uint64_t ids[16];
		int n_ids;
	} events[PERF_BUILDER_EVENTS_MAX];
	struct {
		int bit;
		struct buffer data;
	} features[PERF_BUILDER_FEATURES_MAX];
};

void perf_builder_init(struct perf_builder *b, unsigned flags);
void perf_builder_fini(struct perf_builder *b);

/* Adds an event; attr->size is what the file stores of it (the largest size is used for all, as the format wants). */
int perf_builder_event(struct perf_builder *b, const struct event_attr *attr, const char *name, const uint64_t *ids,
		       int n_ids);

/* --- kernel records: at the end of each the trailer, where the event has ATTR_SAMPLE_ID_ALL ---------------- */

struct perf_builder_map {
	uint32_t pid, tid;
	uint64_t start, size, pgoff;
	uint32_t major, minor;
	uint64_t inode, generation;
	struct build_id build_id; /* in place of major to generation, when its size is not 0 */
	uint32_t prot, flags;
	uint16_t misc;
	const char *name;
};

void perf_builder_mmap(struct perf_builder *b, const struct perf_builder_map *map);
void perf_builder_mmap2(struct perf_builder *b, const struct perf_builder_map *map);
void perf_builder_comm(struct perf_builder *b, uint32_t pid, uint32_t tid, const char *comm, uint16_t misc);
void perf_builder_fork(struct perf_builder *b, uint32_t pid, uint32_t ppid, uint32_t tid, uint32_t ptid);
void perf_builder_exit(struct perf_builder *b, uint32_t pid, uint32_t ppid, uint32_t tid, uint32_t ptid);
void perf_builder_lost(struct perf_builder *b, uint64_t id, uint64_t lost);
void perf_builder_lost_samples(struct perf_builder *b, uint64_t lost, uint16_t misc);
void perf_builder_throttle(struct perf_builder *b, bool on, uint64_t time, uint64_t id, uint64_t stream_id);
void perf_builder_ksymbol(struct perf_builder *b, uint64_t addr, uint32_t len, uint16_t type, uint16_t flags,
			  const char *name);
void perf_builder_switch(struct perf_builder *b, uint16_t misc);
void perf_builder_namespaces(struct perf_builder *b, uint32_t pid, uint32_t tid, uint64_t n,
			     const uint64_t (*links)[2]);
void perf_builder_bpf_event(struct perf_builder *b, uint16_t type, uint16_t flags, uint32_t id);
void perf_builder_deferred(struct perf_builder *b, uint64_t cookie, const uint64_t *words, uint64_t n);
void perf_builder_cgroup(struct perf_builder *b, uint64_t id, const char *path);

/* Any record: header, body, trailer when `trailer` is true. Sizes are what they are: a body beyond 64 KiB wraps. */
void perf_builder_record(struct perf_builder *b, uint32_t type, uint16_t misc, const void *body, size_t size,
			 bool trailer);

/* Only the 8 bytes of a header, with the size given: for damaged files. */
void perf_builder_header(struct perf_builder *b, uint32_t type, uint16_t misc, uint16_t size);

void perf_builder_finished_round(struct perf_builder *b);

/* --- samples -------------------------------------------------------------------------------------------------- */

struct perf_builder_branch {
	uint64_t from, to, flags;
};

/* The fields that sample_type of at.event asks for are written, in their order; the others are not looked at. */
struct perf_builder_sample {
	uint16_t misc;
	uint64_t ip, addr, period;
	const uint64_t *read; /* the values as read_format lays them out */
	size_t n_read;
	const uint64_t *chain;
	uint64_t n_chain;
	const void *raw;
	uint32_t raw_size;
	const struct perf_builder_branch *branches;
	const uint64_t *branch_counters; /* n_branches of them, with PERF_SAMPLE_BRANCH_COUNTERS */
	uint64_t n_branches, branch_hw_idx;
	uint64_t regs_user_abi, regs_intr_abi; /* 0: no registers */
	const uint64_t *regs_user, *regs_intr; /* as many as the attr's mask has bits */
	const void *stack;
	uint64_t stack_size, stack_dyn_size;
	uint64_t weight, data_src, transaction, phys_addr, cgroup, data_page_size, code_page_size;
	const void *aux;
	uint64_t aux_size;
};

void perf_builder_sample(struct perf_builder *b, const struct perf_builder_sample *sample);

/* --- compression ---------------------------------------------------------------------------------------------- */

/* The records from begin to end go into one zstd frame, over as many records as pieces of at most record_max bytes
 * take: COMPRESSED, or COMPRESSED2 with type 83. record_max 0: as large as can be. */
void perf_builder_compress_begin(struct perf_builder *b);
void perf_builder_compress_end(struct perf_builder *b, uint32_t type, int level, size_t record_max);

/* The records from begin to end as Linux perf before 6.15 writes them: one endless stream, flushed every `every` raw
 * bytes, wherever records begin or end. */
void perf_builder_compress_stream_end(struct perf_builder *b, int level, size_t every);

/* --- the block index that prec writes ------------------------------------------------------------------------- */

/*
 * The records from begin to end are a block of the index: BLOCK_SIDEBAND, BLOCK_COMPRESSED: in a frame. All events are
 * there by then. The entry is in b->index, for a test to change.
 */
void perf_builder_block_begin(struct perf_builder *b);
void perf_builder_block_end(struct perf_builder *b, uint32_t flags);

/* The index and the footer: nothing may follow. */
void perf_builder_index_end(struct perf_builder *b);

/* Where in the file the records begin. */
uint64_t perf_builder_data_offset(const struct perf_builder *b);

/* --- directories ---------------------------------------------------------------------------------------------- */

/* The records that follow go into data.0; from the second call on data.1 and so on. */
void perf_builder_next_part(struct perf_builder *b);
void perf_builder_feature_dir_format(struct perf_builder *b, uint64_t version);

/* The bytes of data.N. */
void perf_builder_part(const struct perf_builder *b, int part, const uint8_t **ret_data, size_t *ret_size);

/* Writes the finished file as DIR/data, and the parts beside it. The directory must be there. False on failure. */
bool perf_builder_write_dir(struct perf_builder *b, const char *dir);

/* --- features ------------------------------------------------------------------------------------------------- */

/* Feature sections, in any order; data NULL: size zero bytes. */
void perf_builder_feature(struct perf_builder *b, int bit, const void *data, size_t size);
/* A perf_header_string: u32 length, then the text padded with zeroes to 64 bytes. */
void perf_builder_feature_string(struct perf_builder *b, int bit, const char *text);
void perf_builder_feature_cmdline(struct perf_builder *b, int argc, const char *const *argv);
void perf_builder_feature_nrcpus(struct perf_builder *b, uint32_t available, uint32_t online);
void perf_builder_feature_total_mem(struct perf_builder *b, uint64_t kib);
void perf_builder_feature_sample_time(struct perf_builder *b, uint64_t first, uint64_t last);

/* TRACING_DATA: the system "test" with one event, whose format file has that text. */
void perf_builder_feature_tracing(struct perf_builder *b, const char *format);
void perf_builder_feature_compressed(struct perf_builder *b, int level, uint32_t ratio, uint32_t mmap_len);
/* EVENT_DESC, from the events added so far. */
void perf_builder_feature_event_desc(struct perf_builder *b);
/* GROUP_DESC with one group, of n events from the one with the index `leader` on. */
void perf_builder_feature_group(struct perf_builder *b, const char *name, uint32_t leader, uint32_t n);
/* One more BUILD_ID entry; all of them make one section. */
void perf_builder_feature_build_id(struct perf_builder *b, uint16_t misc, int32_t pid, const struct build_id *id,
				   const char *name);

/* ---------------------------------------------------------------------------------------------------------------- */

/* The whole file, or NULL without memory. It belongs to the builder; more records may follow, and another finish. */
const struct buffer *perf_builder_finish(struct perf_builder *b);

/* Writes the finished file to path; false when that failed. */
bool perf_builder_write(struct perf_builder *b, const char *path);

#endif
