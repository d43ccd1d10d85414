/*
 * record_write: builds the records that a recorder (or a test) makes itself, header to sample_id_all trailer.
 *
 * Each function appends one whole record to a buffer, in the byte order b->swap asks for. Names are padded with zeros
 * to a multiple of 8, as the kernel pads them. Without memory, or when a record would exceed RECORD_SIZE_MAX, the
 * buffer is marked failed: ask buffer_ok() once at the end.
 *
 * Layouts: perf_event_open(2), include/uapi/linux/perf_event.h.
 */
#ifndef PREC_FORMATS_RECORD_RECORD_WRITE_H
#define PREC_FORMATS_RECORD_RECORD_WRITE_H

#include "common/buffer.h"
#include "formats/record/record.h"
#include "formats/record/sample_decode.h"
#include "formats/record/time_conv.h"

/* Longer names are cut, as the kernel (PATH_MAX) and its readers do; the NUL counts. */
#define RECORD_NAME_MAX 4096

/*
 * The trailer of every record that is no sample. Which fields are written says sample_type, of the event the record
 * belongs to; 0 writes none (an event without sample_id_all).
 */
struct record_trailer {
	uint64_t sample_type;
	uint32_t pid, tid;
	uint64_t time;
	uint64_t id; /* for ID and IDENTIFIER */
	uint64_t stream_id;
	uint32_t cpu;
};

struct record_mapping {
	uint32_t pid, tid;
	uint64_t start, length, pgoff;
	uint32_t major, minor;
	uint64_t inode, inode_generation;
	struct build_id build_id; /* of size > 0: takes the place of device and inode, and sets misc bit 14 */
	uint32_t prot, flags;     /* PROT_*, MAP_* */
	const char *name;
};

struct record_namespace {
	uint64_t device, inode;
};

/* A part of a hardware trace. */
struct record_auxtrace {
	uint64_t size;      /* of the data that follow the record, a multiple of 8 */
	uint64_t offset;    /* of these in the trace */
	uint64_t reference; /* when they were copied: the CPU's counter of time, where it has one that everybody can
			       read */
	uint32_t index;     /* of the AUX area that they are from */
	int32_t tid, cpu;   /* what it records, -1: whatever there is */
};

/* An id, and where its records come from. */
struct record_id_entry {
	uint64_t id;
	uint32_t index; /* of the AUX area, as in record_auxtrace */
	int32_t cpu, tid;
};

/* Any record: its header, then what the caller appends, then the trailer and the size. begin returns its offset. */
size_t record_begin(struct buffer *b, uint32_t type, uint16_t misc);
void record_end(struct buffer *b, size_t start, const struct record_trailer *id);

/* misc: the cpumode (RECORD_MISC_USER ...) and further bits; MMAP uses pid, tid, start, length, pgoff and name only. */
void record_put_mmap(struct buffer *b, uint16_t misc, const struct record_mapping *m, const struct record_trailer *id);
void record_put_mmap2(struct buffer *b, uint16_t misc, const struct record_mapping *m, const struct record_trailer *id);
void record_put_comm(struct buffer *b, uint16_t misc, uint32_t pid, uint32_t tid, const char *comm,
		     const struct record_trailer *id);
void record_put_fork(struct buffer *b, const struct record_task *task, const struct record_trailer *id);
/* spaces: in the kernel's order net, uts, ipc, pid, user, mnt, cgroup. */
void record_put_namespaces(struct buffer *b, uint32_t pid, uint32_t tid, const struct record_namespace *spaces,
			   uint64_t n_spaces, const struct record_trailer *id);
/* Of the flags and the name's size nothing is used; a name ends with a NUL. */
void record_put_ksymbol(struct buffer *b, const struct record_ksymbol *symbol, const struct record_trailer *id);
/* The record alone; the caller writes the data after it. */
void record_put_auxtrace(struct buffer *b, const struct record_auxtrace *trace);
/* ID_INDEX, in as many records as it takes. */
void record_put_id_index(struct buffer *b, const struct record_id_entry *entries, size_t n);
/* As Linux perf 5.10 and up writes it; it has no trailer. */
void record_put_time_conv(struct buffer *b, const struct time_conv *conv);

/*
 * sample_write: builds a SAMPLE record that no kernel wrote, with every field that its event's sample_type asks for.
 */

/*
 * Appends the sample in the machine's byte order, as sample_decode reads it. Written are the numbers up to the period,
 * the callchain, and the user's registers and stack, whose sizes are multiples of 8; registers are there if
 * regs_user.abi is not 0, one for each bit of the attr's mask. Of READ the value is 0; raw data, branches, the
 * registers of the interrupt and traces are empty, other numbers 0. misc: RECORD_MISC_KERNEL or _USER. A sample that
 * exceeds RECORD_SIZE_MAX marks the buffer as failed.
 */
void sample_put(struct buffer *b, const struct event_attr *attr, uint16_t misc, const struct sample *s);

#endif
