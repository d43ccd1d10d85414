/*
 * perf_map: parses /tmp/perf-PID.map, in which JIT compilers name their code.
 *
 *	START SIZE name, which ends at the end of the line and may have blanks
 *
 * Both numbers are hexadecimal, with or without 0x. Other lines are skipped and counted. Source: Linux
 * tools/perf/Documentation/jit-interface.txt.
 *
 * Threads: no state, any thread; a reader: one thread at a time.
 */
#ifndef PREC_FORMATS_TEXT_PERF_MAP_H
#define PREC_FORMATS_TEXT_PERF_MAP_H

#include <stddef.h>
#include <stdint.h>

struct perf_map_entry {
	uint64_t start; /* address */
	uint64_t size;
	const char *name; /* in the text, without a NUL */
	size_t name_size;
};

struct perf_map_reader {
	const char *pos;
	const char *end;
	uint64_t n_bad; /* lines that were skipped */
};

/* Begins to read a text, which is borrowed. */
struct perf_map_reader perf_map_open(const char *text, size_t size);

/* Reads the next entry. 1; 0: the end. The last line may have no newline. */
int perf_map_next(struct perf_map_reader *r, struct perf_map_entry *ret_entry);

#endif
