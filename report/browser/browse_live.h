/*
 * browse_live: rows that are renewed while somebody looks around in them, as prec top has them.
 *
 *	browser ---- it is time, or there is something ----> source: rows of what was recorded since
 *	   |                                                    |
 *	   +--------------- browse_live_renew <-----------------+
 *
 * The cursor stays on its row, and on its line of the row's callchains, wherever these are now, and where it is on the
 * screen, as far as there are lines. Before the cursor was ever moved it stays on the first line. What was open is open
 * again: frames have the same numbers in all rows of a source. Order, filter and event stay.
 */
#ifndef PREC_REPORT_BROWSER_BROWSE_LIVE_H
#define PREC_REPORT_BROWSER_BROWSE_LIVE_H

#include "report/browser/browse.h"

/* What a source of live rows has besides struct browse_source. */
struct browse_live {
	int fd;          /* readable: `renew` has something to do; -1: there is none */
	unsigned delay;  /* seconds from one screen to the next; a key changes it */
	bool is_paused;  /* nothing is recorded; `pause` changes it */
	bool is_zeroing; /* rows have the samples since the screen before alone; a key changes it */
	/* Returns after how many ms `renew` has something to do without the descriptor; -1: never. */
	int (*due)(struct browse_source *s);
	/*
	 * Takes what there is. 1: the source has new rows; those before are not freed before the next call. 2: all rows
	 * have to be loaded again. 0: nothing is new; or a negative errno with *err filled.
	 */
	int (*renew)(struct browse_source *s, struct error *err);
	void (*pause)(struct browse_source *s, bool pause);
	/* Forgets what was counted. */
	void (*forget)(struct browse_source *s);
	/*
	 * Writes the last seconds into a new recording, and what to say of it to `text`. 0 or a negative errno with
	 * *err filled.
	 */
	int (*save)(struct browse_source *s, char *text, size_t size, struct error *err);
};

/* Has the source take what there is, and shows its rows. 0 or a negative errno with *err filled. */
int browse_live_renew(struct browse *b, struct error *err);

/* Does what a key asks for that only live rows have. False: it has no meaning here. */
bool browse_live_key(struct browse *b, uint32_t key);

#endif
