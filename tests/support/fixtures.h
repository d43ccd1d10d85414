/*
 * fixtures: small perf.data files with names, for the command's tests and as seeds of the fuzzers.
 *
 * Nothing in them depends on the machine: code has no file, or is kernel code that KSYMBOL records name.
 */
#ifndef PREC_TESTS_SUPPORT_FIXTURES_H
#define PREC_TESTS_SUPPORT_FIXTURES_H

#include "tests/support/perf_builder.h"

struct fixture {
	const char *name;
	unsigned flags; /* enum perf_builder_flags */
	void (*build)(struct perf_builder *b);
	size_t cut;   /* bytes left out at the end of the file */
	size_t wrong; /* not 0: the byte at this offset of the records is changed */
};

/* The fixture of a number from 0 up; NULL after the last. */
const struct fixture *fixture_at(size_t number);

const struct fixture *fixture_find(const char *name);

/* The file's bytes in a buffer of the builder's, which fixture_make initializes. NULL without memory. */
const struct buffer *fixture_make(const struct fixture *fixture, struct perf_builder *b);

#endif
