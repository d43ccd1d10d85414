#include "record/session/cpu_gaps.h"

#include "common/list.h"
#include "formats/record/note.h"

#include <stdlib.h>

#define GAPS_SHOWN 8

void cpu_gaps_fini(struct cpu_gaps *gaps)
{
	free(gaps->list);
}

/* The CPU's gap that has not ended, or NULL. */
static struct cpu_gap *find_open(const struct cpu_gaps *gaps, int cpu)
{
	for (size_t i = gaps->n; i > 0; i--)
		if (gaps->list[i - 1].cpu == cpu && gaps->list[i - 1].is_open)
			return &gaps->list[i - 1];
	return NULL;
}

static uint64_t last_time(const struct drain *d, int cpu)
{
	uint64_t last = 0;

	for (size_t i = 0; i < d->n_rings; i++)
		if (d->sampler->rings.rings[i].cpu == cpu && d->rings[i].counts.last_time > last)
			last = d->rings[i].counts.last_time;
	return last;
}

static uint64_t first_time(const struct drain *d, int cpu)
{
	uint64_t first = 0;

	for (size_t i = 0; i < d->n_rings; i++) {
		uint64_t time = d->rings[i].counts.first_time;

		if (d->sampler->rings.rings[i].cpu == cpu && time && (!first || time < first))
			first = time;
	}
	return first;
}

int cpu_gaps_begin(struct cpu_gaps *gaps, struct drain *d, int cpu, struct error *err)
{
	struct cpu_gap *gap = find_open(gaps, cpu);
	int result = drain_cpu(d, cpu, err);

	if (!result && gap && gap->is_back)
		result = cpu_gaps_write(gaps, d, false, err);
	if (result)
		return result;
	gap = find_open(gaps, cpu);
	if (gap) {
		gap->is_back = false;
		return 0;
	}
	if (!list_reserve_unkept(&gaps->list, gaps->n, sizeof(*gaps->list)))
		return error_nomem(err);
	gaps->list[gaps->n++] = (struct cpu_gap){ .cpu = cpu, .from = last_time(d, cpu), .is_open = true };
	return 0;
}

void cpu_gaps_come_back(struct cpu_gaps *gaps, int cpu)
{
	find_open(gaps, cpu)->is_back = true;
}

static void end_gap(struct drain *d, struct cpu_gap *gap, uint64_t until)
{
	gap->until = until;
	gap->is_open = false;
	note_put_cpu_gap(&d->streams->sideband.staging, (uint32_t)gap->cpu, gap->from, until ? until : UINT64_MAX);
}

int cpu_gaps_write(struct cpu_gaps *gaps, struct drain *d, bool all, struct error *err)
{
	for (size_t i = 0; i < gaps->n; i++) {
		struct cpu_gap *gap = &gaps->list[i];
		uint64_t until = gap->is_back ? first_time(d, gap->cpu) : 0;

		if (gap->is_open && (until || all))
			end_gap(d, gap, until);
	}
	return streams_take(&d->streams->sideband, err);
}

int cpu_gaps_copy(const struct cpu_gaps *gaps, struct drain *d, struct error *err)
{
	for (size_t i = 0; i < gaps->n; i++)
		if (gaps->list[i].is_open)
			note_put_cpu_gap(&d->streams->sideband.staging, (uint32_t)gaps->list[i].cpu, gaps->list[i].from,
					 UINT64_MAX);
	return streams_take(&d->streams->sideband, err);
}

static void describe(const struct cpu_gap *gap, struct diagnostics *diagnostics)
{
	double from = (double)gap->from / 1e9;
	double until = (double)gap->until / 1e9;

	if (!gap->until && !gap->from)
		diagnostics_add(diagnostics, NOTICE_NOTE, "CPU %d: nothing of it is recorded", gap->cpu);
	else if (!gap->until)
		diagnostics_add(diagnostics, NOTICE_NOTE, "CPU %d went offline: nothing of it is recorded after %.6f s",
				gap->cpu, from);
	else if (!gap->from)
		diagnostics_add(diagnostics, NOTICE_NOTE, "CPU %d came online: it is recorded from %.6f s on", gap->cpu,
				until);
	else
		diagnostics_add(diagnostics, NOTICE_NOTE,
				"CPU %d was offline: nothing of it is recorded from %.6f s to %.6f s", gap->cpu, from,
				until);
}

void cpu_gaps_describe(const struct cpu_gaps *gaps, struct diagnostics *diagnostics)
{
	for (size_t i = 0; i < gaps->n && i < GAPS_SHOWN; i++)
		describe(&gaps->list[i], diagnostics);
	if (gaps->n > GAPS_SHOWN)
		diagnostics_add(diagnostics, NOTICE_NOTE,
				"and CPUs were offline %zu times more: 'prec dump --type EVENT_TYPE' shows them",
				gaps->n - GAPS_SHOWN);
}
