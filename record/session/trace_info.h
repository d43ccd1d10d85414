/*
 * trace_info: what decoders of hardware traces need to know before the first part of one: the records ID_INDEX, which
 * say what area goes with an event's id, and AUXTRACE_INFO (record/aux/aux_info.h).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_SESSION_TRACE_INFO_H
#define PREC_RECORD_SESSION_TRACE_INFO_H

#include "record/sampler/sampler.h"

/*
 * Appends them; nothing where no event is a trace. snapshots: that is how traces are read. diagnostics: get what
 * decoders will miss; NULL: not wanted. 0 or a negative errno.
 */
int trace_info_put(const struct sampler *sampler, bool snapshots, struct buffer *out, struct diagnostics *diagnostics,
		   struct error *err);

#endif
