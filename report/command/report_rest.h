/*
 * report_rest: makes the rows of a report in a thread, while a browser shows a first look at it.
 *
 * The report, and what it was opened with, belong to the thread from _start to _finish or _stop. It takes no signals.
 */
#ifndef PREC_REPORT_COMMAND_REPORT_REST_H
#define PREC_REPORT_COMMAND_REPORT_REST_H

#include "report/command/report_plan.h"

#include <pthread.h>

struct report_rest {
	struct report *report; /* borrowed */
	pthread_t thread;
	bool is_running;
	int ready[2]; /* a pipe: [0] can be read when the rows are made */
	int result;
	struct error error;
};

/* Makes the rows of a report that is planned. False: there is no thread for that. */
bool report_rest_start(struct report_rest *w, struct report *r);

/* Waits until they are made. 0 or a negative errno with *err filled, as of report_analyse and report_name. */
int report_rest_finish(struct report_rest *w, struct error *err);

/* Lets go of them, as soon as may be. It may not be running. */
void report_rest_stop(struct report_rest *w);

#endif
