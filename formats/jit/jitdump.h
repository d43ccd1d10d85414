/*
 * jitdump: reads jit-PID.dump, the file in which a process records its JIT code: the address, time and name of each
 * function.
 *
 *	header | record | record | ...		records are appended while the process runs
 *	         LOAD: address, size, index, name, the code itself
 *	         MOVE: the index of a LOAD, and its new address
 *	         DEBUG_INFO, UNWINDING_INFO: belong to the LOAD that follows
 *	         CLOSE
 *
 * The file is in the byte order of its writer. Times are of CLOCK_MONOTONIC, or of the machine's time counter if the
 * header has JITDUMP_ARCH_TIMESTAMP. Source: Linux tools/perf/Documentation/jitdump-specification.txt and
 * tools/perf/util/jitdump.h.
 *
 * The reader reads each number once, since the bytes may be mapped and change. A damaged record is counted, and skipped
 * if its size is known. A record that is cut off is no error: it is still being written.
 *
 * Ownership: a struct jitdump borrows the bytes, and what the functions return points into them. One thread at a time.
 */
#ifndef PREC_FORMATS_JIT_JITDUMP_H
#define PREC_FORMATS_JIT_JITDUMP_H

#include "common/cursor.h"
#include "common/error.h"

#define JITDUMP_HEADER_SIZE    40
#define JITDUMP_ARCH_TIMESTAMP 1u /* a flag of the header */

enum jitdump_type {
	JITDUMP_LOAD = 0,
	JITDUMP_MOVE = 1,
	JITDUMP_DEBUG_INFO = 2,
	JITDUMP_CLOSE = 3,
	JITDUMP_UNWINDING_INFO = 4,
};

struct jitdump {
	const uint8_t *data; /* borrowed */
	size_t size;
	bool swap;
	uint32_t machine; /* EM_X86_64 ... */
	uint32_t pid;     /* the writer's, in its own pid namespace */
	uint64_t time;    /* when the dump was begun; V8 takes it from another clock than the times of records */
	uint64_t flags;   /* JITDUMP_ARCH_TIMESTAMP */
	size_t pos;       /* the offset of the next record */
	uint64_t n_bad;   /* damaged records so far */
	struct error first_bad;
	/* The last DEBUG_INFO, for the LOAD that follows it, if that has the same address. */
	uint64_t lines_addr;
	size_t lines_at, lines_size;
	/* The last UNWINDING_INFO, for the LOAD that follows it. */
	size_t unwind_at, unwind_size;
};

/* LOAD and MOVE. */
struct jitdump_code {
	enum jitdump_type type;
	uint32_t pid;
	uint64_t time;
	uint64_t addr; /* where the code is from `time` on */
	uint64_t size; /* bytes */
	uint64_t index;
	/* LOAD only: */
	uint64_t offset;  /* of the code's bytes in the dump */
	const char *name; /* without a NUL */
	size_t name_size;
	size_t lines_at, lines_size; /* its source lines, in the dump; size 0: it has none */
	/* Its .eh_frame, in the dump; its addresses are as if it followed the code, at a multiple of 8 bytes. */
	size_t unwind_at, unwind_size;
};

/* A source line; it holds from addr on, up to that of the next line. */
struct jitdump_line {
	uint64_t addr;
	uint32_t line;
	const char *file; /* without a NUL */
	size_t file_size;
};

struct jitdump_lines {
	struct cursor cursor;
	uint64_t n; /* how many lines are left */
	struct jitdump_line last;
};

/*
 * Reads the header. 0 or a negative errno; the message does not name the file; -ENODATA: it is too short; -EBADMSG: it
 * is no dump; -ENOTSUP: it has flags that are not known.
 */
int jitdump_open(struct jitdump *d, const void *data, size_t size, struct error *err);

/*
 * Returns the next LOAD or MOVE, a LOAD with the DEBUG_INFO and UNWINDING_INFO before it. 1; 0: the end, or damage
 * after which no record can be found, which d->n_bad counts, too.
 */
int jitdump_next(struct jitdump *d, struct jitdump_code *ret_code);

/* Begins to read the source lines of a LOAD that has some. */
struct jitdump_lines jitdump_lines_open(const struct jitdump *d, size_t lines_at, size_t lines_size);

/* Returns the next line. 1; 0: the end; -EBADMSG: the record is damaged. */
int jitdump_lines_next(struct jitdump_lines *l, struct jitdump_line *ret_line);

/* True if a path may be that of a dump: its last part is jit-NUMBER.dump. */
bool jitdump_is_path(const char *path, size_t size);

#endif
