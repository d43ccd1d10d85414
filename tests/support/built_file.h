/*
 * built_file: what perf_builder made (or any bytes) as an open file, without a place on a disk.
 */
#ifndef PREC_TESTS_SUPPORT_BUILT_FILE_H
#define PREC_TESTS_SUPPORT_BUILT_FILE_H

#include "formats/file/recording.h"
#include "tests/support/perf_builder.h"

/* A descriptor of a file in memory with these bytes; the program ends when none is available. */
int built_fd(const void *data, size_t size);

/* Finishes the builder and opens its file with all its parts; NULL with *err filled when it is refused. The builder is
 * left as it is. */
struct perf_file *built_open(struct perf_builder *b, struct error *err);

#endif
