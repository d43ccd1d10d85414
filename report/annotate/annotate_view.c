#include "report/annotate/annotate_view.h"

#include "common/workers.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

int annotate_view_choose_events(struct annotate_view *v)
{
	const struct annotation *a = v->annotation;

	v->events = malloc((a->n_events + 1ull) * sizeof(*v->events));
	for (uint32_t i = 0; i < a->n_events && v->events; i++)
		if (a->totals[i].count)
			v->events[v->n_events++] = i;
	return v->events ? 0 : -ENOMEM;
}

double annotate_view_percent(const struct annotate_view *v, const struct annotate_function *f, uint32_t event,
			     const struct annotate_sum *sum)
{
	const struct annotate_sum *whole =
		v->is_global ? &v->annotation->totals[event] : annotation_sum(v->annotation, f, event);
	uint64_t part = v->of_hits ? sum->count : sum->period, all = v->of_hits ? whole->count : whole->period;

	return all ? 100.0 * (double)part / (double)all : 0;
}

const char *annotate_view_percent_type(const struct annotate_view *v)
{
	return v->is_global ? v->of_hits ? "global hits" : "global period" : v->of_hits ? "local hits" : "local period";
}

const char *annotate_view_dso(const struct annotate_view *v, const struct annotate_function *f)
{
	const struct locator *locator = &v->annotation->profile->symbolizer.resolver.locator;
	const struct dso *dso = &locator->timeline->dsos.list[f->dso];

	return strtab_get(locator->strings, v->full_paths ? dso->path : dso->name);
}

const char *annotate_view_path(const struct annotate_view *v, const char *path)
{
	const char *slash = v->full_paths ? NULL : strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Its share of all samples of some event reaches the limit. */
static bool is_hot(const struct annotate_view *v, const struct annotate_function *f)
{
	for (uint32_t i = 0; i < v->n_events; i++) {
		uint32_t event = v->events[i];
		uint64_t period = annotation_sum(v->annotation, f, event)->period;
		uint64_t count = annotation_sum(v->annotation, f, event)->count;
		const struct annotate_sum *all = &v->annotation->totals[event];

		if (count && (double)period * 100 >= v->limit * (double)all->period)
			return true;
	}
	return false;
}

static bool is_shown(const struct annotate_view *v, const struct annotate_function *f)
{
	return is_hot(v, f) && (!v->symbol || annotation_is_named(v->annotation, f, v->symbol));
}

/* --- source lines ------------------------------------------------------------------------------- */

/* So many functions of a file are one request; neighbours share compile units. */
#define FUNCTIONS_PER_REQUEST 64u

struct source_place {
	struct dso_symbols *symbols;
	uint64_t address;
};

struct source_places {
	struct source_place *list;
	uint32_t n;
	_Atomic uint32_t next;
};

static int compare_places(const void *a, const void *b)
{
	const struct source_place *x = a, *y = b;

	if (x->symbols != y->symbols)
		return (uintptr_t)x->symbols < (uintptr_t)y->symbols ? -1 : 1;
	return x->address < y->address ? -1 : x->address > y->address;
}

/* Worker: reads the places of one step after the other, those of a file together. */
static void read_places(void *context, unsigned worker)
{
	struct source_places *p = context;
	uint64_t addresses[FUNCTIONS_PER_REQUEST];
	uint32_t at;

	while ((at = atomic_fetch_add(&p->next, FUNCTIONS_PER_REQUEST)) < p->n) {
		uint32_t end = p->n - at < FUNCTIONS_PER_REQUEST ? p->n : at + FUNCTIONS_PER_REQUEST;

		while (at < end) {
			struct dso_symbols *symbols = p->list[at].symbols;
			uint32_t n = 0;

			for (; at < end && p->list[at].symbols == symbols; at++)
				addresses[n++] = p->list[at].address;
			dso_symbols_prepare_source(symbols, addresses, n, true, worker);
		}
	}
}

/* Has the debug information of all functions read, file by file: that takes less time than one by one. */
static void prepare_lines(const struct annotate_view *v, const uint32_t *shown, uint32_t n_shown)
{
	const struct annotation *a = v->annotation;
	unsigned workers = symbols_source_workers(a->profile->symbolizer.symbols);
	struct source_places places = { .list = malloc((n_shown + 1ull) * sizeof(*places.list)) };

	for (uint32_t i = 0; i < n_shown && places.list && workers; i++) {
		const struct annotate_function *f = &a->functions[shown[i]];

		places.list[places.n].symbols = f->symbols;
		places.n += dso_symbols_source_address(f->symbols, f->start, &places.list[places.n].address);
	}
	if (places.n) {
		qsort(places.list, places.n, sizeof(*places.list), compare_places);
		workers_run(workers, read_places, &places);
	}
	free(places.list);
}

/* --- all functions ------------------------------------------------------------------------------ */

struct shown {
	const uint32_t *list; /* numbers of functions */
	uint32_t n;
	struct annotate_code codes[DISASM_SEATS_MAX];
	unsigned n_codes;
};

static int begin(struct annotate_view *v, struct shown *s, uint32_t i)
{
	const struct annotate_function *f = &v->annotation->functions[s->list[i]];
	unsigned seat = i % s->n_codes;
	struct disasm *disasm = v->code_size < ANNOTATE_CODE_MAX ? v->disasm : NULL;
	int result = annotate_code_begin(&s->codes[seat], v->annotation, f, disasm, seat, v->intel);

	v->code_size += s->codes[seat].code.size;
	return result;
}

static int finish(struct annotate_view *v, struct shown *s, uint32_t i, annotate_write *write, void *context)
{
	unsigned seat = i % s->n_codes;
	struct annotate_code *code = &s->codes[seat];
	int result = annotate_code_finish(code, v->disasm, seat);

	if (result)
		return result;
	if (!code->has_code && !v->n_without_code++)
		v->one_without_code = annotate_view_dso(v, code->function);
	if (!code->has_code && v->skip_missing)
		return 0;
	v->n_shown++;
	write(v, code, context);
	return 0;
}

static int run(struct annotate_view *v, struct shown *s, annotate_write *write, void *context)
{
	int result = 0;

	for (uint32_t i = 0; i < s->n_codes && i < s->n && !result; i++)
		result = begin(v, s, i);
	for (uint32_t i = 0; i < s->n && !result && !(v->out && ferror(v->out)); i++) {
		result = finish(v, s, i, write, context);
		if (!result && i + s->n_codes < s->n)
			result = begin(v, s, i + s->n_codes);
	}
	return result;
}

int annotate_view_run_some(struct annotate_view *v, const uint32_t *numbers, uint32_t n, annotate_write *write,
			   void *context)
{
	struct shown s = { .list = numbers, .n = n };
	int result;

	if (v->disasm && !disasm_seats(v->disasm))
		v->disasm = NULL;
	s.n_codes = v->disasm ? disasm_seats(v->disasm) : 1;
	if (n && !v->no_source)
		prepare_lines(v, numbers, n);
	result = run(v, &s, write, context);
	for (unsigned i = 0; i < DISASM_SEATS_MAX; i++)
		annotate_code_fini(&s.codes[i]);
	return result;
}

int annotate_view_run(struct annotate_view *v, annotate_write *write, void *context)
{
	const struct annotation *a = v->annotation;
	uint32_t *numbers = malloc((a->n_functions + 1ull) * sizeof(*numbers)), n = 0;
	int result = numbers ? 0 : -ENOMEM;

	for (uint32_t i = 0; i < a->n_functions && numbers; i++)
		if (is_shown(v, &a->functions[a->order[i]]))
			numbers[n++] = a->order[i];
	if (!result)
		result = annotate_view_run_some(v, numbers, n, write, context);
	free(numbers);
	return result;
}
