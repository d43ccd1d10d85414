/*
 * stat_show: how counts are shown, as the command lines of prec stat say it.
 *
 * Ownership: strings are borrowed.
 */
#ifndef PREC_COUNTS_STAT_SHOW_H
#define PREC_COUNTS_STAT_SHOW_H

#include <stdbool.h>

enum stat_style {
	STAT_STYLE_TEXT = 0,
	STAT_STYLE_CSV,
	STAT_STYLE_JSON,
};

struct stat_show {
	enum stat_style style;
	const char *separator;
	bool groups_digits;
	bool table;
	bool metrics_only;
	bool hides_zeros;
	bool is_summary;    /* what is shown as a whole was shown by intervals before */
	bool plain_summary; /* its lines of CSV do not say that they are of it */
	bool clears;        /* the screen, before each interval */
	bool hides_idle;    /* threads that did nothing are left out */
	bool is_empty;      /* there is no event */
};

#endif
