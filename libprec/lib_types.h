/*
 * lib_types: converts between types of the library's interface and those of the tree: errors and targets.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_LIBPREC_LIB_TYPES_H
#define PREC_LIBPREC_LIB_TYPES_H

#include "common/error.h"
#include "record/open/target.h"

#include <prec/error.h>
#include <prec/target.h>

/* Copies *err to *ret_error (which may be NULL) and returns code. */
int lib_error(struct prec_error *ret_error, int code, const struct error *err);

/* Fills *ret_error with a message, and returns code. */
int lib_error_set(struct prec_error *ret_error, int code, const char *message);

/*
 * Makes a target of what the caller wants; NULL: the calling thread. 0 or a negative errno; target_fini is due either
 * way.
 */
int lib_target_init(struct target *target, const struct prec_target *wanted, struct error *err);

#endif
