/*
 * synth_kernel: records for the kernel's own mapping and one for each module.
 */
#ifndef PREC_RECORD_SYNTH_SYNTH_KERNEL_H
#define PREC_RECORD_SYNTH_SYNTH_KERNEL_H

#include "record/synth/synth.h"

/*
 * 0 or a negative errno. Where the kernel hides its addresses from this user nothing is written, as by Linux perf;
 * counts.kernel_restricted is then set, and the result is 0.
 */
int synth_kernel(struct synth *s, struct error *err);

#endif
