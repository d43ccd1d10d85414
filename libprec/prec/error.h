/*
 * prec/error.h: what went wrong.
 *
 * Functions of libprec that can fail return 0 or a count on success and a negative errno on failure. Those that take a
 * struct prec_error fill it on failure and leave it alone on success; it may be NULL. The library prints nothing, ends
 * no program, handles no signal and keeps no state but that of what it has opened.
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
	uint64_t offset;                 /* in a file that is read; UINT64_MAX: of no place */
	char message[PREC_MESSAGE_SIZE]; /* a sentence for the user, in English: what failed, on what, what to do */
};

#ifdef __cplusplus
}
#endif

#endif
