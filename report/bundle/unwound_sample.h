/*
 * unwound_sample: a sample with a callchain in place of the registers and the copy of the user stack that it was
 * unwound from.
 *
 *	recorded	fields | callchain: kernel | more fields | registers | stack | more fields
 *	written		fields | callchain: kernel, user | more fields | more fields
 */
#ifndef PREC_REPORT_BUNDLE_UNWOUND_SAMPLE_H
#define PREC_REPORT_BUNDLE_UNWOUND_SAMPLE_H

#include "formats/record/sample_decode.h"

/*
 * Appends the sample of a record, decoded in s, whose event has event_has_user_stacks. words: its whole callchain, in
 * the record's byte order. Nothing is appended if it would be larger than records are. Test buffer_ok afterwards.
 */
void unwound_sample_put(struct buffer *b, const struct record *r, const struct sample *s,
			const struct chain_words *words);

#endif
