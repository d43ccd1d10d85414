/*
 * address_filter: translates the address filters of a hardware trace from the user's language to the kernel's.
 *
 *	filter main / last @ /opt/prog   -->    filter 0x1139/0x52@/opt/prog
 *
 * The user's language is that of Linux perf, --filter in perf-record(1). The kernel's has only numbers:
 * perf_event_parse_addr_filter in kernel/events/core.c.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_ADDRESS_ADDRESS_FILTER_H
#define PREC_RECORD_ADDRESS_ADDRESS_FILTER_H

#include "common/buffer.h"
#include "common/error.h"

/*
 * Appends the kernel's text to out, without a NUL. *ret_n: the number of filters. kallsyms: the path of the kernel's
 * symbols, read if a filter has no file. 0 or a negative errno: -EINVAL: not a filter; -ENOENT: the file has no such
 * function; -ENOTUNIQ: it has several; -EACCES: the kernel hides its addresses; others of open(2).
 */
int address_filter_resolve(struct buffer *out, size_t *ret_n, const char *text, const char *kallsyms,
			   struct error *err);

#endif
