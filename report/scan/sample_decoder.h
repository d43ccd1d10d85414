/*
 * sample_decoder: what a plan needs of the samples of one event, worked out once as offsets and masks.
 *
 * A field that the event does not have, or the plan does not want, has a mask of 0 and an offset at which there is
 * something to load all the same, so that making a key takes no branch a field.
 */
#ifndef PREC_REPORT_SCAN_SAMPLE_DECODER_H
#define PREC_REPORT_SCAN_SAMPLE_DECODER_H

#include "formats/file/perf_file.h"
#include "report/unwind/chain_cut.h"
#include "report/scan/sample_table.h"
#include "report/scan/value_table.h"
#include "report/stream/sample_choice.h"

/* The parts of a sample that the view distinguishes. Others are 0 in all keys. */
struct sample_plan {
	bool by_address; /* ip, mode, and the pid of user addresses */
	bool by_thread;  /* pid and tid of every sample */
	bool by_cpu;
	bool by_chain;       /* and then the pid */
	bool branch_history; /* chains have the branches of their samples, too (report/unwind/branch_chain.h) */
	struct chain_limit chain_limit;
	bool by_mode;   /* with by_address or without */
	bool by_branch; /* each branch of a sample counts, at the address it went to, with a period of 1 */
	bool by_weight; /* the period of a sample is its weight, at least 1 */
	/* Bits of enum sample_value: with ip they are the elements of a value_table. */
	uint64_t values;
	uint64_t time_quantum; /* ns; 0: times are as they are */
	bool cgroups;          /* control groups have names, of which keys need not have the number */
	/* Samples that are read with their group count to its members, in a walk of their own (scan_run_shares). */
	bool by_shares;
	const struct sample_choice *choice; /* of the samples; NULL: all. Borrowed */
	/* How many branches the processor kept: chains of them are stitched (report/stream/branch_stitch.h), in that
	 * walk too. 0: they are not. */
	uint32_t stitch;
};

struct sample_decoder {
	uint16_t id; /* offset, 0: samples are not distinguished by an id */
	uint16_t ip, tid, time, period, cpu;
	uint16_t fixed_end; /* a sample is at least this large */
	uint16_t chain;     /* offset of the callchain's count, 0: no callchain, or after a field whose size differs */
	bool has_time, has_period;
	bool deferred; /* the user's part of it is in records of their own */
	bool branches; /* it is in the branches */
	bool history;  /* branches go into chains */
	bool stack;    /* the user's part of its chains is to be unwound */
	bool left_out; /* by the plan's choice */
	bool ordered;  /* what its samples count depends on their order: plan.by_shares, plan.stitch */
	uint64_t ip_mask;
	uint64_t thread_mask[2]; /* of pid (low) and tid (high): in user mode and others, in kernel mode */
	uint32_t cpu_mask, cpu_none;
	uint64_t mode_mask;
	uint64_t fixed;        /* what of the key's last word is the same for all samples of the event */
	uint64_t period_fixed; /* the period of each sample of an event whose samples do not have it */
};

void sample_decoder_make(struct sample_decoder *ret_decoder, const struct perf_file *f, uint32_t event,
			 const struct sample_plan *plan);

/* The key of the sample at p, of at least fixed_end bytes, without its chain. */
static inline void sample_decoder_key(const struct sample_decoder *d, const uint8_t *p, unsigned misc, const bool swap,
				      struct sample_key *ret_key)
{
	uint64_t mode = misc & RECORD_MISC_CPUMODE_MASK;
	uint64_t pid = load_u32_order(p + d->tid, swap);
	uint64_t tid = load_u32_order(p + d->tid + 4, swap);
	uint32_t cpu = (load_u32_order(p + d->cpu, swap) & d->cpu_mask) | d->cpu_none;

	ret_key->w[0] = load_u64_order(p + d->ip, swap) & d->ip_mask;
	ret_key->w[1] = (pid | tid << 32) & d->thread_mask[mode == RECORD_MISC_KERNEL];
	ret_key->w[2] = 0;
	ret_key->w[3] = d->fixed | cpu | (mode & d->mode_mask) << 48;
}

static inline uint64_t sample_decoder_period(const struct sample_decoder *d, const uint8_t *p, const bool swap)
{
	return d->has_period ? load_u64_order(p + d->period, swap) : d->period_fixed;
}

#endif
