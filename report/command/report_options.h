/*
 * report_options: the command line of `prec report`.
 */
#ifndef PREC_REPORT_COMMAND_REPORT_OPTIONS_H
#define PREC_REPORT_COMMAND_REPORT_OPTIONS_H

#include "common/cpulist.h"
#include "report/callgraph/callgraph_options.h"
#include "report/command/reader_options.h"
#include "report/print/formats.h"
#include "report/print/table.h"
#include "report/rows/shown_groups.h"

struct report_options {
	struct reader_options reader; /* list_names: the sort keys */
	const char *sort, *fields;
	const char *usual_sort; /* where sort says nothing, of all but branches and accesses; NULL: the default */
	char *own_sort;         /* what sort is, if it was made, or NULL */
	const char *separator;
	struct column_widths widths; /* -w */
	struct profile_filter filter;
	bool relative; /* percentages are of what the filter lets pass */
	struct cpulist parallelism;
	const char *parallelism_list; /* as it was given */
	double percent_limit;         /* below 0: none was given */
	uint64_t max_memory;          /* bytes; 0: any */
	unsigned numbers;             /* enum columns_numbers */
	int children;                 /* -1: as the file has chains or not */
	int branches;                 /* -b; -1: as the file has them or not */
	bool mem_mode;
	bool branch_history;
	uint32_t group_sort;   /* --group-sort-idx */
	uint32_t socket;       /* 1 + --socket-filter; 0: none was given */
	const char *parent;    /* -p; NULL: the default */
	bool parents_only;     /* -x */
	const char *roots;     /* --ignore-callees; NULL: none */
	uint32_t max_stack;    /* 0: any number */
	uint64_t time_quantum; /* ns */
	enum event_groups_mode groups;
	bool wants_lines;   /* source lines are shown */
	bool wants_types;   /* types of variables are shown */
	bool callgraph_set; /* -g was given */
	struct callgraph_options callgraph;
	bool stitch; /* --stitch-lbr */
	bool stats;
	bool threads, threads_raw; /* -T; --pretty */
	bool raw_trace;
	const struct format *format; /* --format, --folded; NULL: rows as text */
	enum format_weight weight;   /* --folded */
	bool chains_or_not;          /* --folded: what has no callchain is folded as a function alone */
	bool tasks, mmaps;           /* mmaps: with tasks */
	bool hierarchy;
	bool quiet;
	bool stdio; /* as to a pipe, on a terminal too */
	bool no_browser;
};

/* 0; a negative errno with *err filled. The options borrow argv's strings; report_options_fini frees the rest. */
int report_options_parse(struct report_options *o, int argc, char **argv, struct error *err);
void report_options_fini(struct report_options *o);

/*
 * The parts of that, for a command that takes these options and more: what there is, of struct report_options, what
 * there is before the first option, -t with a separator, the words of --folded (false: it is none), and the rest when
 * all are taken.
 */
extern const struct option_group report_group;
extern const struct option_group report_limit_group; /* a part of it: which rows and how wide */
void report_options_init(struct report_options *o);
int report_options_take_separator(void *o, const char *text, struct error *err);
bool report_weight_parse(enum format_weight *ret_weight, const char *word);
int report_options_finish(struct report_options *o, struct error *err);

#endif
