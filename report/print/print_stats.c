#include "report/print/print_stats.h"

#include "common/text.h"

#include <inttypes.h>

static void print_count(FILE *out, const char *name, uint64_t n, uint64_t total)
{
	fprintf(out, "%20s events: %10" PRIu64, name, n);
	if (total)
		fprintf(out, "  (%4.1f%%)", percent_of(n, total));
	fputc('\n', out);
}

/* Prints the samples and losses of an event; nothing if it has none. */
static void print_event(FILE *out, const struct analysis *a, uint32_t event)
{
	const struct event_losses *losses = &a->event_losses[event];

	if (!a->event_samples[event] && !losses->lost && !losses->dropped)
		return;
	fprintf(out, "%s stats:\n", a->file->events[event].name);
	if (a->event_samples[event])
		print_count(out, "SAMPLE", a->event_samples[event], 0);
	if (losses->lost)
		print_count(out, "LOST_SAMPLES", losses->lost, 0);
	if (losses->dropped)
		print_count(out, "LOST_SAMPLES (BPF)", losses->dropped, 0);
}

void print_stats(FILE *out, const struct analysis *a)
{
	const struct scan_counts *c = &a->counts;
	uint64_t total = c->other_types;

	for (uint32_t type = 0; type < PERF_RECORD_USER_TYPE_END; type++)
		total += c->types[type];
	for (size_t i = 0; i < ARRAY_SIZE(c->simpleperf_types); i++)
		total += c->simpleperf_types[i];
	fprintf(out, "\nAggregated stats:%s\n",
		perf_file_has_feature(a->file, FEATURE_AUXTRACE)
			? " (excludes AUX area (e.g. instruction trace) decoded / synthesized events)"
			: "");
	print_count(out, "TOTAL", total, 0);
	for (uint32_t type = 0; type < PERF_RECORD_USER_TYPE_END; type++) {
		const char *name = record_type_name(type);

		if (c->types[type])
			print_count(out, name ? name : "UNKNOWN", c->types[type], total);
	}
	for (uint32_t i = 0; i < ARRAY_SIZE(c->simpleperf_types); i++) {
		const char *name = record_type_name(SIMPLEPERF_RECORD_START + i);

		if (c->simpleperf_types[i])
			print_count(out, name ? name : "UNKNOWN", c->simpleperf_types[i], total);
	}
	/* Samples whose CALLCHAIN_DEFERRED record is missing. */
	if (a->joined.missing)
		print_count(out, "DEFERRED (MISSING)", a->joined.missing, 0);
	if (c->other_types)
		print_count(out, "UNKNOWN", c->other_types, total);
	if (c->unknown_events)
		print_count(out, "EVENTLESS", c->unknown_events, total);
	for (uint32_t i = 0; i < a->file->n_events; i++)
		print_event(out, a, i);
}
