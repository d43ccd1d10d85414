/*
 * prec/sample.h: a sample, of a running program or of a file.
 *
 * A sample is a view of its record: what it points to lives as long as that, see who hands it out.
 */
#ifndef PREC_SAMPLE_H
#define PREC_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a sample holds: the bits of sample_type, PERF_SAMPLE_* in perf_event_open(2). */
#define PREC_IP             (1ull << 0)
#define PREC_TID            (1ull << 1)
#define PREC_TIME           (1ull << 2)
#define PREC_ADDR           (1ull << 3)
#define PREC_READ           (1ull << 4)
#define PREC_CALLCHAIN      (1ull << 5)
#define PREC_ID             (1ull << 6)
#define PREC_CPU            (1ull << 7)
#define PREC_PERIOD         (1ull << 8)
#define PREC_STREAM_ID      (1ull << 9)
#define PREC_RAW            (1ull << 10)
#define PREC_BRANCH_STACK   (1ull << 11)
#define PREC_REGS_USER      (1ull << 12)
#define PREC_STACK_USER     (1ull << 13)
#define PREC_WEIGHT         (1ull << 14)
#define PREC_DATA_SRC       (1ull << 15)
#define PREC_IDENTIFIER     (1ull << 16)
#define PREC_TRANSACTION    (1ull << 17)
#define PREC_REGS_INTR      (1ull << 18)
#define PREC_PHYS_ADDR      (1ull << 19)
#define PREC_AUX            (1ull << 20)
#define PREC_CGROUP         (1ull << 21)
#define PREC_DATA_PAGE_SIZE (1ull << 22)
#define PREC_CODE_PAGE_SIZE (1ull << 23)
#define PREC_WEIGHT_STRUCT  (1ull << 24)

/* Numbers of eight bytes each, which need not be aligned, and may be in the other byte order: see prec_word. */
struct prec_words {
	const void *data;
	size_t n;
	bool is_swapped;
};

static inline uint64_t prec_word(const struct prec_words *words, size_t i)
{
	uint64_t word;

	memcpy(&word, (const char *)words->data + 8 * i, sizeof(word));
	return words->is_swapped ? __builtin_bswap64(word) : word;
}

struct prec_bytes {
	const void *data;
	size_t size;
};

/* Registers: the values of those that the mask has, in the order of its bits (asm/perf_regs.h). */
struct prec_regs {
	uint64_t abi; /* 0: none, 1: of 32 bits, 2: of 64 */
	uint64_t mask;
	struct prec_words values;
};

struct prec_sample {
	uint64_t fields; /* PREC_*: which of these it has; the others are 0 */
	uint32_t event;  /* its number among those of the sampler's names, or in the file; UINT32_MAX: not known */
	uint32_t pid, tid, cpu;
	uint64_t ip, time, addr, id, stream_id, period; /* id: of live samples maybe that of another program's event */
	uint64_t weight;   /* the latency of an access, in the lower half with PREC_WEIGHT_STRUCT */
	uint64_t data_src; /* union perf_mem_data_src */
	uint64_t transaction, phys_addr, cgroup, data_page_size, code_page_size;
	struct prec_words callchain; /* addresses, innermost first, and PERF_CONTEXT_* between them */
	struct prec_words branches;  /* from, to and flags of each, the newest first: n is three times their number */
	struct prec_words read;      /* as read_format lays it out, from the values on */
	struct prec_bytes raw;
	struct prec_regs regs_user, regs_intr;
	struct prec_bytes stack_user;
};

#ifdef __cplusplus
}
#endif

#endif
