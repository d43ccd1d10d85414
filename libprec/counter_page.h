/*
 * counter_page: the page that the kernel shares of an event (struct perf_event_mmap_page), and a count read by it:
 *
 *	count = offset + the PMU's counter number index - 1, its `width` bits taken as a signed number
 *
 * The kernel makes the page's lock odd before it changes the rest, and counts on after (perf_event_open(2), "MMAP
 * layout").
 *
 * Threads: no state; a page is read by the thread that the event counts.
 */
#ifndef PREC_LIBPREC_COUNTER_PAGE_H
#define PREC_LIBPREC_COUNTER_PAGE_H

#include <stdbool.h>
#include <stdint.h>

/* Maps the page of an event. NULL where that cannot be. */
void *counter_page_map(int fd);
void counter_page_unmap(void *page);

/* Where user space may read the PMU's counter itself, the count. False: it is read(2) that says. */
bool counter_page_read(const void *page, uint64_t *ret_count);

/* The same, where counter number `number` of the PMU is read by the function. */
typedef uint64_t counter_page_pmc(uint32_t number);
bool counter_page_read_by(const void *page, counter_page_pmc *pmc, uint64_t *ret_count);

#endif
