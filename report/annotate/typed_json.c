/* typed_json: types, their members and their samples as JSON. */
#include "common/json.h"
#include "report/annotate/typed_text.h"

#include <errno.h>
#include <stdlib.h>

struct json_writer {
	struct json json;
	const struct typed_samples *samples;
	const struct typed_type *type;
	struct annotate_sum *sums; /* of what is written, by event */
};

static void put_number(struct json *j, const char *name, uint64_t value)
{
	json_name(j, name);
	json_u64(j, value);
}

static void put_string(struct json *j, const char *name, const char *value)
{
	json_name(j, name);
	json_string(j, value);
}

/* Counts, periods and shares of the shown events. */
static void put_sums(struct json_writer *w)
{
	const struct annotate_view *v = w->samples->view;
	struct json *j = &w->json;

	json_name(j, "samples");
	json_begin(j, '[');
	for (uint32_t i = 0; i < v->n_events; i++)
		json_u64(j, w->sums[v->events[i]].count);
	json_end(j, ']');
	json_name(j, "periods");
	json_begin(j, '[');
	for (uint32_t i = 0; i < v->n_events; i++)
		json_u64(j, w->sums[v->events[i]].period);
	json_end(j, ']');
	json_name(j, "percent");
	json_begin(j, '[');
	for (uint32_t i = 0; i < v->n_events; i++)
		json_double(j, typed_samples_percent(w->samples, w->type, v->events[i], &w->sums[v->events[i]]), 2);
	json_end(j, ']');
}

static void put_range(struct json_writer *w, uint64_t offset, uint64_t size)
{
	put_number(&w->json, "size", size);
	typed_samples_sum(w->samples, w->type, offset, offset + size, w->sums);
	put_sums(w);
}

/* Each has those that it has in itself. */
static void put_members(struct json_writer *w, const struct data_type *type)
{
	struct json *j = &w->json;
	uint32_t depth = 0;

	for (uint32_t i = 0; i < type->n_fields; i++) {
		const struct data_field *f = &type->fields[i];

		for (; depth >= f->depth; depth--) {
			json_end(j, '}');
			if (depth > f->depth)
				json_end(j, ']');
		}
		if (!i || f->depth > type->fields[i - 1].depth) {
			json_name(j, "members");
			json_begin(j, '[');
		}
		json_begin(j, '{');
		put_string(j, "name", f->name);
		put_string(j, "type", f->type_name);
		put_number(j, "offset", f->offset);
		put_range(w, f->offset, f->size);
		depth = f->depth;
	}
	for (; depth; depth--) {
		json_end(j, '}');
		json_end(j, ']');
	}
}

static void put_type(struct json_writer *w)
{
	const struct data_type *type = w->type->type;

	json_begin(&w->json, '{');
	put_string(&w->json, "type", type->name);
	put_string(&w->json, "dso", typed_samples_dso(w->samples, w->type));
	put_range(w, 0, type->size);
	put_members(w, type);
	json_end(&w->json, '}');
}

static void put_events(struct json_writer *w)
{
	const struct annotate_view *v = w->samples->view;
	struct json *j = &w->json;

	json_name(j, "events");
	json_begin(j, '[');
	for (uint32_t i = 0; i < v->n_events; i++) {
		json_begin(j, '{');
		put_string(j, "name", v->annotation->profile->file->events[v->events[i]].name);
		put_number(j, "samples", v->annotation->totals[v->events[i]].count);
		put_number(j, "period", v->annotation->totals[v->events[i]].period);
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void put_statistics(struct json_writer *w)
{
	const struct typed_samples *t = w->samples;
	struct json *j = &w->json;

	json_name(j, "statistics");
	json_begin(j, '{');
	put_number(j, "samples", t->n_samples);
	put_number(j, "found", t->reasons[TYPE_FOUND]);
	put_number(j, "insn_track", t->n_tracked);
	put_number(j, "stack_operation", t->reasons[TYPE_STACK]);
	put_number(j, "stack_canary", t->reasons[TYPE_CANARY]);
	for (unsigned i = 0; i < TYPE_REASONS; i++)
		if (typed_samples_reason(i))
			put_number(j, typed_samples_reason(i), t->reasons[i]);
	json_end(j, '}');
}

int typed_json_write(const struct typed_samples *t)
{
	struct json_writer w = { .json = { .out = t->view->out },
				 .samples = t,
				 .sums = calloc(t->view->annotation->n_events + 1ull, sizeof(*w.sums)) };
	struct json *j = &w.json;

	if (!w.sums)
		return -ENOMEM;
	json_begin(j, '{');
	put_events(&w);
	put_string(j, "percent_type", annotate_view_percent_type(t->view));
	put_statistics(&w);
	json_line(j);
	json_name(j, "types");
	json_begin(j, '[');
	for (uint32_t i = 0; i < t->n_shown; i++) {
		if (i)
			json_line(j);
		w.type = &t->list[t->order[i]];
		put_type(&w);
	}
	json_end(j, ']');
	json_end(j, '}');
	putc('\n', t->view->out);
	free(w.sums);
	return 0;
}
