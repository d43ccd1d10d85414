/*
 * hostile: what the parts of the program of that name share.
 */
#ifndef PREC_TESTS_SUPPORT_HOSTILE_H
#define PREC_TESTS_SUPPORT_HOSTILE_H

#include "tests/support/perf_builder.h"

struct hostile_file {
	const char *name;
	unsigned flags; /* enum perf_builder_flags */
	void (*build)(struct perf_builder *b);
};

/* Of simpleperf's ways; the last has no name. */
extern const struct hostile_file hostile_simpleperf[];

#endif
