/* top_text: a screen of prec top as text: what was sampled, and the rows. */
#ifndef PREC_REPORT_COMMAND_TOP_TEXT_H
#define PREC_REPORT_COMMAND_TOP_TEXT_H

#include "report/command/top_interval.h"

#include <stdio.h>

/* How much of it there is room for. */
struct top_room {
	unsigned columns; /* 0: any number */
	uint32_t rows;    /* of each event; 0: all */
};

/* Writes it. seconds: how long the interval was. 0 or -ENOMEM. */
int top_text_print(FILE *out, struct top_intervals *t, double seconds, struct top_room room);

#endif
