/*
 * profile: a recording's samples, counted and named: what every command that shows a profile begins with.
 *
 *	profile_analyse    samples are counted by what tells them apart; the timeline is known
 *	profile_symbolize  addresses can be named
 *	profile_next       the entries, one after the other, named, as far as a filter lets them pass
 *
 * Several profiles can be open at once and share their names (struct profile_names): strings and frames that are the
 * same then have the same numbers in all of them. One thread at a time.
 */
#ifndef PREC_REPORT_PROFILE_PROFILE_H
#define PREC_REPORT_PROFILE_PROFILE_H

#include "common/cpulist.h"
#include "report/profile/jit_codes.h"
#include "report/profile/symbolizer.h"
#include "report/scan/analysis.h"

struct profile_names {
	struct strtab strings;
	struct frames frames;
};

/* 0 or -ENOMEM; profile_names_fini is due in any case. */
int profile_names_init(struct profile_names *n);
void profile_names_fini(struct profile_names *n);

struct profile {
	const struct perf_file *file; /* borrowed */
	struct profile_names *names;  /* borrowed */
	struct jit_codes jit;
	struct analysis analysis;
	struct symbolizer symbolizer;
	uint64_t next; /* of the entries at hand: profile_next's */
	uint32_t cpus; /* of the recording; 0: not known */
};

/*
 * Borrows all; the names outlive the profile. config: with what names will be looked up, NULL: none will be. What is to
 * be said of code made at run time is in p->jit.notices. 0 or a negative errno. profile_fini is due in any case.
 */
int profile_analyse(struct profile *p, const struct perf_file *file, struct profile_names *names,
		    const struct analysis_options *options, const struct symbols_config *config, struct error *err);

/* After profile_analyse. config NULL: nothing has a name. 0 or a negative errno. */
int profile_symbolize(struct profile *p, const struct symbols_config *config, struct error *err);

/* Of a profile that is all zero, too. */
void profile_fini(struct profile *p);

/*
 * A symbolized profile for another thread, with names of its own over those of `of`, from which nothing else differs.
 * Borrows all; until profile_unshare the analysis of `of` stays as it is, and nothing is added to its names. 0 or
 * -ENOMEM; profile_unshare is due in any case, and profile_fini is not.
 */
int profile_share(struct profile *p, const struct profile *of, struct profile_names *own);
void profile_unshare(struct profile *p);

/*
 * Which samples are wanted: those whose comm, dso, ... is in a list, where there is one. Names are comma-separated;
 * NULL: all.
 */
struct profile_filter {
	bool guests;     /* those taken in virtual machines too */
	bool named_only; /* those at an address, or of a branch, that has symbols; others are no part of the whole */
	const char *comms, *dsos, *symbols, *pids, *tids;
	const char *symbol_part; /* the symbol's name has it in it; NULL: any */
	const struct cpulist *cpus;
	const struct cpulist *parallelism; /* taken when so many threads ran */
};

/* Whether functions have to be named to tell which samples are wanted. */
static inline bool profile_filter_is_of_symbols(const struct profile_filter *f)
{
	return f->symbols || f->symbol_part || f->named_only;
}

/* What of an entry is to be named. */
enum profile_want {
	PROFILE_COMM = 1,
	PROFILE_DSO = 2,
	PROFILE_SYMBOL = 4, /* and the dso */
	PROFILE_LINE = 8,   /* with the symbol: the frame has the source line */
};

struct profile_entry {
	const struct sample_entry *sample; /* what was counted: event, pid, tid, cpu, mode, period, count, times */
	struct timeline_snapshot at;
	uint32_t comm;            /* with PROFILE_COMM: string id */
	struct location location; /* with PROFILE_DSO or PROFILE_SYMBOL: of the sampled address */
};

enum profile_choice {
	PROFILE_OUTSIDE,  /* not even part of the whole: of another CPU than those asked for, or without a symbol */
	PROFILE_GUEST,    /* left out for being taken in a virtual machine */
	PROFILE_UNWANTED, /* left out by its names */
	PROFILE_WANTED,
};

/*
 * Names an entry of the analysis as far as it is wanted; what the filter needs is named as well. An enum
 * profile_choice, or -ENOMEM. Of entries that are not PROFILE_WANTED the result may be named in part.
 */
int profile_name(struct profile *p, const struct profile_filter *filter, unsigned want, const struct sample_entry *e,
		 struct profile_entry *ret_entry);

/*
 * False: the filter leaves an entry out, as can be said without any symbol. Any number of threads at a time, of which
 * each has a locator, while nothing is added to names.
 */
bool profile_may_pass(const struct profile *p, const struct profile_filter *filter, const struct locator *locator,
		      const struct sample_entry *e);

/* The location of an entry's address, of a branch that it went to: as resolver_resolve. 0 or -ENOMEM. */
int profile_locate(struct profile *p, const struct sample_entry *e, const struct timeline_snapshot *at, unsigned flags,
		   struct location *ret_location);

/* How many threads ran when the samples of an entry were taken, with SAMPLE_VALUE_RUNNING in the plan: 1 or more. */
uint32_t profile_parallelism(const struct profile *p, const struct sample_entry *e);

/* An entry's period divided by that, in thousandths. */
uint64_t profile_latency(const struct profile *p, const struct sample_entry *e);

/* The next entry that passes, through all parts of the analysis, named: 1, 0 after the last, or a negative errno. */
int profile_next(struct profile *p, const struct profile_filter *filter, unsigned want, struct profile_entry *ret_entry,
		 struct error *err);

/*
 * The locations of an entry's callchain, from the sampled function outwards, as its process was in the snapshot. *node:
 * at the beginning what sample_key_chain says. flags: RESOLVE_INLINES or 0. 1, 0 after the outermost caller, or
 * -ENOMEM.
 */
int profile_chain_next(struct profile *p, const struct timeline_snapshot *at, uint32_t *node, unsigned flags,
		       struct location *ret_location);

#endif
