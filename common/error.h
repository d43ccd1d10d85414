/*
 * error: what went wrong, where, and what the caller may do next.
 *
 * Functions that can fail return 0 (or a count) on success and a negative errno on failure; iterators return 1 for an
 * item, 0 at the end and a negative errno on failure. A function that takes a struct error fills it on failure and
 * leaves it alone on success. Nothing here prints or exits.
 *
 * Codes with a fixed meaning across the tree, beside the ordinary ones of system calls:
 *
 *	-ENODATA	truncated: the input ended before the item did; what came before it is good
 *	-EBADMSG	corrupt: the bytes contradict the format; skip the item if its size is known
 *	-ENOTSUP	unsupported: well-formed, but not something this build understands
 *	-E2BIG		over a named limit; the message names the limit
 *	-ENOMEM		no memory
 */
#ifndef PREC_COMMON_ERROR_H
#define PREC_COMMON_ERROR_H

#include <stdbool.h>
#include <stdint.h>

#define ERROR_MESSAGE_MAX 512
#define ERROR_NO_OFFSET   UINT64_MAX
#define ERROR_NO_RECORD   UINT32_MAX

struct error {
	int code;             /* negative errno, 0: no error */
	uint64_t offset;      /* in the input, or ERROR_NO_OFFSET */
	uint32_t record_type; /* PERF_RECORD_*, or ERROR_NO_RECORD */
	char message[ERROR_MESSAGE_MAX];
};

#define ERROR_INIT                                                        \
	{                                                                 \
		.offset = ERROR_NO_OFFSET, .record_type = ERROR_NO_RECORD \
	}

/* Fills *err (which may be NULL) and returns code, a negative errno. The message is made by common/message.h. */
int error_set(struct error *err, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Does so with the offset in the input. record_type: PERF_RECORD_* or ERROR_NO_RECORD. */
int error_at(struct error *err, int code, uint64_t offset, uint32_t record_type, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/* Appends to the message of *err (which may be NULL). */
void error_append(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prepends "PREFIX: " to the message of *err (which may be NULL). */
void error_prefix(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether a negative errno is about the machine, not the data: no memory, a device that fails, no descriptors. */
bool error_is_of_machine(int code);

/* Fills *err with the usual message and returns -ENOMEM. */
int error_nomem(struct error *err);

#endif
