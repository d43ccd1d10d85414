/*
 * top_feed: what prec top records, interval by interval: asks the recorder for it, takes it and keeps the last seconds
 * of it.
 *
 * Ownership: _fini ends the recorder. One thread.
 */
#ifndef PREC_REPORT_COMMAND_TOP_FEED_H
#define PREC_REPORT_COMMAND_TOP_FEED_H

#include "report/command/top_kept.h"
#include "report/top/top_recorder.h"

struct top_feed {
	struct top_recorder recorder;
	struct top_kept kept;
	uint64_t now;  /* when the last interval ended, and the next began, by clock_now() */
	bool is_asked; /* for what was recorded, which has not come yet */
};

/* Before top_feed_start; makes top_feed_fini possible. */
#define TOP_FEED_NONE                 \
	{                             \
		.recorder.socket = -1 \
	}

/* As top_recorder_start. */
int top_feed_start(struct top_feed *f, const struct top_guardian_config *config, struct error *err);
void top_feed_fini(struct top_feed *f);

/* Asks for what was recorded since the last time, unless that is done. */
void top_feed_ask(struct top_feed *f);

/*
 * Takes what the recorder has sent, or waits for that. 0: the last of those that are kept is new; -EAGAIN: it was
 * something else; -ENODATA: the recorder has ended; or another negative errno with *err filled.
 */
int top_feed_take(struct top_feed *f, struct error *err);

#endif
