/*
 * perf_map: the lines of /tmp/perf-PID.map, with which JIT compilers name the code they made.
 *
 *	START SIZE name, to the end of the line, blanks included
 *
 * Both numbers are hexadecimal, with or without 0x. Source: Linux tools/perf/Documentation/jit-interface.txt.
 */
#ifndef PREC_FORMATS_TEXT_PERF_MAP_H
#define PREC_FORMATS_TEXT_PERF_MAP_H

#include <stddef.h>
#include <stdint.h>

/* The name lies in the text and is not ended by NUL. */
struct perf_map_entry {
	uint64_t start;
	uint64_t size;
	const char *name;
	size_t name_size;
};

struct perf_map_reader {
	const char *pos;
	const char *end;
	uint64_t n_bad; /* lines passed over */
};

struct perf_map_reader perf_map_open(const char *text, size_t size);

/* 1: *ret_entry is the next one, 0: the end. A last line without its newline is one still being written: it is left
 * out. */
int perf_map_next(struct perf_map_reader *r, struct perf_map_entry *ret_entry);

#endif
