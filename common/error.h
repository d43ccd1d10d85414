/*
 * error: describes what went wrong, and where.
 *
 * Functions that can fail return 0 or a count on success, and a negative errno on failure. Iterators return 1 for an
 * item, 0 at the end, and a negative errno on failure. A function that takes a struct error fills it on failure, and
 * does not touch it on success. Nothing here prints or exits.
 *
 * These codes have the same meaning in all of the tree; others are those of system calls:
 *
 *	-ENODATA	cut off: the input ends before the item does; what is before the item is good
 *	-EBADMSG	damaged: the bytes contradict the format; the item can be skipped if its size is known
 *	-ENOTSUP	not supported: well-formed, but unknown to this version
 *	-E2BIG		more than a limit allows, which the message names
 *	-ENOMEM		no memory
 *
 * Threads: one at a time for each struct.
 */
#ifndef PREC_COMMON_ERROR_H
#define PREC_COMMON_ERROR_H

#include <stdbool.h>
#include <stdint.h>

#define ERROR_MESSAGE_MAX 512
#define ERROR_NO_OFFSET   UINT64_MAX
#define ERROR_NO_RECORD   UINT32_MAX

struct error {
	int code;             /* a negative errno; 0: no error */
	uint64_t offset;      /* in the input; ERROR_NO_OFFSET: nowhere in particular */
	uint32_t record_type; /* PERF_RECORD_*; ERROR_NO_RECORD: no record */
	char message[ERROR_MESSAGE_MAX];
};

#define ERROR_INIT                                                        \
	{                                                                 \
		.offset = ERROR_NO_OFFSET, .record_type = ERROR_NO_RECORD \
	}

/* Fills *err, unless it is NULL, with a message made by common/message.h. Returns code, a negative errno. */
int error_set(struct error *err, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Does so, and sets the offset in the input and the record's type, which may be ERROR_NO_RECORD. */
int error_at(struct error *err, int code, uint64_t offset, uint32_t record_type, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/* Appends to the message of *err, unless it is NULL. */
void error_append(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts "PREFIX: " before the message of *err, unless it is NULL. */
void error_prefix(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* True if a negative errno is the machine's fault, not the data's: no memory, no descriptors, a device that fails. */
bool error_is_of_machine(int code);

/* Fills *err, unless it is NULL, with a message about the lack of memory. Returns -ENOMEM. */
int error_nomem(struct error *err);

#endif
