/*
 * fuzz_file: all there is to read in an open perf.data file, for the targets that make one of their input.
 */
#ifndef PREC_TESTS_FUZZ_FUZZ_FILE_H
#define PREC_TESTS_FUZZ_FUZZ_FILE_H

#include "formats/file/perf_file.h"

/* Touches every byte, so that a sanitizer sees a view that reaches beyond what it is of. */
uint64_t fuzz_touch(const void *data, size_t size);

/* Every feature section and every record with its decoders. Keep the sum, or the compiler drops what it is made of. */
uint64_t fuzz_read_file(const struct perf_file *file);

/* One sample of an event: every field, and every element of those that are lists. */
struct record;
uint64_t fuzz_read_sample(const struct record *r, const struct event_attr *attr);

/* The sum is used: what it reads is what the sanitizers watch. */
#define FUZZ_KEEP(sum) __asm__ volatile("" : : "r"(sum))

#endif
