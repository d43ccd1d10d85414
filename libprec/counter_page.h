/*
 * counter_page: reads an event's count in user space, by the page that the kernel shares for the event (struct
 * perf_event_mmap_page):
 *
 *	count = offset + the value of the PMU's counter number index - 1, of which `width` bits are a signed number
 *
 * The page's lock is a sequence counter: it changes when the kernel changes the page (perf_event_open(2), "MMAP
 * layout"). All of it is inlined: a count costs little more than the instruction that reads the PMU.
 *
 * Threads: no state; only the thread that the event counts may read its page.
 */
#ifndef PREC_LIBPREC_COUNTER_PAGE_H
#define PREC_LIBPREC_COUNTER_PAGE_H

#include "common/bytes.h"

/* Maps the page of the event that fd is a descriptor of, for counter_page_unmap. NULL: it cannot be mapped. */
void *counter_page_map(int fd);

/* Unmaps a page; NULL does nothing. */
void counter_page_unmap(void *page);

/* The offsets of the page's fields. */
#define COUNTER_PAGE_LOCK         8
#define COUNTER_PAGE_INDEX        12
#define COUNTER_PAGE_OFFSET       16
#define COUNTER_PAGE_CAPABILITIES 40
#define COUNTER_PAGE_WIDTH        48

/* The bits cap_bit0_is_deprecated and cap_user_rdpmc. Before Linux 3.12 bit 0 meant two things, and bit 1 was not set.
 */
#define COUNTER_PAGE_READABLE (BITFIELD_BIT(1) | BITFIELD_BIT(2))

/* Reads a field; what the code reads after it is read later (acquire). */
#define COUNTER_PAGE_ACQUIRED(type, page, offset) \
	__atomic_load_n((const type *)((const char *)(page) + (offset)), __ATOMIC_ACQUIRE)

/* Returns the value of counter number `number` of the PMU. */
typedef uint64_t counter_page_pmc(uint32_t number);

/* Reads the count. pmc: reads the PMU's counter. False: user space may not read it, so read(2) has to be used. */
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

/* Event counters have the numbers 0 to 30, and a register each; number 31 is the cycle counter. */
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
