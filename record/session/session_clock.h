/*
 * session_clock: notes when a file is recorded: which boot of the machine it is, and what the clock on the wall says
 * at a time of the recording's clock, at the start and at the end.
 *
 * By that files of one machine, and of several, can be laid beside each other. CLOCK_MONOTONIC and the wall clock are
 * adjusted alike, so one moment is enough until somebody sets the time; the kernel's own clock is not, and drifts by
 * some tens of microseconds a second.
 *
 * Threads: one at a time on a note.
 */
#ifndef PREC_RECORD_SESSION_SESSION_CLOCK_H
#define PREC_RECORD_SESSION_SESSION_CLOCK_H

#include "formats/record/abi.h"
#include "formats/record/private_record.h"

/* Fills a note, without its end, of the clock of an event. Whatever cannot be found out stays unknown. */
void session_clock_start(struct clock_note *ret_note, const struct event_attr *attr);

/* Adds the end, of the same event. */
void session_clock_end(struct clock_note *note, const struct event_attr *attr);

#endif
