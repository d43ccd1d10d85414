/*
 * sampler_overlap: a task whose old and new events both sample for a moment, so that nothing is missed in between, and
 * of whose samples each is handed out once.
 *
 *	place in a ring   begin ......... cut ......... end
 *	old events        sample          sample till they are disabled
 *	new events        from when they are enabled on  sample
 *	counts            old             new
 *
 * Right after the change the places of what is too much are noted, which are skipped when the rings are read.
 *
 * Of software events the kernel makes one sample for both (perf_swevent_event and perf_prepare_sample in
 * kernel/events/core.c, from Linux 6.2 on), with the id of one of them or of another program's event: they have the
 * same time, and one of them stays, wherever it lies.
 *
 * Ownership: _begin/_fini. Threads: as of the sampler.
 */
#ifndef PREC_LIBPREC_SAMPLER_OVERLAP_H
#define PREC_LIBPREC_SAMPLER_OVERLAP_H

#include "libprec/sampler_set.h"

/* Places in a ring, by the kernel's count of bytes. */
struct overlap_span {
	uint64_t begin, cut, end;
};

struct sampler_overlap {
	struct prec_sampler *sampler;
	struct u32map events;       /* numbers of the task's events, by the low half of their ids, which count up */
	uint32_t n_old;             /* the first ones */
	struct overlap_span *spans; /* of each ring */
	uint8_t *bounce;
};

/* Before the new events, those from number n_old on, are enabled. 0 or a negative errno; _fini also after failure. */
int sampler_overlap_begin(struct sampler_overlap *o, struct prec_sampler *s, const struct sampler_task *task,
			  uint32_t n_old, struct error *err);
void sampler_overlap_fini(struct sampler_overlap *o);

/* When all new events sample, and all old ones still do. */
void sampler_overlap_cut(struct sampler_overlap *o);

/* When the old ones are disabled: takes out what is too much. */
void sampler_overlap_end(struct sampler_overlap *o);

#endif
