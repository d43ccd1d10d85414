/*
 * top_guardian: the process between the reader and the recorder of prec top (report/top/top_recorder.h).
 */
#ifndef PREC_REPORT_TOP_TOP_GUARDIAN_H
#define PREC_REPORT_TOP_TOP_GUARDIAN_H

#include <stdbool.h>

struct top_guardian_config {
	char *const *words; /* options of prec record: events, target; NULL-terminated */
	/*
	 * Called when the reader or the recorder has ended; is_screen: the reader has said that it
	 * was changed, and not that it is as before.
	 */
	void (*at_end)(void *context, bool is_screen);
	void *context;
	/*
	 * What the recorder prints waits until the reader is gone, which draws on the terminal; a recorder that ends by
	 * itself does not end that.
	 */
	bool holds_messages;
};

/* Is the guardian, in a process that was forked for it, and ends the process. socket: to the reader. */
_Noreturn void top_guardian_run(const struct top_guardian_config *config, int socket);

#endif
