/*
 * prec/reader.h: reads the records of a perf.data file, as prec, Linux perf, simpleperf and others write it: compressed
 * or not, file or directory, of either byte order, finished or not.
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
 * Records come in the order of the file. Those of one CPU are in the order of time, those of several CPUs are not. A
 * record, and everything decoded from it, is valid until the next call of prec_reader_next. Nothing is decoded before
 * it is asked for.
 *
 * Files are not trusted: damaged parts are skipped, and prec_reader_damage describes them.
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

/* For functions that are called for each sample: the call avoids the procedure linkage table, if the compiler can. */
#ifdef __has_attribute
#if __has_attribute(noplt)
#define PREC_NO_PLT __attribute__((noplt))
#endif
#endif
#ifndef PREC_NO_PLT
#define PREC_NO_PLT
#endif

struct prec_reader;

/* The kernel's record types, PERF_RECORD_* in perf_event_open(2). Types from 64 on are those of recorders. */
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
	uint16_t size;    /* bytes of data */
	const void *data; /* the record as it is in the file, from its header on */
	uint64_t offset;  /* in the file; of a record in compressed data: that of the compressed record */
	bool is_swapped;  /* the file has the other byte order */
};

/* Opens a file, or a directory as perf record --threads makes it. 0 or a negative errno, with nothing to close. */
int prec_reader_open(struct prec_reader **ret_reader, const char *path, struct prec_error *err);

/* Reads a regular file that is open as fd. The caller keeps fd, and may close it. 0 or a negative errno, as above. */
int prec_reader_open_fd(struct prec_reader **ret_reader, int fd, struct prec_error *err);

/* Closes the file and frees the reader; NULL does nothing. */
void prec_reader_close(struct prec_reader *reader);

/* Goes to the next record. Returns 1; 0: the end; or a negative errno. */
PREC_NO_PLT int prec_reader_next(struct prec_reader *reader, const struct prec_record **ret_record,
				 struct prec_error *err);

/* Returns how many damaged places were found so far. If there is one, *ret_first (may be NULL) describes the first. */
uint64_t prec_reader_damage(const struct prec_reader *reader, struct prec_error *ret_first);

/* Returns the name of a record type, "MMAP2"; NULL: not known. */
const char *prec_record_name(uint32_t type);

/*
 * --- decoded records ---
 *
 * Each pointer is valid until the next call of prec_reader_next; NULL: the record has another type, or is damaged.
 */

/*
 * Decodes the fields that have the same offset in every sample of the event: IDENTIFIER, IP, TID, TIME, ADDR, ID,
 * STREAM_ID, CPU and PERIOD.
 */
PREC_NO_PLT const struct prec_sample *prec_reader_sample(struct prec_reader *reader, const struct prec_record *record);

/* Decodes all fields. */
const struct prec_sample *prec_reader_whole_sample(struct prec_reader *reader, const struct prec_record *record);

/* A MMAP or MMAP2 record. */
struct prec_mmap {
	uint32_t pid, tid;
	uint64_t addr, len, pgoff;
	uint32_t prot, flags;       /* as for mmap(2); MMAP: 0 */
	struct prec_bytes build_id; /* size 0: the record has none */
	const char *filename;
};

const struct prec_mmap *prec_reader_mmap(struct prec_reader *reader, const struct prec_record *record);

/* A COMM record. */
struct prec_comm {
	uint32_t pid, tid;
	bool is_exec; /* an exec; false: the thread was renamed */
	const char *comm;
};

const struct prec_comm *prec_reader_comm_record(struct prec_reader *reader, const struct prec_record *record);

/* A FORK or EXIT record. */
struct prec_task {
	uint32_t pid, ppid, tid, ptid;
	uint64_t time;
};

const struct prec_task *prec_reader_task(struct prec_reader *reader, const struct prec_record *record);

/* Returns how many records a LOST or LOST_SAMPLES record reports. 0; -EINVAL: another type, or damaged. */
int prec_reader_lost(const struct prec_reader *reader, const struct prec_record *record, uint64_t *ret_lost);

/* Returns when the record was written, in ns of the recording's clock. False: the record has no time. */
bool prec_reader_time(const struct prec_reader *reader, const struct prec_record *record, uint64_t *ret_time);

/* Returns a thread's name, by the records read so far; "": they have none. Valid until prec_reader_close. */
PREC_NO_PLT const char *prec_reader_comm(struct prec_reader *reader, uint32_t tid);

/* --- events ------------------------------------------------------------------------------------------------------- */

struct prec_event {
	const char *name; /* valid until prec_reader_close */
	uint32_t type;    /* PERF_TYPE_*, or the type of a PMU */
	uint64_t config;
	uint64_t rate;    /* its period, or frequency in Hz; 0: it only counts */
	bool by_freq;     /* `rate` is a frequency */
	uint64_t fields;  /* PREC_*: what its samples have */
	const void *attr; /* struct perf_event_attr, in this machine's byte order */
	size_t attr_size; /* bytes */
};

/* Returns the number of events of the file. */
size_t prec_reader_events(const struct prec_reader *reader);

/* Describes event `number`, from 0. 0; -EINVAL: there is no such number. */
int prec_reader_event(const struct prec_reader *reader, size_t number, struct prec_event *ret_event);

/* --- records and features as named values ------------------------------------------------------------------------- */

enum prec_field_kind {
	PREC_FIELD_NUMBER,
	PREC_FIELD_SIGNED,
	PREC_FIELD_ADDRESS, /* a number that is shown in hexadecimal */
	PREC_FIELD_DOUBLE,
	PREC_FIELD_TEXT, /* `size` bytes without a NUL */
	PREC_FIELD_BYTES,
	PREC_FIELD_LIST, /* its items follow, without names, up to PREC_FIELD_END_LIST */
	PREC_FIELD_END_LIST,
	PREC_FIELD_GROUP, /* its fields follow, up to PREC_FIELD_END_GROUP */
	PREC_FIELD_END_GROUP
};

struct prec_field {
	const char *name; /* NULL: an item of a list, or the end of a list or group */
	enum prec_field_kind kind;
	uint64_t number;
	int64_t number_signed;
	double number_double;
	const void *bytes;
	size_t size;
};

/* Takes a field; all that it points to is valid until it returns. */
typedef void prec_field_take(void *arg, const struct prec_field *field);

/*
 * Calls take for each field of a record of any type. 0; -ENOTSUP: the type is not known; -EBADMSG: the record is
 * damaged, and take got the fields before the damage.
 */
int prec_reader_record_fields(const struct prec_reader *reader, const struct prec_record *record, prec_field_take *take,
			      void *arg);

/*
 * Calls take for each field of a feature section. name: as in Linux perf's description of the format: "HOSTNAME",
 * "CMDLINE", "NUMA_TOPOLOGY". 0; -ENOENT: the file does not have it; -EINVAL: no feature has the name; others as above.
 */
int prec_reader_feature(const struct prec_reader *reader, const char *name, prec_field_take *take, void *arg);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
