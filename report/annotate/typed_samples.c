#include "report/annotate/typed_samples.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

void typed_samples_fini(struct typed_samples *t)
{
	data_types_free(t->types);
	hash_table_fini(&t->table);
	free(t->list);
	free(t->hits);
	free(t->sums);
	free(t->order);
	*t = (struct typed_samples){ 0 };
}

const char *typed_samples_reason(enum type_reason reason)
{
	switch (reason) {
	case TYPE_NO_SYMBOL: return "no_sym";
	case TYPE_NO_DEBUG: return "no_dbginfo";
	case TYPE_NO_INSTRUCTION: return "no_insn";
	case TYPE_NO_MEMORY: return "no_mem_ops";
	case TYPE_NO_VARIABLE: return "no_var";
	case TYPE_NO_POINTER: return "no_typeinfo";
	case TYPE_BAD_OFFSET: return "bad_offset";
	default: return NULL;
	}
}

const char *typed_samples_dso(const struct typed_samples *t, const struct typed_type *type)
{
	const struct locator *locator = &t->view->annotation->profile->symbolizer.resolver.locator;

	return strtab_get(locator->strings, locator->timeline->dsos.list[type->dso].path);
}

/* --- hits ------------------------------------------------------------------------------------- */

static bool same_type(const void *context, uint32_t number, const void *wanted)
{
	const struct typed_type *a = &((const struct typed_samples *)context)->list[number], *b = wanted;

	return a->type == b->type && a->dso == b->dso;
}

/* The number of a type; HASH_TABLE_NONE without memory. */
static uint32_t number_of(struct typed_samples *t, const struct data_type *type, uint32_t dso)
{
	const struct typed_type wanted = { .type = type, .dso = dso };
	const uint64_t hash = hash_pair((uintptr_t)type, dso);
	const uint32_t known = hash_table_find(&t->table, hash, same_type, t, &wanted);

	if (known != HASH_TABLE_NONE)
		return known;
	if (!list_reserve(&t->list, t->n, &t->capacity, sizeof(*t->list)) || hash_table_add(&t->table, hash, t->n))
		return HASH_TABLE_NONE;
	t->list[t->n] = wanted;
	return t->n++;
}

static bool is_of_event(const struct annotate_view *v, uint32_t event)
{
	for (uint32_t i = 0; i < v->n_events; i++)
		if (v->events[i] == event)
			return true;
	return false;
}

/* "struct node" is node as well. */
static bool is_named(const struct data_type *type, const char *name)
{
	const char *blank = strchr(type->name, ' ');

	return !name || !strcmp(type->name, name) || (blank && !strcmp(blank + 1, name));
}

static int add_hit(struct typed_samples *t, const struct annotate_function *f, const struct annotate_hit *hit,
		   const char *name)
{
	const struct symbol_name symbol = { .start = f->start, .end = f->end };
	const struct file_event *event = &t->view->annotation->profile->file->events[hit->event];
	const struct data_access a = data_types_at(t->types, f->symbols, &symbol, f->start + hit->offset,
						   data_types_lie_after(&event->attr));
	struct typed_hit typed = { .event = hit->event, .offset = a.offset, .sum = hit->sum };

	if (is_of_event(t->view, hit->event)) {
		t->n_samples += hit->sum.count;
		t->reasons[a.reason] += hit->sum.count;
		t->n_tracked += a.is_tracked ? hit->sum.count : 0;
	}
	if (!a.type || !is_named(a.type, name))
		return 0;
	typed.type = number_of(t, a.type, f->dso);
	if (typed.type == HASH_TABLE_NONE || !list_reserve(&t->hits, t->n_hits, &t->hits_capacity, sizeof(*t->hits)))
		return -ENOMEM;
	t->hits[t->n_hits++] = typed;
	return 0;
}

static int add_function(struct typed_samples *t, const struct annotate_function *f, const char *name)
{
	const struct annotation *a = t->view->annotation;
	int result = 0;

	if (t->view->symbol && !annotation_is_named(a, f, t->view->symbol))
		return 0;
	for (uint32_t i = 0; i < f->n_hits && !result; i++)
		result = add_hit(t, f, &a->hits[f->first_hit + i], name);
	return result;
}

/* Samples of no function are in the totals only. */
static void add_others(struct typed_samples *t)
{
	const struct annotation *a = t->view->annotation;

	for (uint32_t i = 0; i < t->view->n_events && !t->view->symbol; i++) {
		uint64_t others = a->totals[t->view->events[i]].count;

		for (uint32_t f = 0; f < a->n_functions; f++)
			others -= annotation_sum(a, &a->functions[f], t->view->events[i])->count;
		t->reasons[TYPE_NO_SYMBOL] += others;
		t->n_samples += others;
	}
}

/* --- the order -------------------------------------------------------------------------------- */

static int compare_hits(const void *a, const void *b)
{
	const struct typed_hit *x = a, *y = b;

	if (x->type != y->type)
		return x->type < y->type ? -1 : 1;
	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

static void sum_hits(struct typed_samples *t)
{
	if (t->n_hits)
		qsort(t->hits, t->n_hits, sizeof(*t->hits), compare_hits);
	for (uint32_t i = 0; i < t->n_hits; i++) {
		const struct typed_hit *hit = &t->hits[i];
		struct typed_type *type = &t->list[hit->type];
		struct annotate_sum *sum = &t->sums[(size_t)hit->type * t->view->annotation->n_events + hit->event];

		if (!type->n_hits++)
			type->first_hit = i;
		sum->count += hit->sum.count;
		sum->period += hit->sum.period;
	}
}

static bool is_shown(const struct typed_samples *t, const struct typed_type *type)
{
	const struct annotate_view *v = t->view;

	for (uint32_t i = 0; i < v->n_events; i++) {
		const struct annotate_sum *sum = &typed_samples_of(t, type)[v->events[i]];

		if (sum->count &&
		    (double)sum->period * 100 >= v->limit * (double)v->annotation->totals[v->events[i]].period)
			return true;
	}
	return false;
}

/* The first event decides, of equals the next one; then the name and the file. */
static int compare_types(const void *x, const void *y, void *samples)
{
	const struct typed_samples *t = samples;
	const struct typed_type *a = &t->list[*(const uint32_t *)x], *b = &t->list[*(const uint32_t *)y];
	int order;

	for (uint32_t i = 0; i < t->view->n_events; i++) {
		const uint32_t event = t->view->events[i];
		const uint64_t p = typed_samples_of(t, a)[event].period, q = typed_samples_of(t, b)[event].period;

		if (p != q)
			return p > q ? -1 : 1;
	}
	order = strcmp(a->type->name, b->type->name);
	order = order ? order : strcmp(typed_samples_dso(t, a), typed_samples_dso(t, b));
	return order ? order : a < b ? -1 : a > b;
}

int typed_samples_read(struct typed_samples *t, const struct annotate_view *v, const char *name)
{
	const struct annotation *a = v->annotation;
	int result = 0;

	*t = (struct typed_samples){ .view = v, .types = data_types_new() };
	if (!t->types)
		return -ENOMEM;
	for (uint32_t i = 0; i < a->n_functions && !result; i++)
		result = add_function(t, &a->functions[i], name);
	if (result)
		return result;
	add_others(t);
	t->sums = calloc((size_t)t->n * a->n_events + 1, sizeof(*t->sums));
	t->order = malloc((t->n + 1ull) * sizeof(*t->order));
	if (!t->sums || !t->order)
		return -ENOMEM;
	sum_hits(t);
	for (uint32_t i = 0; i < t->n; i++)
		if (is_shown(t, &t->list[i]))
			t->order[t->n_shown++] = i;
	qsort_r(t->order, t->n_shown, sizeof(*t->order), compare_types, t);
	return 0;
}

void typed_samples_sum(const struct typed_samples *t, const struct typed_type *type, uint64_t begin, uint64_t end,
		       struct annotate_sum *ret_sums)
{
	const struct typed_hit *hits = &t->hits[type->first_hit];

	memset(ret_sums, 0, t->view->annotation->n_events * sizeof(*ret_sums));
	for (uint32_t i = 0; i < type->n_hits; i++) {
		if (hits[i].offset < begin || hits[i].offset >= end)
			continue;
		ret_sums[hits[i].event].count += hits[i].sum.count;
		ret_sums[hits[i].event].period += hits[i].sum.period;
	}
}

double typed_samples_percent(const struct typed_samples *t, const struct typed_type *type, uint32_t event,
			     const struct annotate_sum *sum)
{
	const struct annotate_view *v = t->view;
	const struct annotate_sum *whole =
		v->is_global ? &v->annotation->totals[event] : &typed_samples_of(t, type)[event];
	const uint64_t part = v->of_hits ? sum->count : sum->period, all = v->of_hits ? whole->count : whole->period;

	return all ? 100.0 * (double)part / (double)all : 0;
}
