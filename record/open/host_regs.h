/*
 * host_regs: which registers the kernel of this machine puts into samples.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_OPEN_HOST_REGS_H
#define PREC_RECORD_OPEN_HOST_REGS_H

#include "formats/record/regs.h"

#include <stdint.h>

enum regs_arch host_regs_arch(void);

/* The mask of all general registers, which Linux perf samples too; 0 on a machine that is not known. */
uint64_t host_regs_mask(void);

/* Of these the ones without which no stack is unwound: the instruction and stack pointers. */
uint64_t host_regs_unwind_mask(void);

#endif
