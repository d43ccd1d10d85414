#include "report/annotate/annotate_json.h"

#include "common/json.h"
#include "common/text.h"

#include <inttypes.h>

static void put_address(struct json *j, const char *name, uint64_t address)
{
	char text[32];

	snprintf(text, sizeof(text), "0x%" PRIx64, address);
	json_name(j, name);
	json_string(j, text);
}

/* Counts and periods of the shown events. */
static void put_sums(struct json *j, const struct annotate_view *v, const struct annotate_sum *sums)
{
	json_name(j, "samples");
	json_begin(j, '[');
	for (uint32_t i = 0; i < v->n_events; i++)
		json_u64(j, sums[v->events[i]].count);
	json_end(j, ']');
	json_name(j, "periods");
	json_begin(j, '[');
	for (uint32_t i = 0; i < v->n_events; i++)
		json_u64(j, sums[v->events[i]].period);
	json_end(j, ']');
}

static bool has_samples(const struct annotate_view *v, const struct annotate_row *row)
{
	for (uint32_t i = 0; i < v->n_events; i++)
		if (row->sums[v->events[i]].count)
			return true;
	return false;
}

static void put_percents(struct json *j, const struct annotate_view *v, const struct annotate_code *c,
			 const struct annotate_row *row)
{
	json_name(j, "percent");
	json_begin(j, '[');
	for (uint32_t i = 0; i < v->n_events; i++)
		json_double(j, annotate_view_percent(v, c->function, v->events[i], &row->sums[v->events[i]]), 2);
	json_end(j, ']');
}

static void put_instruction(struct json *j, const struct annotate_code *c, const struct annotate_row *row)
{
	char bytes[2 * UINT8_MAX + 1], name[512];

	for (unsigned i = 0; i < row->instruction->size; i++)
		memcpy(bytes + 2 * i, text_hex_pairs + 2 * row->bytes[i], 2);
	bytes[2 * row->instruction->size] = 0;
	json_name(j, "bytes");
	json_string(j, bytes);
	json_name(j, "text");
	json_string(j, row->text);
	if (row->instruction->reference == DISASM_NO_REFERENCE)
		return;
	put_address(j, row->instruction->reference == DISASM_BRANCH ? "target" : "data", row->instruction->target);
	if (!annotate_code_target(c, row->instruction->target, name, sizeof(name)))
		return;
	json_name(j, "target_name");
	json_string(j, name);
}

static void put_double(struct json *j, const char *name, double number)
{
	json_name(j, name);
	json_double(j, number, 2);
}

static void put_flow(struct json *j, const struct code_flow *flow)
{
	if (flow->ipc > 0)
		put_double(j, "ipc", flow->ipc);
	if (flow->cycles) {
		json_name(j, "cycles");
		json_begin(j, '[');
		json_u64(j, flow->cycles);
		json_u64(j, flow->cycles_min);
		json_u64(j, flow->cycles_max);
		json_end(j, ']');
	}
	if (flow->entered > 0)
		put_double(j, "entered", flow->entered);
	if (flow->taken > 0) {
		put_double(j, "taken", flow->taken);
		put_double(j, "predicted", flow->predicted);
	}
}

/* Innermost first: all but the last are inlined into the next. */
static void put_source(struct json *j, const struct annotate_view *v, const struct annotate_code *c,
		       const struct annotate_row *row)
{
	json_name(j, "source");
	json_begin(j, '[');
	for (unsigned i = 0; i < row->n_frames; i++) {
		const struct dso_frame *f = &row->frames[i];

		json_begin(j, '{');
		json_name(j, "function");
		json_string(j, f->name ? f->name : annotation_string(v->annotation, c->function->name));
		if (f->file) {
			json_name(j, "file");
			json_string(j, f->file);
			json_name(j, "line");
			json_u64(j, f->line);
		}
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void put_row(struct json *j, const struct annotate_view *v, const struct annotate_code *c,
		    const struct annotate_row *row)
{
	json_line(j);
	json_begin(j, '{');
	put_address(j, "address", row->address);
	if (row->text)
		put_instruction(j, c, row);
	if (has_samples(v, row)) {
		put_sums(j, v, row->sums);
		put_percents(j, v, c, row);
	}
	if (row->flow)
		put_flow(j, row->flow);
	if (row->n_frames)
		put_source(j, v, c, row);
	json_end(j, '}');
}

static void write_function(struct annotate_view *v, struct annotate_code *c, void *context)
{
	const struct annotate_function *f = c->function;
	struct json *j = context;
	struct annotate_row row;

	json_line(j);
	json_begin(j, '{');
	json_name(j, "function");
	json_string(j, annotation_string(v->annotation, f->name));
	json_name(j, "symbol");
	json_string(j, annotation_string(v->annotation, f->mangled));
	json_name(j, "dso");
	json_string(j, annotate_view_dso(v, f));
	put_address(j, "address", c->address);
	json_name(j, "size");
	json_u64(j, f->end - f->start);
	json_name(j, "has_code");
	json_bool(j, c->has_code);
	put_sums(j, v, annotation_sum(v->annotation, f, 0));
	if (c->flow_sum.has_cycles) {
		put_double(j, "ipc", c->flow_sum.ipc);
		put_double(j, "ipc_coverage", c->flow_sum.coverage);
	}
	json_name(j, "rows");
	json_begin(j, '[');
	while (annotate_code_next(c, !v->no_source, &row))
		put_row(j, v, c, &row);
	json_end(j, ']');
	json_end(j, '}');
}

static void put_events(struct json *j, const struct annotate_view *v)
{
	json_name(j, "events");
	json_begin(j, '[');
	for (uint32_t i = 0; i < v->n_events; i++) {
		const struct annotate_sum *total = &v->annotation->totals[v->events[i]];

		json_begin(j, '{');
		json_name(j, "name");
		json_string(j, v->annotation->profile->file->events[v->events[i]].name);
		json_name(j, "samples");
		json_u64(j, total->count);
		json_name(j, "period");
		json_u64(j, total->period);
		json_end(j, '}');
	}
	json_end(j, ']');
}

int annotate_json_write(struct annotate_view *v)
{
	struct json j = { .out = v->out };
	int result;

	json_begin(&j, '{');
	put_events(&j, v);
	json_line(&j);
	json_name(&j, "percent_type");
	json_string(&j, annotate_view_percent_type(v));
	json_name(&j, "disassembler");
	json_string(&j, v->disasm ? disasm_name(v->disasm) : "");
	json_line(&j);
	json_name(&j, "functions");
	json_begin(&j, '[');
	result = annotate_view_run(v, write_function, &j);
	putc('\n', v->out);
	json_end(&j, ']');
	json_end(&j, '}');
	putc('\n', v->out);
	return result;
}
