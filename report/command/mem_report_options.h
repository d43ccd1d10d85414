/*
 * mem_report_options: the command line of `prec mem report`: options of its own, and all of prec report.
 */
#ifndef PREC_REPORT_COMMAND_MEM_REPORT_OPTIONS_H
#define PREC_REPORT_COMMAND_MEM_REPORT_OPTIONS_H

#include "report/command/report_options.h"
#include "report/command/script_options.h"
#include "report/script/script_access.h"

struct mem_report_options {
	struct report_options report;
	bool stores_only; /* -t store: which have no latency */
	bool sort_given;  /* -s */
	bool dump;        /* samples, not rows */
	struct script_access access;
};

/* 0; -EINVAL with *err filled. Whoever takes report over frees it; else report_options_fini does. */
int mem_report_options_parse(struct mem_report_options *o, int argc, char **argv, struct error *err);

/* What of the options holds for a dump of samples; -EINVAL where one is of rows only. Takes report over. */
int mem_report_options_dump(struct mem_report_options *o, struct script_options *ret_script, struct error *err);

/* The options, of which --help is printed. */
extern const struct option_group mem_report_group;

#endif
