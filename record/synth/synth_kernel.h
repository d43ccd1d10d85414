/*
 * synth_kernel: records for the kernel's own mapping and one for each module.
 */
#ifndef PREC_RECORD_SYNTH_SYNTH_KERNEL_H
#define PREC_RECORD_SYNTH_SYNTH_KERNEL_H

#include "record/synth/synth.h"

/*
 * synth_bpf: KSYMBOL records of the BPF programs that were there before, as the kernel writes them of new ones.
 *
 * bpf(2) tells only who has CAP_SYS_ADMIN which programs there are, and where they lie only who may see the kernel's
 * addresses. The trampolines that were there before are in no list of it, but in kallsyms, which would take longer to
 * read than all else takes.
 */

#define SYNTH_BPF_MAX 8192 /* programs; more are passed over */

/* 0 or a negative errno. What this user is not shown is passed over. */
int synth_bpf(struct synth *s, struct error *err);

/*
 * 0 or a negative errno. Where the kernel hides its addresses from this user nothing is written, as by Linux perf;
 * counts.kernel_restricted is then set, and the result is 0.
 */
int synth_kernel(struct synth *s, struct error *err);

#endif
