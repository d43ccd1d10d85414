/*
 * address_filter: which addresses a hardware trace is limited to: as users write it, made what the kernel takes.
 *
 *	filter main / last @ /opt/prog   -->    filter 0x1139/0x52@/opt/prog
 *
 * The language is that of Linux perf, "address filters" in perf-record(1); the kernel's, which has numbers alone, is in
 * perf_event_parse_addr_filter of kernel/events/core.c.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_ADDRESS_ADDRESS_FILTER_H
#define PREC_RECORD_ADDRESS_ADDRESS_FILTER_H

#include "common/buffer.h"
#include "common/error.h"

/*
 * Appends the kernel's text to out, and no NUL. *ret_n: of how many filters it is. kallsyms: of the kernel, read where
 * a filter has no file. 0, or a negative errno: -EINVAL where it is none, -ENOENT where a file has no such function,
 * -ENOTUNIQ where it has several, -EACCES where the kernel hides its addresses, others of open(2).
 */
int address_filter_resolve(struct buffer *out, size_t *ret_n, const char *text, const char *kallsyms,
			   struct error *err);

#endif
