/*
 * synth_kernel: makes the records of kernel code: the mappings of the kernel and its modules, and BPF programs.
 */
#ifndef PREC_RECORD_SYNTH_SYNTH_KERNEL_H
#define PREC_RECORD_SYNTH_SYNTH_KERNEL_H

#include "record/synth/synth.h"

#define SYNTH_BPF_MAX 8192 /* programs; more are skipped */

/*
 * Makes KSYMBOL records for the existing BPF programs, in the form in which the kernel reports new ones. Programs that
 * the kernel does not show to this user are skipped: bpf(2) lists them with CAP_SYS_ADMIN, and shows addresses only to
 * users who may see those of the kernel. Trampolines are left out: they are only in kallsyms, and reading it would take
 * longer than the rest of the synthesis. 0 or a negative errno.
 */
int synth_bpf(struct synth *s, struct error *err);

/*
 * Makes the mappings. If the kernel hides its addresses from this user none are made, as by Linux perf;
 * counts.kernel_restricted is set, and the result is 0. 0 or a negative errno.
 */
int synth_kernel(struct synth *s, struct error *err);

#endif
