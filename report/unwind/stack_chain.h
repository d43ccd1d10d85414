/*
 * stack_chain: the callchain of a sample that has a copy of the user stack instead; and counts of how unwinding ended.
 *
 *	recorded	kernel addresses | registers, stack
 *	here		kernel addresses, PERF_CONTEXT_USER, the unwound user addresses
 *
 * As in Linux perf the unwound addresses replace a user part that the kernel recorded.
 */
#ifndef PREC_REPORT_UNWIND_STACK_CHAIN_H
#define PREC_REPORT_UNWIND_STACK_CHAIN_H

#include "formats/record/sample_decode.h"
#include "report/unwind/unwind.h"
#include "report/unwind/unwind_files.h"

/* Stacks with one cause in one dso; DSO_NONE: no mapping. */
struct unwind_count {
	uint32_t dso;
	enum unwind_end end;
	uint64_t n;
};

struct unwind_counts {
	uint64_t n;                 /* all stacks */
	uint64_t ends[UNWIND_ENDS]; /* by cause */
	uint64_t by[UNWIND_WAYS];   /* callers in code without call frame information, by how they were found */
	struct unwind_count *list;  /* those that end too early, by cause and dso */
	uint32_t n_list, capacity;
};

/* Counts a stack. *c is all zero at first. Without memory `list` stays incomplete. */
void unwind_counts_add(struct unwind_counts *c, enum unwind_end end, uint32_t dso);

void unwind_counts_merge(struct unwind_counts *c, const struct unwind_counts *from);

/* Sorts the list, largest first. */
void unwind_counts_sort(struct unwind_counts *c);
void unwind_counts_fini(struct unwind_counts *c);

/* Says whether a stack that ends so has unknown callers. */
static inline bool unwind_end_is_early(enum unwind_end end)
{
	return end != UNWIND_COMPLETE && end != UNWIND_LIMIT;
}

/* Returns how many end too early. */
uint64_t unwind_counts_early(const struct unwind_counts *c);

/*
 * Limit of the user addresses of a chain. Linux perf takes 127, the most a kernel records by default; copied stacks are
 * often deeper, and need their outermost functions to join a call graph.
 */
#define STACK_CHAIN_MAX 1024u

/* The state of one worker. */
struct stack_chain {
	struct unwind_files *files; /* borrowed */
	enum regs_arch arch;
	uint32_t max; /* limit of user addresses */
	struct unwinder *unwinder;
	uint64_t addresses[STACK_CHAIN_MAX];
	struct buffer words;
	struct unwind_counts counts;
	/* How the last chain ended. */
	bool is_counted;
	enum unwind_end end;
	uint32_t end_dso;
	uint32_t by[UNWIND_WAYS];
};

/*
 * Prepares a worker. arch: REGS_UNKNOWN, of a recording that does not say, means this machine, as in Linux perf. max:
 * limit of user addresses, up to STACK_CHAIN_MAX; 0: STACK_CHAIN_MAX. 0 or -ENOMEM; call stack_chain_fini in either
 * case.
 */
int stack_chain_init(struct stack_chain *c, struct unwind_files *files, enum regs_arch arch, uint32_t max);
void stack_chain_fini(struct stack_chain *c);

/*
 * Makes the chain of a sample, whose event has event_has_user_stacks. words: in, the recorded callchain; out, the whole
 * chain, in the byte order of the record, valid until the next call. A damaged sample, or one without user registers or
 * stack (a kernel thread's), keeps its chain. *ret_unwound: the number of unwound words at its end, with their marker.
 * 0 or -ENOMEM.
 */
int stack_chain_unwind(struct stack_chain *c, const struct record *r, const struct event_attr *attr, uint64_t time,
		       struct chain_words *words, uint64_t *ret_unwound);

/* Counts how the last chain ended; each chain counts once at most. */
void stack_chain_count(struct stack_chain *c);

#endif
