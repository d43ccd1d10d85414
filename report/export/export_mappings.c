#include "report/export/export_mappings.h"

#include <errno.h>
#include <stdlib.h>

static const struct dso *dso_of(const struct export *x, const struct export_mapping *m)
{
	return &x->profile->analysis.timeline.dsos.list[m->dso];
}

uint32_t export_mapping_file(const struct export *x, const struct export_mapping *m)
{
	const struct dso *dso = dso_of(x, m);

	return dso->kind == DSO_KERNEL ? dso->name : dso->path;
}

/* A module has no offset: its file is one of an object that is not linked. */
uint64_t export_mapping_offset(const struct export *x, const struct export_mapping *m)
{
	return dso_of(x, m)->kind == DSO_MODULE ? 0 : m->offset;
}

/* --- which there are --------------------------------------------------------------------- */

static void mapping_met(struct export_mapping *m, const struct export *x, const struct stack_location *l)
{
	const struct stack_frame *frames = &x->stacks.frames[l->first];

	m->lowest = l->offset < m->lowest ? l->offset : m->lowest;
	m->highest = l->offset > m->highest ? l->offset : m->highest;
	m->has_inlines = m->has_inlines || l->n > 1;
	for (uint32_t i = 0; i < l->n; i++) {
		const struct stack_function *f = &x->stacks.functions[frames[i].function];

		m->has_functions = m->has_functions || f->name || f->has_bounds;
		m->has_files = m->has_files || frames[i].file;
		m->has_lines = m->has_lines || frames[i].line;
	}
}

static void mappings_find(struct export_mappings *m, const struct export *x)
{
	const struct stacks *s = &x->stacks;

	for (uint32_t i = 1; i < s->n_locations; i++) {
		const struct stack_location *l = &s->locations[i];

		if (l->dso == DSO_NONE)
			continue;
		if (m->by_dso[l->dso] == EXPORT_NONE) {
			m->list[m->n] = (struct export_mapping){ .dso = l->dso, .lowest = UINT64_MAX };
			m->by_dso[l->dso] = m->n++;
		}
		mapping_met(&m->list[m->by_dso[l->dso]], x, l);
	}
}

/* --- the main program -------------------------------------------------------------------- */

/* How many samples have stacks that enter it, of each mapping. Callers come before whom they call. */
static int mappings_weigh(struct export_mappings *m, const struct export *x, const struct stack_samples *samples)
{
	const struct stacks *s = &x->stacks;
	uint64_t *counts = calloc(s->n, sizeof(*counts));

	if (!counts)
		return -ENOMEM;
	for (uint32_t i = 0; i < samples->n; i++)
		counts[samples->list[i].stack] += samples->list[i].count;
	for (uint32_t i = s->n - 1; i > 0; i--) {
		uint32_t caller = s->list[i].caller, dso = s->locations[s->list[i].location].dso;

		counts[caller] += counts[i];
		if (dso != DSO_NONE && (!caller || s->locations[s->list[caller].location].dso != dso))
			m->list[m->by_dso[dso]].weight += counts[i];
	}
	free(counts);
	return 0;
}

/* By its name, as pprof does: a file that is no library. */
static bool is_program(const struct export *x, const struct export_mapping *m)
{
	const char *path = export_string(x, dso_of(x, m)->path), *so = strstr(path, ".so");

	return dso_of(x, m)->kind == DSO_FILE && *path == '/' && !(so && (!so[3] || so[3] == '.'));
}

static void main_program_first(struct export_mappings *m, const struct export *x)
{
	uint32_t best = EXPORT_NONE;
	struct export_mapping program;

	for (uint32_t i = 0; i < m->n; i++)
		if (is_program(x, &m->list[i]) && (best == EXPORT_NONE || m->list[i].weight > m->list[best].weight))
			best = i;
	if (best == EXPORT_NONE)
		return;
	program = m->list[best];
	memmove(&m->list[1], &m->list[0], best * sizeof(*m->list));
	m->list[0] = program;
	for (uint32_t i = 0; i <= best; i++)
		m->by_dso[m->list[i].dso] = i;
}

int export_mappings_init(struct export_mappings *m, const struct export *x, const struct stack_samples *samples)
{
	uint32_t n_dsos = x->profile->analysis.timeline.dsos.n;

	*m = (struct export_mappings){ .list = calloc(n_dsos + 1ull, sizeof(*m->list)),
				       .by_dso = malloc((n_dsos + 1ull) * sizeof(*m->by_dso)) };
	if (!m->list || !m->by_dso)
		return -ENOMEM;
	memset(m->by_dso, 0xff, n_dsos * sizeof(*m->by_dso));
	mappings_find(m, x);
	if (mappings_weigh(m, x, samples))
		return -ENOMEM;
	main_program_first(m, x);
	return export_mappings_place(m, x);
}

void export_mappings_fini(struct export_mappings *m)
{
	free(m->list);
	free(m->by_dso);
}
