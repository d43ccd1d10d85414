/*
 * stack_chain: the callchain of a sample that has a copy of its user stack in the place of one.
 *
 *	recorded	kernel addresses | registers, stack
 *	here		kernel addresses, PERF_CONTEXT_USER, the unwound user addresses
 *
 * As Linux perf puts them together; what the kernel recorded of the user's part, if anything, gives way.
 */
#ifndef PREC_REPORT_UNWIND_STACK_CHAIN_H
#define PREC_REPORT_UNWIND_STACK_CHAIN_H

#include "formats/record/sample.h"
#include "report/unwind/unwind_counts.h"
#include "report/unwind/unwind_files.h"

/*
 * User addresses of a chain. Linux perf takes 127, the most a kernel records; stacks copied whole are often deeper, and
 * only their outermost functions put them in their place.
 */
#define STACK_CHAIN_MAX 1024u

/* A worker's. */
struct stack_chain {
	struct unwind_files *files; /* borrowed */
	enum regs_arch arch;
	uint32_t max; /* user addresses at most */
	struct unwinder *unwinder;
	uint64_t addresses[STACK_CHAIN_MAX];
	struct buffer words;
	struct unwind_counts counts;
	/* How the chain unwound last ended. */
	bool is_counted;
	enum unwind_end end;
	uint32_t end_dso;
};

/*
 * arch: REGS_UNKNOWN, of a recording that does not say, is taken for this machine, as Linux perf does. max: up to
 * STACK_CHAIN_MAX; 0: as many. 0 or -ENOMEM; stack_chain_fini is due in any case.
 */
int stack_chain_init(struct stack_chain *c, struct unwind_files *files, enum regs_arch arch, uint32_t max);
void stack_chain_fini(struct stack_chain *c);

/*
 * The chain of a sample of an event that has user stacks (event_has_user_stacks). words: in, what the sample has of a
 * callchain; out, the whole of it, until the next call. It stays as it is where no
 * user registers or stack were recorded, in a kernel's thread say, and of a damaged sample. *ret_unwound: so many words
 * at its end are unwound ones, with their marker. 0 or -ENOMEM.
 */
int stack_chain_unwind(struct stack_chain *c, const struct record *r, const struct event_attr *attr, uint64_t time,
		       struct chain_words *words, uint64_t *ret_unwound);

/* Counts how the chain unwound last ended; each chain counts once at most. */
void stack_chain_count(struct stack_chain *c);

#endif
