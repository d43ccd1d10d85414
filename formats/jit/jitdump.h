/*
 * jitdump: jit-PID.dump, in which a program that makes code at run time writes down each piece: where it put it, when,
 * and what it is called.
 *
 *	header | record | record | ...		appended to while the program runs
 *	         LOAD: address, size, index, name, the code itself
 *	         MOVE: the index of a LOAD, its new address
 *	         DEBUG_INFO, UNWINDING_INFO: of the LOAD that follows; CLOSE
 *
 * All of it is in the byte order of its writer. Times are those of CLOCK_MONOTONIC, or of the machine's own counter
 * where the header has JITDUMP_ARCH_TIMESTAMP. Source: Linux tools/perf/Documentation/jitdump-specification.txt and
 * tools/perf/util/jitdump.h.
 *
 * The reader walks over bytes in memory, which may change as it does: each number is read once. A damaged record is
 * counted and passed over where its size is known; one that the end of the bytes cuts off is still being written.
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
	uint32_t pid;     /* the writer's, as it sees it in its own namespace */
	uint64_t time;    /* when the dump was begun; V8 has another clock here than in its records */
	uint64_t flags;   /* JITDUMP_ARCH_TIMESTAMP */
	size_t pos;
	uint64_t n_bad; /* damaged records so far */
	struct error first_bad;
	/* The last DEBUG_INFO: of the LOAD that follows it, if the address is the same. */
	uint64_t lines_addr;
	size_t lines_at, lines_size;
	/* The last UNWINDING_INFO: of the LOAD that follows it. */
	size_t unwind_at, unwind_size;
};

/* LOAD and MOVE. */
struct jitdump_code {
	enum jitdump_type type;
	uint32_t pid;
	uint64_t time;
	uint64_t addr; /* where the code is from now on */
	uint64_t size; /* bytes */
	uint64_t index;
	/* LOAD only: */
	uint64_t offset;  /* of the code's bytes in the dump */
	const char *name; /* in the dump's bytes, not ended by NUL */
	size_t name_size;
	size_t lines_at, lines_size; /* where in the dump its source lines are; size 0: there are none */
	/* And its .eh_frame, which is written as if it lay after the code, at the next multiple of 8 bytes. */
	size_t unwind_at, unwind_size;
};

/* From this address of the code on, up to the next one. */
struct jitdump_line {
	uint64_t addr;
	uint32_t line;
	const char *file; /* not ended by NUL; lives as long as the dump's bytes */
	size_t file_size;
};

struct jitdump_lines {
	struct cursor cursor;
	uint64_t n; /* that are to come */
	struct jitdump_line last;
};

/*
 * Begins with the header. 0; -ENODATA: shorter than that; -EBADMSG: no dump; -ENOTSUP: flags that are not known. The
 * message lacks the name of the file.
 */
int jitdump_open(struct jitdump *d, const void *data, size_t size, struct error *err);

/*
 * The next LOAD or MOVE; others are passed over, and lines handed out with their LOAD. 1, or 0 at the end, also at
 * damage beyond which no record can be found: d->n_bad counts that, too.
 */
int jitdump_next(struct jitdump *d, struct jitdump_code *ret_code);

/* The source lines of a LOAD that has some. */
struct jitdump_lines jitdump_lines_open(const struct jitdump *d, size_t lines_at, size_t lines_size);

/* 1: *ret_line is the next one, 0: the end, -EBADMSG: the record holds something else than it says. */
int jitdump_lines_next(struct jitdump_lines *l, struct jitdump_line *ret_line);

/* Whether a path can be that of a dump: its last part is jit-NUMBER.dump. */
bool jitdump_is_path(const char *path, size_t size);

#endif
