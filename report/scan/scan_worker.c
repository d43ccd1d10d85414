#include "report/scan/scan_worker.h"

#include <errno.h>
#include <stdlib.h>

/* The numbers of a sample, and raw data, which are in a record. */
#define TUPLE_BYTES (SAMPLE_VALUES_BYTES + UINT16_MAX)

static int worker_init_stack(struct scan_worker *w, const struct scan *scan)
{
	w->stack = calloc(1, sizeof(*w->stack));
	return w->stack ? stack_chain_init(w->stack, scan->unwind, scan->arch, scan->plan.chain_limit.max) : -ENOMEM;
}

int scan_worker_init(struct scan_worker *w, const struct scan *scan, struct error *err)
{
	int result;

	memset(w, 0, sizeof(*w));
	sideband_list_init(&w->sideband);
	value_table_init(&w->values);
	deferred_chains_init(&w->deferred);
	buffer_init(&w->chain);
	buffer_init(&w->history);
	buffer_init(&w->cut);
	w->event_samples = calloc(scan->file->n_events, sizeof(*w->event_samples));
	w->event_losses = calloc(scan->file->n_events, sizeof(*w->event_losses));
	w->decoders = calloc(scan->file->n_events, sizeof(*w->decoders));
	w->epochs = scan->epochs ? calloc(1u << SCAN_EPOCHS_LOG, sizeof(*w->epochs)) : NULL;
	w->tuple = scan->plan.values ? malloc(TUPLE_BYTES) : NULL;
	result = block_reader_new(&w->reader, scan->blocks, err);
	if (result)
		return result;
	for (uint32_t i = 0; i < scan->file->n_events && w->decoders; i++)
		sample_decoder_make(&w->decoders[i], scan->file, i, &scan->plan);
	if (!w->event_samples || !w->event_losses || !w->decoders || (scan->plan.values && !w->tuple) ||
	    (scan->epochs && !w->epochs) || sample_table_init(&w->table) || chain_tree_init(&w->chains) ||
	    (scan->unwind && worker_init_stack(w, scan)))
		return error_nomem(err);
	return 0;
}

void scan_worker_fini(struct scan_worker *w)
{
	block_reader_free(w->reader);
	sample_table_fini(&w->table);
	chain_tree_fini(&w->chains);
	value_table_fini(&w->values);
	sideband_list_fini(&w->sideband);
	free(w->spans);
	free(w->event_samples);
	free(w->event_losses);
	free(w->decoders);
	free(w->epochs);
	free(w->tuple);
	deferred_chains_fini(&w->deferred);
	buffer_fini(&w->chain);
	buffer_fini(&w->history);
	buffer_fini(&w->cut);
	if (w->stack)
		stack_chain_fini(w->stack);
	free(w->stack);
	memset(w, 0, sizeof(*w));
}

void scan_bad_record(struct scan_worker *w, const struct error *err)
{
	if (!w->counts.bad_records++)
		w->counts.first_bad = *err;
}

void scan_weigh(struct scan *scan, struct scan_worker *w)
{
	uint64_t bytes = sample_table_bytes(&w->table) + chain_tree_bytes(&w->chains) + value_table_bytes(&w->values);

	scan->bytes_used += bytes - w->bytes_used;
	w->bytes_used = bytes;
	if (scan->bytes_allowed && scan->bytes_used > scan->bytes_allowed)
		scan->full = true;
}
