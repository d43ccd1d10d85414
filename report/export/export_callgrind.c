#include "report/export/export_callgrind.h"

#include "common/escaped.h"
#include "common/text.h"
#include "report/export/call_costs.h"
#include "report/symbols/dso_symbols.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/* What has a name; each kind has numbers of its own for them. */
enum named { NAMED_OBJECT, NAMED_FILE, NAMED_FUNCTION, NAMED_KINDS };

struct callgrind {
	struct export *export;
	struct call_costs costs;
	struct u32map numbers[NAMED_KINDS]; /* by string id of a name */
	uint32_t n_names[NAMED_KINDS];
	uint32_t *dsos;     /* by function: where it was first met, DSO_NONE: nowhere */
	struct buffer line; /* what is written next */
	struct buffer text; /* of a name */
};

/* What readers show where they know no file. */
#define NO_FILE "???"

/* The function that calls the outermost ones. */
#define ROOT "[all]"

/* --- events --------------------------------------------------------------------------------- */

#define EVENT_NAME_MAX 64

/* How much of a name is not its modifiers, "cycles:u". */
static size_t without_modifiers(const char *name)
{
	const char *colon = strrchr(name, ':');

	return colon && colon > name && colon[1] && !colon[1 + strspn(colon + 1, "ukhGHIpPSDWeb")]
		       ? (size_t)(colon - name)
		       : strlen(name);
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Letters and digits, a letter first: what names of events may have. */
static void event_word(const char *name, char text[static EVENT_NAME_MAX])
{
	size_t size = without_modifiers(name), n = 0;

	if (!is_letter(*name))
		n = (size_t)snprintf(text, EVENT_NAME_MAX, "event");
	for (size_t i = 0; i < size && n < EVENT_NAME_MAX / 2; i++)
		if (is_letter(name[i]) || (name[i] >= '0' && name[i] <= '9'))
			text[n++] = name[i];
	text[n] = 0;
}

/* The word of the column-th event; with a number where one before it has the same. */
static void event_column(const struct callgrind *g, uint32_t column, char text[static EVENT_NAME_MAX])
{
	const struct export_event *events = g->export->events;
	char other[EVENT_NAME_MAX];
	uint32_t n = 1;

	event_word(events[g->costs.events[column]].name, text);
	for (uint32_t i = 0; i < column; i++) {
		event_word(events[g->costs.events[i]].name, other);
		n += !strcmp(other, text);
	}
	if (n > 1)
		snprintf(text + strlen(text), EVENT_NAME_MAX - strlen(text), "n%" PRIu32, n);
}

/* --- the head --------------------------------------------------------------------------------- */

static void put_escaped(struct callgrind *g, const char *text)
{
	escaped_put(&g->line, text, ESCAPED_CONTROLS);
}

static void put_event_names(struct callgrind *g)
{
	char text[EVENT_NAME_MAX];

	for (uint32_t i = 0; i < g->costs.n_events; i++) {
		event_column(g, i, text);
		text_printf(&g->line, "event: %s : ", text);
		put_escaped(g, g->export->events[g->costs.events[i]].name);
		text_put(&g->line, g->export->events[g->costs.events[i]].is_time ? " (ns)\n" : "\n");
	}
	text_put(&g->line, "positions: instr line\nevents:");
	for (uint32_t i = 0; i < g->costs.n_events; i++) {
		event_column(g, i, text);
		text_printf(&g->line, " %s", text);
	}
	/* Without samples there is no event to name, and there has to be one. */
	text_put(&g->line, g->costs.n_events ? "\nsummary:" : " samples\nsummary: 0");
	for (uint32_t i = 0; i < g->costs.n_events; i++)
		text_printf(&g->line, " %" PRIu64, g->export->events[g->costs.events[i]].period);
	text_put(&g->line, "\n");
}

static void put_head(struct callgrind *g)
{
	const struct export *x = g->export;

	text_put(&g->line, "# callgrind format\nversion: 1\ncreator: " PACKAGE_STRING "\ncmd: ");
	put_escaped(g, x->input);
	text_put(&g->line, "\npart: 1\n");
	if (export_lost(x))
		text_printf(&g->line, "desc: Lost samples: %" PRIu64 "\n", export_lost(x));
	if (x->damaged)
		text_put(&g->line, "desc: Damaged: parts of the recording could not be read\n");
	put_event_names(g);
}

/* --- names ------------------------------------------------------------------------------------- */

/* Writes "fn=(1) main" the first time, "fn=(1)" then. 0 or -ENOMEM. */
static int put_name(struct callgrind *g, const char *word, enum named kind, const char *name)
{
	struct strtab *strings = &g->export->profile->names->strings;
	uint32_t id, number;

	buffer_clear(&g->text);
	escaped_put(&g->text, name, ESCAPED_CONTROLS);
	id = g->text.size ? strtab_add(strings, (const char *)g->text.data, g->text.size) : 0;
	if (id == STRTAB_NONE || !buffer_ok(&g->text))
		return -ENOMEM;
	number = u32map_get(&g->numbers[kind], id);
	if (number != U32MAP_NONE) {
		text_printf(&g->line, "%s=(%" PRIu32 ")\n", word, number);
		return 0;
	}
	number = ++g->n_names[kind];
	text_printf(&g->line, "%s=(%" PRIu32 ") %s\n", word, number, id ? strtab_get(strings, id) : NO_FILE);
	return u32map_set(&g->numbers[kind], id, number);
}

static int put_object(struct callgrind *g, const char *word, uint32_t function)
{
	const struct export *x = g->export;
	uint32_t dso = g->dsos[function];
	const char *path = dso == DSO_NONE ? "" : export_string(x, x->profile->analysis.timeline.dsos.list[dso].path);

	/* Readers look for the code in files that have a path. */
	if (*path != '/')
		path = function ? export_string(x, x->stacks.functions[function].dso) : NO_FILE;
	return put_name(g, word, NAMED_OBJECT, path);
}

static int put_file(struct callgrind *g, const char *word, uint32_t file)
{
	return put_name(g, word, NAMED_FILE, file ? export_string(g->export, file) : NO_FILE);
}

static int put_function(struct callgrind *g, const char *word, uint32_t function)
{
	char text[4096];

	return put_name(g, word, NAMED_FUNCTION,
			function ? stack_function_text(&g->export->stacks, function, text, sizeof(text)) : ROOT);
}

/* --- costs ------------------------------------------------------------------------------------- */

/* Where a function begins, as disassemblers show it; 0: not known. */
static uint64_t start_of(struct callgrind *g, uint32_t function)
{
	const struct stack_function *f = &g->export->stacks.functions[function];
	struct locator *locator = &g->export->profile->symbolizer.resolver.locator;
	uint32_t dso = g->dsos[function];
	struct dso_symbols *symbols = dso == DSO_NONE || !f->start ? NULL : locator_symbols(locator, dso);

	return symbols ? dso_symbols_virtual(symbols, f->start) : f->start;
}

/* "calls=1 ADDRESS LINE": how often is not known. The costs of the call follow. */
static int put_call(struct callgrind *g, uint32_t callee)
{
	int result = put_object(g, "cob", callee);

	if (!result)
		result = put_file(g, "cfi", g->export->stacks.functions[callee].file);
	if (!result)
		result = put_function(g, "cfn", callee);
	text_printf(&g->line, "calls=1 0x%" PRIx64 " 0\n", start_of(g, callee));
	return result;
}

static void put_numbers(struct callgrind *g, const struct call_cost *cost)
{
	const uint64_t *numbers = call_cost_numbers(&g->costs, cost);

	text_printf(&g->line, "0x%" PRIx64 " %" PRIu32, cost->address, cost->line);
	for (uint32_t i = 0; i < g->costs.n_events; i++)
		text_printf(&g->line, " %" PRIu64, numbers[i]);
	text_put(&g->line, "\n");
}

/* A function of another object, file or name begins. */
static int put_heading(struct callgrind *g, uint32_t function)
{
	int result;

	text_put(&g->line, "\n");
	result = put_object(g, "ob", function);
	if (!result)
		result = put_file(g, "fl", g->export->stacks.functions[function].file);
	return result ? result : put_function(g, "fn", function);
}

/* *file: which one lines are of now. */
static int put_cost(struct callgrind *g, const struct call_cost *cost, uint32_t *file)
{
	uint32_t own = g->export->stacks.functions[cost->function].file, wanted = cost->file ? cost->file : own;
	int result = 0;

	if (wanted != *file)
		result = put_file(g, wanted == own ? "fe" : "fi", wanted);
	*file = wanted;
	if (!result && cost->callee)
		result = put_call(g, cost->callee);
	put_numbers(g, cost);
	return result;
}

/* Writes what there is. 0 or -ENOMEM. */
static int flush(struct callgrind *g, FILE *out)
{
	if (!buffer_ok(&g->line))
		return -ENOMEM;
	fwrite(g->line.data, 1, g->line.size, out);
	buffer_clear(&g->line);
	return 0;
}

static int put_costs(struct callgrind *g, FILE *out)
{
	uint32_t function = UINT32_MAX, file = 0;
	int result = 0;

	for (uint32_t i = 0; i < g->costs.n && !result; i++) {
		const struct call_cost *cost = &g->costs.list[i];

		if (cost->function != function) {
			function = cost->function;
			file = g->export->stacks.functions[function].file;
			result = put_heading(g, function);
		}
		if (!result)
			result = put_cost(g, cost, &file);
		if (!result)
			result = flush(g, out);
	}
	return result;
}

/* ------------------------------------------------------------------------------------------------- */

static int find_dsos(struct callgrind *g)
{
	const struct stacks *s = &g->export->stacks;

	g->dsos = malloc(s->n_functions * sizeof(*g->dsos));
	if (!g->dsos)
		return -ENOMEM;
	for (uint32_t i = 0; i < s->n_functions; i++)
		g->dsos[i] = DSO_NONE;
	for (uint32_t i = s->n_locations - 1; i > 0; i--)
		for (uint32_t k = 0; k < s->locations[i].n; k++)
			g->dsos[s->frames[s->locations[i].first + k].function] = s->locations[i].dso;
	return 0;
}

static void callgrind_fini(struct callgrind *g)
{
	for (int i = 0; i < NAMED_KINDS; i++)
		u32map_fini(&g->numbers[i]);
	free(g->dsos);
	buffer_fini(&g->line);
	buffer_fini(&g->text);
	call_costs_fini(&g->costs);
}

int export_callgrind(FILE *out, struct export *x, const struct stack_samples *samples, struct error *err)
{
	struct callgrind g = { .export = x };
	int result;

	buffer_init(&g.line);
	buffer_init(&g.text);
	result = call_costs_read(&g.costs, x, samples, err);
	if (!result) {
		put_head(&g);
		result = find_dsos(&g);
		if (!result)
			result = flush(&g, out);
		if (!result)
			result = put_costs(&g, out);
		if (result)
			result = error_nomem(err);
	}
	callgrind_fini(&g);
	return result;
}
