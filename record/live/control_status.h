/*
 * control_status: a recording under way in one line of JSON.
 *
 *	{"samples": 12, "lost": 0, "bytes": 4096, "enabled": true, "system_wide": false,
 *	 "events": [{"name": "cpu-clock", "enabled": true, "freq": 4000}], "targets": [4711]}
 *
 * samples and lost: so far; bytes: of all files. freq or period: of an event that has one. targets: the processes or
 * threads that were asked for and have not been detached, in the order of their numbers.
 *
 * Threads: that of the session.
 */
#ifndef PREC_RECORD_LIVE_CONTROL_STATUS_H
#define PREC_RECORD_LIVE_CONTROL_STATUS_H

#include "common/error.h"

#include "record/session/session.h"

/* Drains all rings first. *ret_text: for control_status_free. 0 or a negative errno. */
int control_status(struct session *s, char **ret_text, struct error *err);
void control_status_free(char *text);

#endif
