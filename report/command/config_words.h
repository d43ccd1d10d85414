/*
 * config_words: settings of Linux perf for perf report (common/perf_config.h) as options that stand before those of the
 * command line, which win.
 *
 * Ownership: _make/_fini; the words of argv are borrowed. Threads: one.
 */
#ifndef PREC_REPORT_COMMAND_CONFIG_WORDS_H
#define PREC_REPORT_COMMAND_CONFIG_WORDS_H

#include "common/error.h"

struct config_words {
	char **argv; /* NULL-terminated */
	int argc;
	char **made; /* those that come from settings */
	int n_made;
	char *sort_order; /* report.sort_order; NULL: there is none */
	char *note;       /* which settings, and of which files; NULL: none */
};

/* 0 or -ENOMEM; then, too, _fini. */
int config_words_make(struct config_words *w, int argc, char **argv, struct error *err);
void config_words_fini(struct config_words *w);

/* Says that there are settings, once the level of messages is known, and how they are left out. */
void config_words_say(const struct config_words *w);

#endif
