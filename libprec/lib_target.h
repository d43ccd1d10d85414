/*
 * lib_target: what a caller wants counted, as the modules of the recorder have it.
 */
#ifndef PREC_LIBPREC_LIB_TARGET_H
#define PREC_LIBPREC_LIB_TARGET_H

#include "record/open/target.h"

#include <prec/target.h>

/* wanted: NULL is the calling thread. 0 or a negative errno; target_fini frees it, also after failure. */
int lib_target_init(struct target *target, const struct prec_target *wanted, struct error *err);

#endif
