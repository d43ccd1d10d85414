#include "libprec/counter_page.h"

#include "common/bytes.h"

#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

/* Where the page has its fields: struct perf_event_mmap_page. */
#define PAGE_LOCK         8
#define PAGE_INDEX        12
#define PAGE_OFFSET       16
#define PAGE_CAPABILITIES 40
#define PAGE_WIDTH        48

/* Of the capabilities. Before Linux 3.12 bit 0 meant two things, and bit 1 was not set. */
#define CAP_BIT0_IS_DEPRECATED (1u << 1)
#define CAP_USER_RDPMC         (1u << 2)

#define WIDTH_MAX 64u

/* What is read after this is read later. */
#define ACQUIRED(type, page, offset) __atomic_load_n((const type *)((const char *)(page) + (offset)), __ATOMIC_ACQUIRE)

void *counter_page_map(int fd)
{
	void *page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, fd, 0);

	return page == MAP_FAILED ? NULL : page;
}

void counter_page_unmap(void *page)
{
	if (page)
		munmap(page, (size_t)sysconf(_SC_PAGESIZE));
}

static inline uint64_t sign_extend(uint64_t value, unsigned width)
{
	const unsigned shift = WIDTH_MAX - width;

	return (uint64_t)((int64_t)(value << shift) >> shift);
}

/* Inlined with the function that reads the PMU, so that a count costs no call. */
static inline __attribute__((always_inline)) bool read_page(const void *page, counter_page_pmc *pmc,
							    uint64_t *ret_count)
{
	for (;;) {
		const uint32_t lock = ACQUIRED(uint32_t, page, PAGE_LOCK);
		const uint32_t index = ACQUIRED(uint32_t, page, PAGE_INDEX);
		const uint32_t width = ACQUIRED(uint16_t, page, PAGE_WIDTH);
		uint64_t count = ACQUIRED(uint64_t, page, PAGE_OFFSET);
		const uint64_t capabilities = ACQUIRED(uint64_t, page, PAGE_CAPABILITIES);
		const bool readable = capabilities & CAP_BIT0_IS_DEPRECATED && capabilities & CAP_USER_RDPMC && index &&
				      width && width <= WIDTH_MAX;

		if (readable)
			count += sign_extend(pmc(index - 1), width);
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		if (lock % 2 || ACQUIRED(uint32_t, page, PAGE_LOCK) != lock)
			continue;
		if (readable)
			*ret_count = count;
		return readable;
	}
}

bool counter_page_read_by(const void *page, counter_page_pmc *pmc, uint64_t *ret_count)
{
	return read_page(page, pmc, ret_count);
}

#if defined(__x86_64__) || defined(__i386__)

static inline uint64_t rdpmc(uint32_t number)
{
	uint32_t low, high;

	__asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(number));
	return (uint64_t)high << 32 | low;
}

bool counter_page_read(const void *page, uint64_t *ret_count)
{
	return read_page(page, rdpmc, ret_count);
}

#elif defined(__aarch64__)

/* Of the counters of events there are at most 31, each in a register with a number in its name; 31 is that of cycles.
 */
#define PMU_CYCLES 31u

static inline uint64_t read_pmu(uint32_t number)
{
	uint64_t value;

	if (number == PMU_CYCLES) {
		__asm__ volatile("mrs %0, pmccntr_el0" : "=r"(value));
		return value;
	}
	switch (number) {
#define PMU_COUNTER(n)                                                        \
	case n:                                                               \
		__asm__ volatile("mrs %0, pmevcntr" #n "_el0" : "=r"(value)); \
		return value;
		PMU_COUNTER(0)
		PMU_COUNTER(1)
		PMU_COUNTER(2)
		PMU_COUNTER(3)
		PMU_COUNTER(4)
		PMU_COUNTER(5)
		PMU_COUNTER(6)
		PMU_COUNTER(7)
		PMU_COUNTER(8)
		PMU_COUNTER(9)
		PMU_COUNTER(10)
		PMU_COUNTER(11)
		PMU_COUNTER(12)
		PMU_COUNTER(13)
		PMU_COUNTER(14)
		PMU_COUNTER(15)
		PMU_COUNTER(16)
		PMU_COUNTER(17)
		PMU_COUNTER(18)
		PMU_COUNTER(19)
		PMU_COUNTER(20)
		PMU_COUNTER(21)
		PMU_COUNTER(22)
		PMU_COUNTER(23)
		PMU_COUNTER(24)
		PMU_COUNTER(25)
		PMU_COUNTER(26)
		PMU_COUNTER(27)
		PMU_COUNTER(28)
		PMU_COUNTER(29)
		PMU_COUNTER(30)
	default: return 0;
	}
}

bool counter_page_read(const void *page, uint64_t *ret_count)
{
	return read_page(page, read_pmu, ret_count);
}

#else

bool counter_page_read(const void *page, uint64_t *ret_count)
{
	(void)page;
	(void)ret_count;
	return false;
}

#endif
