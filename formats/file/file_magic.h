/*
 * file_magic: the first bytes of a perf.data file, and what other files begin with.
 */
#ifndef PREC_FORMATS_FILE_FILE_MAGIC_H
#define PREC_FORMATS_FILE_FILE_MAGIC_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>

/* How many bytes the functions here look at. */
#define PERF_FILE_MAGIC_SIZE 8

/* The version of the format, 1 or 2; 0: not the magic of a perf.data file. swap: of the other byte order. */
int file_magic_version(const uint8_t *bytes, bool swap);

/* Whether a file that begins with these bytes may be a perf.data file, of either version and byte order. */
bool perf_file_is_magic(const uint8_t *bytes);

/* -EBADMSG, with a message that says what kind of file begins with these bytes, if that is known. */
int perf_file_not_magic(const uint8_t *bytes, struct error *err);

#endif
