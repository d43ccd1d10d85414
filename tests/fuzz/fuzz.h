/*
 * fuzz: what a fuzz target is made of. A target is one file, fuzz_NAME.c, with LLVMFuzzerTestOneInput; linked with
 * replay.c it runs the files of corpus/NAME in `make check`, with libFuzzer (--enable-fuzz) it is what `make fuzz`
 * runs.
 */
#ifndef PREC_TESTS_FUZZ_FUZZ_H
#define PREC_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What targets have got out of their inputs: replay.c compares it with what is known of the files of the corpus. */
__attribute__((weak)) uint64_t fuzz_found;

/* A property the target holds for every input. */
#define FUZZ_CHECK(condition)                                                           \
	do {                                                                            \
		if (!(condition)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			abort();                                                        \
		}                                                                       \
	} while (0)

#endif
