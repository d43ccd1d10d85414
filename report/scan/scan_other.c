#include "report/scan/scan_other.h"

#include "report/stream/record_time.h"

#include <errno.h>

static void scan_lost_samples(const struct scan *scan, struct scan_worker *w, const struct record *r, uint64_t lost)
{
	struct event_losses *losses = &w->event_losses[perf_file_event_of(scan->file, r) - scan->file->events];

	if (r->misc & RECORD_MISC_LOST_SAMPLES_BPF) {
		losses->dropped += lost;
	} else {
		losses->lost += lost;
		w->counts.lost_samples += lost;
	}
}

/* A record about processes, threads or mappings. */
static int scan_sideband(const struct scan *scan, struct scan_worker *w, const struct record *r, uint64_t order)
{
	struct error err = ERROR_INIT;
	struct record_id id;

	if (scan->not_first)
		return 0;
	if (record_decode_id(r, &perf_file_event_of(scan->file, r)->layout, &id, &err)) {
		scan_bad_record(w, &err);
		return 0;
	}
	return sideband_list_add(&w->sideband, r, scan->file->timed ? id.time : order, order);
}

int scan_other(const struct scan *scan, struct scan_worker *w, const struct record *r, uint64_t order)
{
	struct error err = ERROR_INIT;
	struct record_lost lost;

	switch (r->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_COMM:
	case PERF_RECORD_FORK:
	case PERF_RECORD_KSYMBOL: return scan_sideband(scan, w, r, order);
	case PERF_RECORD_CGROUP:
		return scan->plan.values & SAMPLE_VALUE_BIT(SAMPLE_VALUE_CGROUP) ? scan_sideband(scan, w, r, order) : 0;
	case PERF_RECORD_LOST:
	case PERF_RECORD_LOST_SAMPLES:
		if (record_decode_lost(r, &lost, &err))
			scan_bad_record(w, &err);
		else if (r->type == PERF_RECORD_LOST)
			w->counts.lost += lost.lost;
		else
			scan_lost_samples(scan, w, r, lost.lost);
		return 0;
	default: return 0;
	}
}
