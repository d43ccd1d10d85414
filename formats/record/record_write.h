/*
 * record_write: builds records that the kernel has not written.
 *
 * Each function appends one whole record to a buffer, from the header to the trailer, in the byte order of b->swap.
 * Names are padded with zeros to a multiple of 8 bytes, as by the kernel. Without memory, or if a record would exceed
 * RECORD_SIZE_MAX, the buffer fails: test buffer_ok() once at the end.
 *
 * Layouts: perf_event_open(2), include/uapi/linux/perf_event.h.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_RECORD_WRITE_H
#define PREC_FORMATS_RECORD_RECORD_WRITE_H

#include "common/buffer.h"
#include "formats/record/record.h"
#include "formats/record/sample_decode.h"
#include "formats/record/time_conv.h"

/* Bytes of a name with its NUL. Longer names are cut, as by the kernel (PATH_MAX) and other readers. */
#define RECORD_NAME_MAX 4096

/* The trailer of a record that is no sample. */
struct record_trailer {
	uint64_t sample_type; /* of the record's event: which fields are written; 0: no trailer (no sample_id_all) */
	uint32_t pid, tid;
	uint64_t time;
	uint64_t id; /* written as ID and as IDENTIFIER */
	uint64_t stream_id;
	uint32_t cpu;
};

struct record_mapping {
	uint32_t pid, tid;
	uint64_t start, length, pgoff;
	uint32_t major, minor;
	uint64_t inode, inode_generation;
	struct build_id build_id; /* size > 0: written in place of device and inode, with misc bit 14 */
	uint32_t prot, flags;     /* PROT_*, MAP_* */
	const char *name;
};

struct record_namespace {
	uint64_t device, inode;
};

/* A part of a hardware trace. */
struct record_auxtrace {
	uint64_t size;      /* bytes of data that follow the record, a multiple of 8 */
	uint64_t offset;    /* of these data in the trace */
	uint64_t reference; /* when they were copied, by the CPU's time counter if user space can read it */
	uint32_t index;     /* the number of the AUX area that they are from */
	int32_t tid, cpu;   /* the thread and CPU that the area records; -1: any */
};

/* An event's id, and where its records come from. */
struct record_id_entry {
	uint64_t id;
	uint32_t index; /* the number of the AUX area, as in record_auxtrace */
	int32_t cpu, tid;
};

/* Begins a record; the caller appends what follows the header. Returns the offset for record_end. */
size_t record_begin(struct buffer *b, uint32_t type, uint16_t misc);

/* Appends the trailer (NULL: none), and sets the size of the record that begins at `start`. */
void record_end(struct buffer *b, size_t start, const struct record_trailer *id);

/* Append records. misc: the cpumode (RECORD_MISC_USER ...) and other bits. id: the trailer; NULL: none. */

/* A MMAP has only pid, tid, start, length, pgoff and name of the mapping. */
void record_put_mmap(struct buffer *b, uint16_t misc, const struct record_mapping *m, const struct record_trailer *id);
void record_put_mmap2(struct buffer *b, uint16_t misc, const struct record_mapping *m, const struct record_trailer *id);
void record_put_comm(struct buffer *b, uint16_t misc, uint32_t pid, uint32_t tid, const char *comm,
		     const struct record_trailer *id);
void record_put_fork(struct buffer *b, const struct record_task *task, const struct record_trailer *id);
/* spaces: the namespaces in the kernel's order: net, uts, ipc, pid, user, mnt, cgroup. */
void record_put_namespaces(struct buffer *b, uint32_t pid, uint32_t tid, const struct record_namespace *spaces,
			   uint64_t n_spaces, const struct record_trailer *id);
/* The flags are written as 0; the symbol's name has a NUL, and name_size is not used. */
void record_put_ksymbol(struct buffer *b, const struct record_ksymbol *symbol, const struct record_trailer *id);
/* Only the record; the caller writes the data after it. */
void record_put_auxtrace(struct buffer *b, const struct record_auxtrace *trace);
/* As many ID_INDEX records as needed. */
void record_put_id_index(struct buffer *b, const struct record_id_entry *entries, size_t n);
/* As Linux perf writes it since Linux 5.10, without a trailer. */
void record_put_time_conv(struct buffer *b, const struct time_conv *conv);

/*
 * Appends a SAMPLE record in this machine's byte order, with every field of the attr's sample_type. Taken from *s are
 * the numbers up to the period, the callchain, and the user's registers and stack, whose sizes are multiples of 8. If
 * regs_user.abi is not 0, there is a register for each bit of the attr's mask. READ has the value 0; raw data,
 * branches, the interrupt's registers and traces are empty; other numbers are 0. misc: RECORD_MISC_KERNEL or _USER.
 */
void sample_put(struct buffer *b, const struct event_attr *attr, uint16_t misc, const struct sample *s);

#endif
