/* top_message: what the reader and the guardian of prec top (report/top/top_recorder.h) send each other. */
#ifndef PREC_REPORT_TOP_TOP_MESSAGE_H
#define PREC_REPORT_TOP_TOP_MESSAGE_H

#include <stdint.h>

/* From the reader: a byte. */
#define TOP_ASK         's' /* end the file */
#define TOP_PAUSE       'd' /* sample nothing */
#define TOP_GO_ON       'e' /* sample again */
#define TOP_SCREEN      'l' /* the screen was changed */
#define TOP_SCREEN_BACK 'b' /* it is as before */

/* From the guardian, some with a descriptor. */
enum top_message_kind {
	TOP_STARTED, /* value: the pid of the recorder */
	TOP_FILE,    /* a recording, with its descriptor */
	TOP_NOTHING, /* the recorder could not end its file; value: an errno or 0 */
	TOP_ENDED,   /* value: the exit status of the recorder, negative: the signal that ended it */
};

struct top_message {
	uint32_t kind;
	int32_t value;
};

#endif
