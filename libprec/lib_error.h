/*
 * lib_error: the library's own errors as those of its callers.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_LIBPREC_LIB_ERROR_H
#define PREC_LIBPREC_LIB_ERROR_H

#include "common/error.h"

#include <prec/error.h>

/* Fills *ret_error (which may be NULL) and returns code. */
int lib_error(struct prec_error *ret_error, int code, const struct error *err);

/* The same with a message of its own. */
int lib_error_set(struct prec_error *ret_error, int code, const char *message);

#endif
