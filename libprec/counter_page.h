/*
 * counter_page: the page that the kernel shares of an event (struct perf_event_mmap_page), and a count read by it:
 *
 *	count = offset + the PMU's counter number index - 1, its `width` bits taken as a signed number
 *
 * The kernel makes the page's lock odd before it changes the rest, and counts on after (perf_event_open(2), "MMAP
 * layout"). All of it is inlined: a count costs little more than the instruction that reads the PMU.
 *
 * Threads: no state; a page is read by the thread that the event counts.
 */
#ifndef PREC_LIBPREC_COUNTER_PAGE_H
#define PREC_LIBPREC_COUNTER_PAGE_H

#include "common/bytes.h"

/* Maps the page of an event. NULL where that cannot be. */
void *counter_page_map(int fd);
void counter_page_unmap(void *page);

/* Where the page has its fields: struct perf_event_mmap_page. */
#define COUNTER_PAGE_LOCK         8
#define COUNTER_PAGE_INDEX        12
#define COUNTER_PAGE_OFFSET       16
#define COUNTER_PAGE_CAPABILITIES 40
#define COUNTER_PAGE_WIDTH        48

/* cap_bit0_is_deprecated and cap_user_rdpmc. Before Linux 3.12 bit 0 meant two things, and bit 1 was not set. */
#define COUNTER_PAGE_READABLE (BITFIELD_BIT(1) | BITFIELD_BIT(2))

/* What is read after this is read later. */
#define COUNTER_PAGE_ACQUIRED(type, page, offset) \
	__atomic_load_n((const type *)((const char *)(page) + (offset)), __ATOMIC_ACQUIRE)

/* Reads counter number `number` of the PMU. */
typedef uint64_t counter_page_pmc(uint32_t number);

/* Where user space may read the PMU's counter itself, the count. False: it is read(2) that says. */
static inline __attribute__((always_inline)) bool counter_page_read_by(const void *page, counter_page_pmc *pmc,
								       uint64_t *ret_count)
{
	for (;;) {
		const uint32_t lock = COUNTER_PAGE_ACQUIRED(uint32_t, page, COUNTER_PAGE_LOCK);
		const uint32_t index = COUNTER_PAGE_ACQUIRED(uint32_t, page, COUNTER_PAGE_INDEX);
		const uint64_t capabilities = COUNTER_PAGE_ACQUIRED(uint64_t, page, COUNTER_PAGE_CAPABILITIES);
		const unsigned shift = 64u - COUNTER_PAGE_ACQUIRED(uint16_t, page, COUNTER_PAGE_WIDTH);
		const bool readable = index && (capabilities & COUNTER_PAGE_READABLE) == COUNTER_PAGE_READABLE;
		uint64_t count = COUNTER_PAGE_ACQUIRED(uint64_t, page, COUNTER_PAGE_OFFSET);

		if (readable)
			count += (uint64_t)((int64_t)(pmc(index - 1) << (shift & 63)) >> (shift & 63));
		__asm__ volatile("" : : : "memory");
		if (__builtin_expect(lock % 2 || COUNTER_PAGE_ACQUIRED(uint32_t, page, COUNTER_PAGE_LOCK) != lock, 0))
			continue;
		*ret_count = count;
		return readable;
	}
}

#if defined(__x86_64__) || defined(__i386__)

static inline uint64_t counter_page_pmu(uint32_t number)
{
	uint32_t low, high;

	__asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(number));
	return (uint64_t)high << 32 | low;
}

static inline bool counter_page_read(const void *page, uint64_t *ret_count)
{
	return counter_page_read_by(page, counter_page_pmu, ret_count);
}

#elif defined(__aarch64__)

/* Of the counters of events there are at most 31, each in a register with a number in its name; 31 is that of cycles.
 */
#define COUNTER_PAGE_CYCLES 31u

static inline uint64_t counter_page_pmu(uint32_t number)
{
	uint64_t value;

	if (number == COUNTER_PAGE_CYCLES) {
		__asm__ volatile("mrs %0, pmccntr_el0" : "=r"(value));
		return value;
	}
	switch (number) {
#define COUNTER_PAGE_NUMBERED(n)                                              \
	case n:                                                               \
		__asm__ volatile("mrs %0, pmevcntr" #n "_el0" : "=r"(value)); \
		return value;
		COUNTER_PAGE_NUMBERED(0)
		COUNTER_PAGE_NUMBERED(1)
		COUNTER_PAGE_NUMBERED(2)
		COUNTER_PAGE_NUMBERED(3)
		COUNTER_PAGE_NUMBERED(4)
		COUNTER_PAGE_NUMBERED(5)
		COUNTER_PAGE_NUMBERED(6)
		COUNTER_PAGE_NUMBERED(7)
		COUNTER_PAGE_NUMBERED(8)
		COUNTER_PAGE_NUMBERED(9)
		COUNTER_PAGE_NUMBERED(10)
		COUNTER_PAGE_NUMBERED(11)
		COUNTER_PAGE_NUMBERED(12)
		COUNTER_PAGE_NUMBERED(13)
		COUNTER_PAGE_NUMBERED(14)
		COUNTER_PAGE_NUMBERED(15)
		COUNTER_PAGE_NUMBERED(16)
		COUNTER_PAGE_NUMBERED(17)
		COUNTER_PAGE_NUMBERED(18)
		COUNTER_PAGE_NUMBERED(19)
		COUNTER_PAGE_NUMBERED(20)
		COUNTER_PAGE_NUMBERED(21)
		COUNTER_PAGE_NUMBERED(22)
		COUNTER_PAGE_NUMBERED(23)
		COUNTER_PAGE_NUMBERED(24)
		COUNTER_PAGE_NUMBERED(25)
		COUNTER_PAGE_NUMBERED(26)
		COUNTER_PAGE_NUMBERED(27)
		COUNTER_PAGE_NUMBERED(28)
		COUNTER_PAGE_NUMBERED(29)
		COUNTER_PAGE_NUMBERED(30)
	default: return 0;
	}
}

static inline bool counter_page_read(const void *page, uint64_t *ret_count)
{
	return counter_page_read_by(page, counter_page_pmu, ret_count);
}

#else

static inline bool counter_page_read(const void *page, uint64_t *ret_count)
{
	(void)page;
	(void)ret_count;
	return false;
}

#endif

#endif
