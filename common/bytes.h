/*
 * bytes: loads unaligned numbers in either byte order.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_BYTES_H
#define PREC_COMMON_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Load a number in this machine's byte order. */
static inline uint16_t load_u16(const void *p)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint32_t load_u32(const void *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint64_t load_u64(const void *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

/* Load a number; swap: it has the other byte order than this machine. */
static inline uint16_t load_u16_order(const void *p, bool swap)
{
	uint16_t v = load_u16(p);

	return swap ? __builtin_bswap16(v) : v;
}

static inline uint32_t load_u32_order(const void *p, bool swap)
{
	uint32_t v = load_u32(p);

	return swap ? __builtin_bswap32(v) : v;
}

static inline uint64_t load_u64_order(const void *p, bool swap)
{
	uint64_t v = load_u64(p);

	return swap ? __builtin_bswap64(v) : v;
}

/*
 * True if data are big-endian. swap: they have the other byte order than this machine. Use it for layouts that depend
 * on the writer's byte order, for example those of bitfields.
 */
static inline bool order_is_big(bool swap)
{
	return swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

/* True if data of that byte order have the other byte order than this machine. */
static inline bool order_is_swapped(bool big_endian)
{
	return big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

/* Returns bit n of a 64-bit bitfield of this machine; bitfields begin at the highest bit on a big-endian one. */
#define BITFIELD_BIT(n) (1ull << (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 63 - (n) : (n)))

/* Rounds n up to a multiple of align, a power of two. n + align must not overflow. */
static inline uint64_t align_up(uint64_t n, uint64_t align)
{
	return (n + align - 1) & ~(align - 1);
}

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#endif
