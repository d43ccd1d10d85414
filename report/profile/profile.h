/*
 * profile: counts and names the samples of a recording, for every command that shows a profile.
 *
 *	profile_analyse    counts samples under keys, and builds the timeline
 *	profile_symbolize  prepares names of addresses
 *	profile_next       returns the entries that pass a filter, one after the other, named
 *
 * Several open profiles can share their names (struct profile_names): equal strings and frames then have equal numbers
 * in all of them. One thread at a time.
 */
#ifndef PREC_REPORT_PROFILE_PROFILE_H
#define PREC_REPORT_PROFILE_PROFILE_H

#include "common/cpulist.h"
#include "report/profile/jit_codes.h"
#include "report/profile/symbolizer.h"
#include "report/scan/analysis.h"
#include "report/symbols/bundled_names.h"

struct profile_names {
	struct strtab strings;
	struct frames frames;
};

/* Sets up *n. 0 or -ENOMEM; the caller calls profile_names_fini in both cases. */
int profile_names_init(struct profile_names *n);
void profile_names_fini(struct profile_names *n);

struct profile {
	const struct perf_file *file; /* borrowed */
	struct profile_names *names;  /* borrowed */
	struct bundled_names bundled; /* what the recording carries; none if nothing is to be named */
	struct ended_stacks ends;     /* likewise */
	struct symbols_config config; /* with it; borrowed by jit */
	struct jit_codes jit;
	struct analysis analysis;
	struct symbolizer symbolizer;
	uint64_t next; /* where profile_next is in the current entries */
	uint32_t cpus; /* the recording's number of CPUs; 0: not known */
};

/*
 * Borrows all; the names outlive the profile. config: with what names will be looked up, NULL: none will be. What is to
 * be said of JIT code is in p->jit.notices. 0 or a negative errno. profile_fini is due in any case.
 */
int profile_analyse(struct profile *p, const struct perf_file *file, struct profile_names *names,
		    const struct analysis_options *options, const struct symbols_config *config, struct error *err);

/* Prepares names; call after profile_analyse. config NULL: nothing has a name. 0 or a negative errno. */
int profile_symbolize(struct profile *p, const struct symbols_config *config, struct error *err);

/* Frees it; the profile may be all zero. */
void profile_fini(struct profile *p);

/*
 * Makes a symbolized profile for another thread: that of `of`, with additional names of its own. Borrows all; until
 * profile_unshare, nobody changes the analysis of `of` or adds to its names. 0 or -ENOMEM; the caller calls
 * profile_unshare in both cases, not profile_fini.
 */
int profile_share(struct profile *p, const struct profile *of, struct profile_names *own);
void profile_unshare(struct profile *p);

/*
 * Which samples pass: those whose comm, dso ... is in a comma-separated list; NULL: all.
 */
struct profile_filter {
	bool guests;             /* pass samples of virtual machines, too */
	bool no_kernel, no_user; /* pass no samples taken there; they do not count in the total */
	bool named_only;         /* pass only addresses, or branches, with symbols; others do not count in the total */
	const char *comms, *dsos, *symbols, *pids, *tids;
	const char *symbol_part;                        /* the symbol's name contains it; NULL: any */
	const char *only_comm, *only_dso, *only_symbol; /* a whole name, whatever is in it; NULL: any */
	/* That of a function which was sampled or is on the callchain, so that the analysis needs plan.by_chain; NULL:
	 * any. Not for samples of a walk in the order of time, whose chains are not the analysis's. */
	const char *only_within;
	const struct cpulist *cpus;
	const struct cpulist *parallelism; /* how many threads ran at the sample */
};

/* True if the filter needs the names of functions. */
static inline bool profile_filter_is_of_symbols(const struct profile_filter *f)
{
	return f->symbols || f->symbol_part || f->only_symbol || f->named_only;
}

/* Likewise, of comms, and of dsos. */
static inline bool profile_filter_is_of_comms(const struct profile_filter *f)
{
	return f->comms || f->only_comm;
}

static inline bool profile_filter_is_of_dsos(const struct profile_filter *f)
{
	return f->dsos || f->only_dso;
}

/* What to name of an entry. */
enum profile_want {
	PROFILE_COMM = 1,
	PROFILE_DSO = 2,
	PROFILE_SYMBOL = 4, /* and the dso */
	PROFILE_LINE = 8,   /* with the symbol: the frame has the source line */
};

struct profile_entry {
	const struct sample_entry *sample; /* its key and counts: event, pid, tid, cpu, mode, period, count, times */
	struct timeline_snapshot at;
	uint32_t comm;            /* with PROFILE_COMM: string id */
	struct location location; /* with PROFILE_DSO or PROFILE_SYMBOL: that of the sampled address */
};

enum profile_choice {
	PROFILE_OUTSIDE,  /* not part of the total: another CPU or mode than those wanted, or no symbol */
	PROFILE_GUEST,    /* left out: taken in a virtual machine */
	PROFILE_UNWANTED, /* left out by a list of names */
	PROFILE_WANTED,
};

/*
 * Names what is wanted of an entry, and what the filter needs. Returns an enum profile_choice, or -ENOMEM. Unless it is
 * PROFILE_WANTED, the entry may be named in part only.
 */
int profile_name(struct profile *p, const struct profile_filter *filter, unsigned want, const struct sample_entry *e,
		 struct profile_entry *ret_entry);

/*
 * False: the filter leaves the entry out, as is known without any symbol. Threads: any number, each with its locator,
 * while nothing is added to names.
 */
bool profile_may_pass(const struct profile *p, const struct profile_filter *filter, const struct locator *locator,
		      const struct sample_entry *e);

/* Finds the location of an entry's address, or of its branch's target, as resolver_resolve. 0 or -ENOMEM. */
int profile_locate(struct profile *p, const struct sample_entry *e, const struct timeline_snapshot *at, unsigned flags,
		   struct location *ret_location);

/* Returns how many threads ran at an entry's samples, at least 1; the plan has SAMPLE_VALUE_RUNNING. */
uint32_t profile_parallelism(const struct profile *p, const struct sample_entry *e);

/* Returns an entry's period divided by that number, in thousandths. */
uint64_t profile_latency(const struct profile *p, const struct sample_entry *e);

/* Returns the next entry that passes, named, through all parts of the analysis. 1; 0: the end; or a negative errno. */
int profile_next(struct profile *p, const struct profile_filter *filter, unsigned want, struct profile_entry *ret_entry,
		 struct error *err);

/*
 * Returns the next location of an entry's callchain, from the sampled function outwards, with the process as in the
 * snapshot. *node: sample_key_chain at first. flags: RESOLVE_INLINES or 0. 1; 0: after the outermost caller; or
 * -ENOMEM.
 */
int profile_chain_next(struct profile *p, const struct timeline_snapshot *at, uint32_t *node, unsigned flags,
		       struct location *ret_location);

#endif
