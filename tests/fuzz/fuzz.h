/*
 * fuzz: what the fuzz targets have in common.
 *
 * A target is a function of some bytes that must neither crash nor hang nor read beyond them, whatever they are. With
 * --enable-fuzz each is a libFuzzer program; otherwise replay.c runs it over the seeds, so that what was once found
 * stays mended.
 */
#ifndef PREC_TESTS_FUZZ_FUZZ_H
#define PREC_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Always 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A property the target holds for every input. */
#define FUZZ_CHECK(condition)                                                           \
	do {                                                                            \
		if (!(condition)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			abort();                                                        \
		}                                                                       \
	} while (0)

#endif
