/*
 * top_options: the command line of `prec top`: what is recorded, which is prec record's to understand, and what is
 * shown of it.
 */
#ifndef PREC_REPORT_COMMAND_TOP_OPTIONS_H
#define PREC_REPORT_COMMAND_TOP_OPTIONS_H

#include "report/command/report_options.h"

struct top_options {
	struct report_options report;
	char **words; /* for prec record, NULL-terminated; owned, the texts are borrowed */
	size_t n_words;
	bool has_target; /* processes, threads or a user */
	bool has_chains;
	bool may_have_fields;  /* fields of tracepoints may be sort keys */
	char *mode;            /* of --call-graph, for prec record; owned; NULL: none */
	unsigned delay;        /* seconds from one screen to the next */
	unsigned iterations;   /* how many are shown; 0: until it is ended */
	uint32_t entries;      /* rows of each event; 0: as many as there is room for, or all */
	uint64_t count_filter; /* rows have more samples */
	bool zero;             /* each screen has its own samples alone */
	bool hides_kernel, hides_user;
	bool stdio;    /* no browser */
	unsigned kept; /* seconds of recordings that a browser keeps */
};

extern const struct option_group top_group;

/* 0; a negative errno with *err filled. Borrows argv; top_options_fini is due in any case. */
int top_options_parse(struct top_options *o, int argc, char **argv, struct error *err);

/*
 * Completes the words for prec record. has_browser: what is hidden is sampled all the same, since it may be shown
 * later. 0 or -ENOMEM with *err filled.
 */
int top_options_words(struct top_options *o, bool has_browser, struct error *err);

void top_options_fini(struct top_options *o);

#endif
