/*
 * lib_types: converts errors and targets between the library's types and the internal ones.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_LIBPREC_LIB_TYPES_H
#define PREC_LIBPREC_LIB_TYPES_H

#include "common/error.h"
#include "record/open/target.h"
#include <prec/error.h>
#include <prec/target.h>

/* Copies *err to *ret_error, unless that is NULL. Returns code. */
int lib_error(struct prec_error *ret_error, int code, const struct error *err);

/* Fills *ret_error with code and message, unless it is NULL. Returns code. */
int lib_error_set(struct prec_error *ret_error, int code, const char *message);

/*
 * Makes a target from the caller's; wanted NULL: the calling thread. 0 or a negative errno; the caller calls
 * target_fini in both cases.
 */
int lib_target_init(struct target *target, const struct prec_target *wanted, struct error *err);

#endif
