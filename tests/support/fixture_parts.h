/*
 * fixture_parts: what most fixtures are built from: an event, kernel functions with names, processes, samples.
 */
#ifndef PREC_TESTS_SUPPORT_FIXTURE_PARTS_H
#define PREC_TESTS_SUPPORT_FIXTURE_PARTS_H

#include "tests/support/perf_builder.h"

/* Kernel functions: main calls work and idle, work calls leaf and helper, leaf calls itself. */
enum {
	F_MAIN,
	F_WORK,
	F_LEAF,
	F_HELPER,
	F_IDLE,
};

#define FUNCTION_BASE 0xffffffffc0000000ull
#define FUNCTION_SIZE 0x100

/* The address of a function, or one that many bytes in it. */
uint64_t fixture_function(int n, uint64_t offset);
/* Names the functions, by KSYMBOL records. */
void fixture_functions(struct perf_builder *b);

/* cpu-clock, whose samples have the fields `more` besides the usual ones. */
struct event_attr fixture_clock(uint64_t more);

/* 64 KiB of code of a process. */
void fixture_map(struct perf_builder *b, uint32_t pid, uint64_t start, const char *name);

/* A process with a program at 0x400000 and a library at 0x7f0000000000, neither of which there is. */
void fixture_process(struct perf_builder *b, uint32_t pid, const char *comm);

/* n samples of the process at an address, a microsecond apart. */
void fixture_samples(struct perf_builder *b, uint32_t pid, uint32_t cpu, uint16_t mode, uint64_t ip, int n,
		     uint64_t period);

#endif
