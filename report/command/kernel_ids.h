/*
 * kernel_ids: the build-ids of the running kernel and its modules, as text.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_REPORT_COMMAND_KERNEL_IDS_H
#define PREC_REPORT_COMMAND_KERNEL_IDS_H

#include "common/error.h"
#include "formats/record/abi.h"

#include <stdio.h>

/* 0 or a negative errno. */
int kernel_ids_read(struct build_id *ret_id, struct error *err);

/* A line for the kernel and each module: build-id, addresses, name. 0 or a negative errno. */
int kernel_ids_print_maps(FILE *out, struct error *err);

#endif
