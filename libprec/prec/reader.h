/*
 * prec/reader.h: the records of a perf.data file, of prec, Linux perf, simpleperf and others: compressed or not, file
 * or directory, of either byte order, finished or not.
 *
 *	struct prec_reader *r;
 *	const struct prec_record *record;
 *	const struct prec_sample *sample;
 *	struct prec_error err;
 *	int result;
 *
 *	if (prec_reader_open(&r, "perf.data", &err))
 *		return fprintf(stderr, "%s\n", err.message);
 *	while ((result = prec_reader_next(r, &record, &err)) > 0)
 *		if ((sample = prec_reader_sample(r, record)))
 *			printf("%d %s\n", sample->pid, prec_reader_comm(r, sample->tid));
 *	prec_reader_close(r);
 *
 * Records come in the order of the file, in which those of one CPU are in the order of time. They are views: a record,
 * and what was taken from it, is there until the next is asked for. Nothing is decoded that is not asked for.
 *
 * Files are not trusted: what is damaged is passed over, and prec_reader_damage says what that was.
 *
 * Threads: one at a time for each reader.
 */
#ifndef PREC_READER_H
#define PREC_READER_H

#include <prec/error.h>
#include <prec/sample.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* Of functions that are called for each sample: no detour over the procedure linkage table, where the compiler can. */
#ifdef __has_attribute
#if __has_attribute(noplt)
#define PREC_NO_PLT __attribute__((noplt))
#endif
#endif
#ifndef PREC_NO_PLT
#define PREC_NO_PLT
#endif

struct prec_reader;

/* PERF_RECORD_*: those of perf_event_open(2), and from 64 on those that recorders add. */
enum prec_record_type {
	PREC_RECORD_MMAP = 1,
	PREC_RECORD_LOST = 2,
	PREC_RECORD_COMM = 3,
	PREC_RECORD_EXIT = 4,
	PREC_RECORD_THROTTLE = 5,
	PREC_RECORD_UNTHROTTLE = 6,
	PREC_RECORD_FORK = 7,
	PREC_RECORD_READ = 8,
	PREC_RECORD_SAMPLE = 9,
	PREC_RECORD_MMAP2 = 10,
	PREC_RECORD_AUX = 11,
	PREC_RECORD_ITRACE_START = 12,
	PREC_RECORD_LOST_SAMPLES = 13,
	PREC_RECORD_SWITCH = 14,
	PREC_RECORD_SWITCH_CPU_WIDE = 15,
	PREC_RECORD_NAMESPACES = 16,
	PREC_RECORD_KSYMBOL = 17,
	PREC_RECORD_BPF_EVENT = 18,
	PREC_RECORD_CGROUP = 19,
	PREC_RECORD_TEXT_POKE = 20,
	PREC_RECORD_AUX_OUTPUT_HW_ID = 21,
	PREC_RECORD_CALLCHAIN_DEFERRED = 22
};

struct prec_record {
	uint32_t type;    /* enum prec_record_type, or another number */
	uint16_t misc;    /* PERF_RECORD_MISC_* */
	uint16_t size;    /* of data */
	const void *data; /* the header first, as it stands in the file */
	uint64_t offset;  /* in the file: of the record, or of the compressed one that holds it */
	bool is_swapped;  /* the file has the other byte order */
};

/* path: a file, or a directory as perf record --threads makes it. 0 or a negative errno, with nothing to be closed. */
int prec_reader_open(struct prec_reader **ret_reader, const char *path, struct prec_error *err);

/* The same of an open regular file, which stays the caller's. */
int prec_reader_open_fd(struct prec_reader **ret_reader, int fd, struct prec_error *err);

/* reader may be NULL. */
void prec_reader_close(struct prec_reader *reader);

/* The next record: 1, 0 at the end, or a negative errno. */
PREC_NO_PLT int prec_reader_next(struct prec_reader *reader, const struct prec_record **ret_record,
				 struct prec_error *err);

/* How many places were damaged so far, and the first of them. */
uint64_t prec_reader_damage(const struct prec_reader *reader, struct prec_error *ret_first);

/* The name of a type of record: "MMAP2"; NULL: not known. */
const char *prec_record_name(uint32_t type);

/* --- records, decoded; each is there until the next record is asked for; NULL: not of this type, or damaged ----------
 */

/* What every sample of its event has in one place: IDENTIFIER, IP, TID, TIME, ADDR, ID, STREAM_ID, CPU and PERIOD. */
PREC_NO_PLT const struct prec_sample *prec_reader_sample(struct prec_reader *reader, const struct prec_record *record);

/* All that it holds. */
const struct prec_sample *prec_reader_whole_sample(struct prec_reader *reader, const struct prec_record *record);

/* MMAP and MMAP2. */
struct prec_mmap {
	uint32_t pid, tid;
	uint64_t addr, len, pgoff;
	uint32_t prot, flags;       /* as for mmap(2), of MMAP2 */
	struct prec_bytes build_id; /* size 0: the record has none */
	const char *filename;
};

const struct prec_mmap *prec_reader_mmap(struct prec_reader *reader, const struct prec_record *record);

struct prec_comm {
	uint32_t pid, tid;
	bool is_exec; /* else the thread was renamed */
	const char *comm;
};

const struct prec_comm *prec_reader_comm_record(struct prec_reader *reader, const struct prec_record *record);

/* FORK and EXIT. */
struct prec_task {
	uint32_t pid, ppid, tid, ptid;
	uint64_t time;
};

const struct prec_task *prec_reader_task(struct prec_reader *reader, const struct prec_record *record);

/* LOST and LOST_SAMPLES: how many. 0 or -EINVAL. */
int prec_reader_lost(const struct prec_reader *reader, const struct prec_record *record, uint64_t *ret_lost);

/* When the record was written, in ns of the recording's clock. False: it does not say. */
bool prec_reader_time(const struct prec_reader *reader, const struct prec_record *record, uint64_t *ret_time);

/* What a thread is called, by the records read so far; "" where they do not say. Valid until prec_reader_close. */
PREC_NO_PLT const char *prec_reader_comm(struct prec_reader *reader, uint32_t tid);

/* --- events ------------------------------------------------------------------------------------------------------- */

struct prec_event {
	const char *name; /* valid until prec_reader_close */
	uint32_t type;    /* PERF_TYPE_* or of a PMU */
	uint64_t config;
	uint64_t rate;    /* its period, or frequency in Hz; 0: it only counts */
	bool by_freq;     /* what `rate` is */
	uint64_t fields;  /* PREC_* of its samples */
	const void *attr; /* struct perf_event_attr, in this machine's byte order */
	size_t attr_size;
};

size_t prec_reader_events(const struct prec_reader *reader);

/* 0 or -EINVAL. */
int prec_reader_event(const struct prec_reader *reader, size_t number, struct prec_event *ret_event);

/* --- all that records and features say, as named values -------------------------------------------------------------
 */

enum prec_field_kind {
	PREC_FIELD_NUMBER,
	PREC_FIELD_SIGNED,
	PREC_FIELD_ADDRESS, /* a number that is shown in hexadecimal */
	PREC_FIELD_DOUBLE,
	PREC_FIELD_TEXT, /* `size` bytes without a NUL */
	PREC_FIELD_BYTES,
	PREC_FIELD_LIST, /* its items follow, without names, up to its end */
	PREC_FIELD_END_LIST,
	PREC_FIELD_GROUP, /* its fields follow, up to its end */
	PREC_FIELD_END_GROUP
};

struct prec_field {
	const char *name; /* NULL in a list, and at an end */
	enum prec_field_kind kind;
	uint64_t number;
	int64_t number_signed;
	double number_double;
	const void *bytes;
	size_t size;
};

typedef void prec_field_take(void *arg, const struct prec_field *field);

/* The fields of a record of any type. 0; -ENOTSUP: of a type that is not known; -EBADMSG: damaged, after what is not.
 */
int prec_reader_record_fields(const struct prec_reader *reader, const struct prec_record *record, prec_field_take *take,
			      void *arg);

/*
 * The fields of a feature section by its name, as perf report --header-only and the format's description have it:
 * "HOSTNAME", "CMDLINE", "NUMA_TOPOLOGY". 0; -ENOENT: the file does not have it; -EINVAL: there is none of that name;
 * others as above.
 */
int prec_reader_feature(const struct prec_reader *reader, const char *name, prec_field_take *take, void *arg);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
