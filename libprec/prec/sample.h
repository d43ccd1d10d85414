/*
 * prec/sample.h: a sample, from a sampler or from a file.
 *
 * A sample points into its record, so both are valid equally long; the function that returns a sample says how long.
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

/* The fields that a sample may have: the bits of sample_type, PERF_SAMPLE_* in perf_event_open(2). */
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

/* n numbers of eight bytes, perhaps not aligned, and perhaps in the other byte order: read them by prec_word. */
struct prec_words {
	const void *data;
	size_t n;
	bool is_swapped;
};

/* Returns number i, in this machine's byte order. i: less than words->n. */
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

/* Registers: a value for each bit of the mask, lowest bit first. The bits are those of asm/perf_regs.h. */
struct prec_regs {
	uint64_t abi; /* 0: none; 1: 32 bits; 2: 64 bits */
	uint64_t mask;
	struct prec_words values;
};

struct prec_sample {
	uint64_t fields; /* PREC_*: which members it has; the others are 0 */
	uint32_t event;  /* the event's number in the sampler or in the file; UINT32_MAX: not known */
	uint32_t pid, tid, cpu;
	uint64_t ip, time, addr, id, stream_id, period; /* id: from a sampler perhaps that of another program's event */
	uint64_t weight;   /* the latency of an access; with PREC_WEIGHT_STRUCT: in the lower half */
	uint64_t data_src; /* union perf_mem_data_src */
	uint64_t transaction, phys_addr, cgroup, data_page_size, code_page_size;
	struct prec_words callchain; /* addresses, innermost first, and PERF_CONTEXT_* between them */
	struct prec_words branches;  /* for each branch, newest first, three numbers: from, to, flags */
	struct prec_words read;      /* as read_format lays them out, from the first value on */
	struct prec_bytes raw;
	struct prec_regs regs_user, regs_intr;
	struct prec_bytes stack_user;
};

#ifdef __cplusplus
}
#endif

#endif
