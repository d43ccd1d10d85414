/*
 * annotation: the functions of a profile with the addresses that were sampled in them.
 *
 *	entries of the analysis -> function, offset in it, event -> hits, sorted
 *	their branch stacks     -> function, from where to where -> blocks that were run (report/annotate/code_blocks.h)
 *
 * A function is known by its dso and where it begins, so that what several processes ran of one file is one. Samples of
 * no function count in the totals only. Strings are ids of the profile's strings. One thread at a time.
 */
#ifndef PREC_REPORT_ANNOTATE_ANNOTATION_H
#define PREC_REPORT_ANNOTATE_ANNOTATION_H

#include "report/annotate/code_blocks.h"
#include "report/profile/profile.h"

struct annotate_sum {
	uint64_t count, period;
};

/* What was sampled at an address of a function, of one event. */
struct annotate_hit {
	uint32_t function; /* its number, until hits are sorted */
	uint32_t event;    /* as in the file */
	uint64_t offset;   /* from the function's start */
	struct annotate_sum sum;
};

struct annotate_function {
	struct dso_symbols *symbols;
	uint32_t dso;        /* number in the timeline's dsos */
	uint32_t name;       /* demangled */
	uint32_t mangled;    /* as in the symbol table */
	uint64_t start, end; /* as dso_symbols_lookup takes addresses; end: at least at the last hit */
	uint64_t moved;      /* how much higher its first sample was recorded */
	uint32_t first_hit, n_hits;
	uint32_t first_block, n_blocks;
};

#define ANNOTATE_NO_FUNCTION HASH_TABLE_NONE

struct annotation {
	struct profile *profile; /* borrowed */
	uint32_t n_events;       /* of the file */
	struct annotate_function *functions;
	uint32_t n_functions, functions_capacity;
	struct hash_table table;
	struct annotate_hit *hits; /* each function's together, by offset and event */
	uint32_t n_hits, hits_capacity;
	struct code_blocks blocks;   /* each function's together */
	struct annotate_sum *sums;   /* function * n_events + event */
	struct annotate_sum *totals; /* by event: all that passed the filter */
	uint32_t *order;             /* numbers of functions, the hottest first */
};

/* What the analysis of a file has to distinguish. */
void annotation_plan(const struct perf_file *file, const struct profile_filter *filter,
		     struct analysis_options *ret_options);

/* Reads all entries of a symbolized profile that pass. 0 or a negative errno; annotation_fini is due in any case. */
int annotation_read(struct annotation *a, struct profile *profile, const struct profile_filter *filter,
		    struct error *err);
void annotation_fini(struct annotation *a);

/*
 * Returns the number of the function of a file at an address, as dso_symbols_lookup takes it: another one than `from`,
 * of the same file. It is added if it has no samples. ANNOTATE_NO_FUNCTION: there is none, or no memory.
 */
uint32_t annotation_function_at(struct annotation *a, uint32_t from, uint64_t address);

/*
 * Whether a function has that name, as it is shown, as its file has it, or without its parameters; or is a part of such
 * a function that the compiler put elsewhere (NAME.cold).
 */
bool annotation_is_named(const struct annotation *a, const struct annotate_function *f, const char *name);

/* Whether it was made at run time, and lies where it was recorded. */
static inline bool annotation_is_jit(const struct annotation *a, const struct annotate_function *f)
{
	return a->profile->symbolizer.resolver.locator.timeline->dsos.list[f->dso].kind == DSO_JIT;
}

static inline const struct annotate_sum *annotation_sum(const struct annotation *a, const struct annotate_function *f,
							uint32_t event)
{
	return &a->sums[(size_t)(f - a->functions) * a->n_events + event];
}

static inline const char *annotation_string(const struct annotation *a, uint32_t id)
{
	return strtab_get(&a->profile->names->strings, id);
}

#endif
