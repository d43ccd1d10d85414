/*
 * top_recorder: records without an end, and hands over what was recorded piece by piece: for prec top.
 *
 *	reader (in its sandbox) <-- socket --> guardian <-- --control --> prec-record
 *	      recordings, as descriptors            <-- --hand-over ---
 *
 * No file has a name, so that nothing is left however one of the processes, or all, are ended. The guardian is a
 * process of its own that reads no recording. It starts prec-record, has it end a file and begin the next (the command
 * snapshot), and hands on the descriptor. When either of the others ends, however that is, it ends the remaining one,
 * and calls at_end. Should the guardian be killed, prec-record ends by itself: its command reads from a pipe whose
 * other end is the guardian's.
 *
 * Threads: one.
 */
#ifndef PREC_REPORT_TOP_TOP_RECORDER_H
#define PREC_REPORT_TOP_TOP_RECORDER_H

#include "common/error.h"
#include "report/top/top_guardian.h"

#include <stdbool.h>
#include <sys/types.h>

struct top_recorder {
	int socket;      /* readable: top_recorder_take has something; -1: not started */
	pid_t guardian;  /* a child */
	pid_t recorder;  /* after the first top_recorder_take */
	bool has_ended;  /* nothing more comes */
	int exit_status; /* of the recorder, when it has ended; negative: the signal that ended it */
};

/*
 * Starts both processes, before the sandbox is entered and before any thread is started. 0 or a negative errno with
 * *err filled; top_recorder_stop is due in any case.
 */
int top_recorder_start(struct top_recorder *r, const struct top_guardian_config *config, struct error *err);

/* Asks for what was recorded since the last time. To be called again when it was taken. */
void top_recorder_ask(struct top_recorder *r);

/* Has the recorder take no samples, or take some again. */
void top_recorder_pause(struct top_recorder *r, bool pause);

/* Tells the guardian that the screen was changed, or is as before. */
void top_recorder_screen(struct top_recorder *r, bool is_changed);

/*
 * Waits for the next recording. Returns a descriptor, the caller's; -EAGAIN: there was something else, another call is
 * due; -ENODATA: it has ended, has_ended; or another negative errno with *err filled. A recorder that ends by itself
 * hands over a last recording, for which nobody has asked, before that.
 */
int top_recorder_take(struct top_recorder *r, struct error *err);

/* Ends the recording, and waits until nothing is left of it. */
void top_recorder_stop(struct top_recorder *r);

#endif
