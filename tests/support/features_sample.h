/*
 * features_sample: every feature section with known contents, for the tests of what reads them.
 */
#ifndef PREC_TESTS_SUPPORT_FEATURES_SAMPLE_H
#define PREC_TESTS_SUPPORT_FEATURES_SAMPLE_H

#include "common/buffer.h"
#include "formats/record/abi.h"

/* Appends the section in the order b->swap asks for. False for a feature that has no contents of its own. */
bool features_sample(struct buffer *b, unsigned feature);

/* The attr of the one event of EVENT_DESC, named "cycles:u", with the ids 7 and 8. */
extern const struct event_attr features_sample_attr;

#endif
