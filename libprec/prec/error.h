/*
 * prec/error.h: describes an error.
 *
 * Functions of libprec that can fail return 0 or a count on success, and a negative errno on failure. Those that take a
 * struct prec_error fill it on failure and do not touch it on success; it may be NULL. The library prints nothing,
 * never ends the program, handles no signals, and has no state besides the objects that the caller has opened.
 */
#ifndef PREC_ERROR_H
#define PREC_ERROR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PREC_MESSAGE_SIZE 512

struct prec_error {
	int code;                        /* a negative errno */
	uint64_t offset;                 /* where in the file that is read; UINT64_MAX: nowhere in particular */
	char message[PREC_MESSAGE_SIZE]; /* a sentence for the user, in English: what failed, why, what helps */
};

#ifdef __cplusplus
}
#endif

#endif
