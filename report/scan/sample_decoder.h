/*
 * sample_decoder: makes the keys of an event's samples, by offsets and masks that are computed once for a plan.
 *
 * A field that the event does not have, or the plan does not want, has a mask of 0 and an offset within the sample. So
 * all fields are loaded without a branch.
 */
#ifndef PREC_REPORT_SCAN_SAMPLE_DECODER_H
#define PREC_REPORT_SCAN_SAMPLE_DECODER_H

#include "formats/file/perf_file.h"
#include "report/scan/sample_table.h"
#include "report/scan/value_table.h"
#include "report/stream/sample_choice.h"
#include "report/unwind/chain_cut.h"

/* What distinguishes samples in a report. Fields that do not are 0 in all keys. */
struct sample_plan {
	bool by_address; /* by ip, mode, and the pid of user addresses */
	bool by_thread;  /* by pid and tid, in all modes */
	bool by_cpu;
	bool by_chain;       /* by callchain and pid */
	bool branch_history; /* chains contain the branches of their samples (report/unwind/branch_chain.h) */
	struct chain_limit chain_limit;
	bool by_mode;          /* by mode, also without by_address */
	bool by_branch;        /* each branch of a sample counts at the address it went to, with a period of 1 */
	bool with_branches;    /* of event_has_blocks, each branch counts beside its sample where it came from, as 0 */
	bool by_weight;        /* the period of a sample is its weight, at least 1 */
	uint64_t values;       /* by these extra fields: bits of enum sample_value (report/scan/value_table.h) */
	uint64_t time_quantum; /* ns, by which SAMPLE_VALUE_TIME is rounded down; 0: not rounded */
	bool wants_cgroups;    /* the timeline needs the names of control groups, also without SAMPLE_VALUE_CGROUP */
	bool by_shares;        /* a sample of a group counts for all members, in scan_run_shares */
	/* Of the records so many that follow each other one counts, if it is a sample, for all of them: an estimate.
	 * Not with by_shares or stitch. 0, 1: each sample counts once. */
	uint32_t every;
	const struct sample_choice *choice; /* the samples that count; NULL: all. Borrowed */
	/* The number of branches that the processor keeps: chains are stitched by them (report/stream/branch_stitch.h),
	 * in scan_run_shares. 0: they are not stitched. */
	uint32_t stitch;
};

struct sample_decoder {
	uint16_t id;                         /* offset; 0: samples are not distinguished by an id */
	uint16_t ip, tid, time, period, cpu; /* offsets */
	uint16_t fixed_end;                  /* the least size of a sample */
	uint16_t chain;                      /* offset of the callchain's length; 0: no callchain, or not fixed */
	bool has_time, has_period;
	bool is_deferred;   /* the user part of chains is in CALLCHAIN_DEFERRED records */
	bool from_branches; /* it is in the branch stack */
	bool is_unwound;    /* it is unwound from the user's registers and stack */
	bool has_history;   /* branches are added to chains */
	bool is_left_out;   /* no sample of the event counts: plan.choice */
	bool is_ordered;    /* samples are left to scan_run_shares: plan.by_shares, plan.stitch */
	uint64_t ip_mask;
	uint64_t thread_mask[2];     /* of pid (low half) and tid (high); [1]: in kernel mode, [0]: in other modes */
	uint32_t cpu_mask, cpu_none; /* cpu_none: -1 if samples have no CPU but the plan wants it */
	uint64_t mode_mask;
	uint64_t fixed;        /* the bits of the key's last word that all samples have: the event's number */
	uint64_t period_fixed; /* the period of samples that do not have one */
};

/* Makes the decoder of an event. */
void sample_decoder_make(struct sample_decoder *ret_decoder, const struct perf_file *f, uint32_t event,
			 const struct sample_plan *plan);

/* Makes the key of the sample at p, which has at least fixed_end bytes, without its chain. */
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

/* Returns the period of the sample at p, as above. */
static inline uint64_t sample_decoder_period(const struct sample_decoder *d, const uint8_t *p, const bool swap)
{
	return d->has_period ? load_u64_order(p + d->period, swap) : d->period_fixed;
}

#endif
