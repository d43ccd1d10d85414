/*
 * kernel_pointers: why /proc/kallsyms shows a process no addresses, and what changes that.
 *
 * The rule is the kernel's (kernel/ksyms_common.c, kallsyms_show_value): with kptr_restrict 0 whoever may sample the
 * kernel sees them, which perf_event_paranoid of at most 1 lets everybody; with 1, and otherwise, CAP_SYSLOG is needed;
 * with 2 nobody sees them.
 */
#ifndef PREC_COMMON_KERNEL_POINTERS_H
#define PREC_COMMON_KERNEL_POINTERS_H

#define KERNEL_POINTERS_ADVICE_MAX 192

/* "kernel.kptr_restrict is 1; as root, or after: sudo sysctl kernel.kptr_restrict=0": of this machine. */
const char *kernel_pointers_advice(char buffer[static KERNEL_POINTERS_ADVICE_MAX]);

/* The same for settings that are known. paranoid: perf_event_paranoid. */
const char *kernel_pointers_advice_for(char buffer[static KERNEL_POINTERS_ADVICE_MAX], int kptr_restrict, int paranoid);

#endif
