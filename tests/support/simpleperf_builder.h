/*
 * simpleperf_builder: what simpleperf puts into perf.data files beside what Linux perf does
 * (formats/record/simpleperf_record.h).
 */
#ifndef PREC_TESTS_SUPPORT_SIMPLEPERF_BUILDER_H
#define PREC_TESTS_SUPPORT_SIMPLEPERF_BUILDER_H

#include "tests/support/perf_builder.h"

struct simpleperf_builder_symbol {
	uint64_t vaddr;
	uint32_t size;
	const char *name;
};

struct simpleperf_builder_file {
	const char *path;
	uint32_t type;
	uint64_t min_vaddr, offset;
	bool has_offset;
	const struct simpleperf_builder_symbol *symbols;
	uint32_t n;
};

/* An entry of FILE, of FILE2. */
void simpleperf_put_file(struct buffer *b, const struct simpleperf_builder_file *file);
void simpleperf_put_file2(struct buffer *b, const struct simpleperf_builder_file *file);

/* A field of a message of protocol buffers: a number; bytes. */
void protobuf_put_number(struct buffer *b, uint32_t field, uint64_t value);
void protobuf_put_bytes(struct buffer *b, uint32_t field, const void *data, size_t size);

void simpleperf_record_dso(struct perf_builder *b, uint64_t type, uint64_t id, uint64_t min_vaddr, const char *name);
void simpleperf_record_symbol(struct perf_builder *b, uint64_t addr, uint64_t len, uint64_t dso, const char *name);
void simpleperf_record_event_id(struct perf_builder *b, const uint64_t (*pairs)[2], uint64_t n);

/* KERNEL_SYMBOL with this text; in SPLIT records of `piece` bytes of it each, unless that is 0. */
void simpleperf_record_kallsyms(struct perf_builder *b, const char *text, size_t piece);

/* One record of every type. */
void simpleperf_records_all(struct perf_builder *b);

#endif
