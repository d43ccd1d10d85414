#include "report/print_stats.h"

#include <inttypes.h>

static void print_count(FILE *out, const char *name, uint64_t n, uint64_t total)
{
	fprintf(out, "%16s events: %10" PRIu64, name, n);
	if (total)
		fprintf(out, "  (%4.1f%%)", 100.0 * (double)n / (double)total);
	fputc('\n', out);
}

void print_stats(FILE *out, const struct analysis *a)
{
	const struct scan_counts *c = &a->counts;
	uint64_t total = c->other_types;

	for (uint32_t type = 0; type < PERF_RECORD_USER_TYPE_END; type++)
		total += c->types[type];
	for (size_t i = 0; i < ARRAY_SIZE(c->simpleperf_types); i++)
		total += c->simpleperf_types[i];
	fprintf(out, "\nAggregated stats:\n");
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
	if (c->other_types)
		print_count(out, "UNKNOWN", c->other_types, total);
	if (c->unknown_events)
		print_count(out, "EVENTLESS", c->unknown_events, total);
	for (uint32_t i = 0; i < a->file->n_events; i++) {
		fprintf(out, "%s stats:\n", a->file->events[i].name);
		print_count(out, "SAMPLE", a->event_samples[i], 0);
	}
}
