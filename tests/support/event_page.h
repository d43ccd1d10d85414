/*
 * event_page: how the page begins that the kernel shares of an event: struct perf_event_mmap_page of
 * include/uapi/linux/perf_event.h, for tests that are the kernel.
 */
#ifndef PREC_TESTS_SUPPORT_EVENT_PAGE_H
#define PREC_TESTS_SUPPORT_EVENT_PAGE_H

#include "common/bytes.h"

struct event_page {
	uint32_t version, compat_version;
	uint32_t lock, index;
	uint64_t offset; /* what is to be added to the PMU's counter */
	uint64_t time_enabled, time_running;
	uint64_t capabilities; /* EVENT_PAGE_* */
	uint16_t pmc_width, time_shift;
	uint32_t time_mult;
	uint64_t time_offset, time_zero;
	uint32_t size, reserved;
	uint64_t time_cycles, time_mask;
};

#define EVENT_PAGE_BIT0_IS_DEPRECATED BITFIELD_BIT(1)
#define EVENT_PAGE_USER_RDPMC         BITFIELD_BIT(2)
#define EVENT_PAGE_USER_TIME          BITFIELD_BIT(3)
#define EVENT_PAGE_USER_TIME_ZERO     BITFIELD_BIT(4)
#define EVENT_PAGE_USER_TIME_SHORT    BITFIELD_BIT(5)

#endif
