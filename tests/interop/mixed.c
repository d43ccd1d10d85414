/* Functions inlined three deep, in loops and twice in one function. */
#include <stdint.h>

volatile uint64_t sink;

static inline __attribute__((always_inline)) uint64_t mix(uint64_t x)
{
	x ^= x >> 33;
	x *= 0xff51afd7ed558ccdull;
	x ^= x >> 29;
	return x;
}

static inline __attribute__((always_inline)) uint64_t rounds(uint64_t x)
{
	for (int i = 0; i < 4; i++)
		x = mix(x) + (uint64_t)i;
	return x;
}

__attribute__((noinline)) static uint64_t work(uint64_t n)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++)
		sum += rounds(i);
	return sum;
}

static inline __attribute__((always_inline)) uint64_t twice(uint64_t n)
{
	uint64_t sum = work(n);

	sink += sum;
	return sum + work(n / 2);
}

uint64_t mixed(uint64_t n)
{
	sink += twice(n);
	return mix(sink);
}
