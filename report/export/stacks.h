/*
 * stacks: the call stacks of a profile with all that formats say of them, each kept once.
 *
 *	stack		what was called from where: a location, and the stack of its caller
 *	location	an address of a dso: a function, and those inlined there
 *	function	by name and dso; one without a name is all nameless code of its dso
 *
 * Strings are ids of the profile's strings. Numbers begin with 0, which is no stack, no location, no function. A stack
 * has a greater number than that of its caller. One thread at a time.
 */
#ifndef PREC_REPORT_EXPORT_STACKS_H
#define PREC_REPORT_EXPORT_STACKS_H

#include "common/hash_table.h"
#include "report/profile/profile.h"

/* What code a function is of. */
enum stack_code {
	STACK_CODE_USER,
	STACK_CODE_KERNEL,
	STACK_CODE_JIT,
	STACK_CODE_OTHER, /* of a hypervisor or guest, or of no mapping */
};

struct stack_function {
	uint32_t name;   /* demangled; 0: it has none */
	uint32_t symbol; /* as in the symbol table; 0: not known, as of all that are inlined */
	uint32_t dso;    /* string id of the short name, as in reports: "libc.so.6", "[kernel.kallsyms]", "[unknown]" */
	uint32_t file;   /* of the source; of several the first in the order of bytes; 0: not known */
	uint64_t start;  /* as struct frame has it, of a name the lowest; 0 where neither name nor bounds are known */
	enum stack_code code;
	bool has_bounds; /* it has no name, but is known by its start */
};

/* A function at a location. */
struct stack_frame {
	uint32_t function;
	uint32_t file, line; /* of the source, at this address; 0: not known */
	bool is_inlined;     /* into the next frame of the location */
};

struct stack_location {
	uint32_t dso;     /* number in the timeline's dsos; DSO_NONE: in no mapping */
	uint64_t lookup;  /* in the dso, as its symbols are looked up; with that it is known */
	uint64_t address; /* in the dso: as disassemblers show it; of the kernel, and in no mapping, as recorded */
	uint64_t offset;  /* in the file, as its mappings have it: see struct map */
	uint32_t first;   /* its frames, innermost first */
	uint32_t n;
};

struct stack {
	uint32_t caller; /* 0: it is the outermost */
	uint32_t location;
};

/* A cache: the stack of a node of a chain tree, in a mapping epoch. */
struct stack_memo {
	uint32_t stack, epoch; /* stack 0: not known */
};

struct stacks {
	struct profile *profile; /* borrowed */
	unsigned resolve;        /* RESOLVE_INLINES or 0 */
	struct stack *list;
	uint32_t n, capacity;
	struct hash_table table;
	struct stack_location *locations;
	uint32_t n_locations, locations_capacity;
	struct hash_table location_table;
	struct stack_frame *frames;
	uint32_t n_frames, frames_capacity;
	struct stack_function *functions;
	uint32_t n_functions, functions_capacity;
	struct hash_table function_table;
	struct stack_memo *memos; /* by node of the chain tree */
	uint32_t n_memos;
	const struct chain_tree *memo_chains; /* whose nodes these are */
	uint32_t *path;                       /* a buffer for nodes of a chain */
	uint32_t path_capacity;
};

/* Makes an empty table over a symbolized profile, which is borrowed. inlines: locations have inlined functions. 0 or
 * -ENOMEM; stacks_fini is due in any case. */
int stacks_init(struct stacks *s, struct profile *profile, bool inlines);
void stacks_fini(struct stacks *s);

/*
 * Returns the stack of a sample of a key, from its chain or, without one, its address; added if it is new. chains: what
 * the key's chain is a node of. *at: the process when it was sampled. 0 is a sample without either. STACKS_FAILED
 * without memory.
 */
#define STACKS_FAILED UINT32_MAX
uint32_t stacks_of(struct stacks *s, const struct chain_tree *chains, const struct sample_key *key, uint64_t ip,
		   const struct timeline_snapshot *at);

/* Call when the nodes of the chain tree are replaced by others. */
void stacks_forget_chains(struct stacks *s);

/*
 * Numbers all anew, for good (nothing may be added after it), so that the numbers do not depend on the order in which
 * stacks were added: stacks depth first, those with the same caller in the order of their locations, by dso and
 * address; the rest in the order of the stacks that have it. *ret_stacks: the new number by the old one, malloced. 0 or
 * -ENOMEM.
 */
int stacks_renumber(struct stacks *s, uint32_t **ret_stacks);

/*
 * Returns the locations of a stack, outermost first, valid until the next call for these stacks; NULL without memory.
 * *ret_n: how many; 0 of stack 0.
 */
const uint32_t *stacks_path(struct stacks *s, uint32_t stack, uint32_t *ret_n);

/* Returns the frames of a location, innermost first, the last one that of the function which has the address. */
static inline const struct stack_frame *stack_location_frames(const struct stacks *s, uint32_t location)
{
	return &s->frames[s->locations[location].first];
}

/*
 * Returns what a function is called where every box needs a name: its name; without one "[libc.so.6]", or
 * "[libc.so.6+0x1240]" where only its bounds are known. text: a buffer of at least STACK_TEXT_MIN bytes, used if the
 * text is not stored.
 */
#define STACK_TEXT_MIN 64
const char *stack_function_text(const struct stacks *s, uint32_t function, char *text, size_t size);

#endif
