#include "report/export/export_pprof.h"

#include "formats/elf/build_id.h"
#include "report/export/export_facts.h"
#include "report/export/export_functions.h"
#include "report/export/export_mappings.h"
#include "report/export/export_strings.h"
#include "report/export/export_types.h"
#include "report/export/proto_writer.h"
#include "report/output/deflate_stream.h"

#include <errno.h>
#include <stdlib.h>

/* Messages are compressed when there are so many bytes of them. */
#define FLUSH_SIZE 65536

/* profile.proto: the numbers of fields. */
enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_MAPPING = 3,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING_TABLE = 6,
	PROFILE_TIME_NANOS = 9,
	PROFILE_DURATION_NANOS = 10,
	PROFILE_PERIOD_TYPE = 11,
	PROFILE_PERIOD = 12,
	PROFILE_COMMENT = 13,
	PROFILE_DEFAULT_SAMPLE_TYPE = 14,

	VALUE_TYPE_TYPE = 1,
	VALUE_TYPE_UNIT = 2,

	SAMPLE_LOCATION_ID = 1,
	SAMPLE_VALUE = 2,
	SAMPLE_LABEL = 3,

	LABEL_KEY = 1,
	LABEL_STR = 2,
	LABEL_NUM = 3,

	MAPPING_ID = 1,
	MAPPING_MEMORY_START = 2,
	MAPPING_MEMORY_LIMIT = 3,
	MAPPING_FILE_OFFSET = 4,
	MAPPING_FILENAME = 5,
	MAPPING_BUILD_ID = 6,
	MAPPING_HAS_FUNCTIONS = 7,
	MAPPING_HAS_FILENAMES = 8,
	MAPPING_HAS_LINE_NUMBERS = 9,
	MAPPING_HAS_INLINE_FRAMES = 10,

	LOCATION_ID = 1,
	LOCATION_MAPPING_ID = 2,
	LOCATION_ADDRESS = 3,
	LOCATION_LINE = 4,

	LINE_FUNCTION_ID = 1,
	LINE_LINE = 2,

	FUNCTION_ID = 1,
	FUNCTION_NAME = 2,
	FUNCTION_SYSTEM_NAME = 3,
	FUNCTION_FILENAME = 4,
};

struct pprof {
	struct export *x;
	const struct stack_samples *samples;
	struct buffer b; /* messages that are not compressed yet */
	struct deflate_stream deflate;
	struct export_strings strings;
	struct export_types types;
	struct export_functions functions;
	struct export_mappings mappings;
	struct export_facts facts;
	uint64_t *values; /* of one sample, by type */
};

static int pprof_init(struct pprof *p, FILE *out, struct export *x, const struct stack_samples *samples)
{
	*p = (struct pprof){ .x = x,
			     .samples = samples,
			     .values = calloc(x->profile->file->n_events + 1ull, sizeof(*p->values)) };
	buffer_init(&p->b);
	return deflate_open(&p->deflate, out, DEFLATE_GZIP) || !p->values ||
			       export_strings_init(&p->strings, &x->profile->names->strings) ||
			       export_types_init(&p->types, x, EXPORT_TYPES_ALL, &p->strings) ||
			       export_functions_init(&p->functions, x, &p->strings) ||
			       export_mappings_init(&p->mappings, x, samples) || export_facts_init(&p->facts, x)
		       ? -ENOMEM
		       : 0;
}

static void pprof_fini(struct pprof *p)
{
	deflate_close(&p->deflate);
	buffer_fini(&p->b);
	export_facts_fini(&p->facts);
	export_mappings_fini(&p->mappings);
	export_functions_fini(&p->functions);
	export_types_fini(&p->types);
	export_strings_fini(&p->strings);
	free(p->values);
}

/* Call after each message of the profile. */
static void flush_at(struct pprof *p, size_t size)
{
	if (!buffer_ok(&p->b) || p->b.size < size)
		return;
	deflate_put(&p->deflate, p->b.data, p->b.size);
	buffer_clear(&p->b);
}

/* --- samples ------------------------------------------------------------------------------- */

/* Samples of one line are neighbours, whatever their event. */
static int compare_lines(const void *a, const void *b, void *context)
{
	const struct pprof *p = context;
	const struct stack_sample *s = &p->samples->list[*(const uint32_t *)a];
	const struct stack_sample *t = &p->samples->list[*(const uint32_t *)b];

	if (s->thread != t->thread)
		return s->thread < t->thread ? -1 : 1;
	if (s->comm != t->comm)
		return strcmp(export_string(p->x, s->comm), export_string(p->x, t->comm));
	if (s->stack != t->stack)
		return s->stack < t->stack ? -1 : 1;
	return s->event < t->event ? -1 : s->event > t->event;
}

static bool same_line(const struct stack_sample *s, const struct stack_sample *t)
{
	return s->thread == t->thread && s->comm == t->comm && s->stack == t->stack;
}

static void put_label_text(struct pprof *p, const char *key, uint32_t id)
{
	size_t at = proto_begin(&p->b, SAMPLE_LABEL);

	proto_put_number(&p->b, LABEL_KEY, export_strings_add(&p->strings, key));
	proto_put_number(&p->b, LABEL_STR, export_strings_of(&p->strings, id));
	proto_end(&p->b, at);
}

/* -1: not known. */
static void put_label_number(struct pprof *p, const char *key, uint32_t number)
{
	size_t at;

	if (number == UINT32_MAX)
		return;
	at = proto_begin(&p->b, SAMPLE_LABEL);
	proto_put_number(&p->b, LABEL_KEY, export_strings_add(&p->strings, key));
	proto_put_number(&p->b, LABEL_NUM, number);
	proto_end(&p->b, at);
}

static int put_locations(struct pprof *p, uint32_t stack)
{
	uint32_t n;
	const uint32_t *path = stacks_path(&p->x->stacks, stack, &n);
	size_t at;

	if (!path)
		return -ENOMEM;
	at = proto_begin(&p->b, SAMPLE_LOCATION_ID);
	while (n)
		proto_put_packed(&p->b, path[--n]);
	proto_end(&p->b, at);
	return 0;
}

/* count: how many samples there are. p->values: of each type. */
static int put_sample(struct pprof *p, const struct stack_sample *s, uint64_t count)
{
	const struct export_thread *thread = &p->x->threads.list[s->thread];
	size_t sample = proto_begin(&p->b, PROFILE_SAMPLE), at;

	if (put_locations(p, s->stack))
		return -ENOMEM;
	at = proto_begin(&p->b, SAMPLE_VALUE);
	proto_put_packed(&p->b, count);
	for (uint32_t i = 0; i < p->types.n; i++)
		proto_put_packed(&p->b, p->values[i]);
	proto_end(&p->b, at);
	put_label_text(p, "thread", s->comm);
	put_label_number(p, "tid", thread->tid);
	put_label_text(p, "process", export_process_comm(p->x, thread));
	put_label_number(p, "pid", thread->pid);
	proto_end(&p->b, sample);
	flush_at(p, FLUSH_SIZE);
	return 0;
}

/* The samples from the i-th of the order on that are one line. Returns how many. */
static uint32_t put_line_at(struct pprof *p, const uint32_t *order, uint32_t i, int *result)
{
	const struct stack_sample *list = p->samples->list, *first = &list[order[i]];
	uint64_t count = 0;
	uint32_t n = 0;

	memset(p->values, 0, p->types.n * sizeof(*p->values));
	for (; i + n < p->samples->n && same_line(first, &list[order[i + n]]); n++) {
		p->values[p->types.by_event[list[order[i + n]].event]] = list[order[i + n]].period;
		count += list[order[i + n]].count;
	}
	*result = put_sample(p, first, count);
	return n;
}

static int put_samples(struct pprof *p)
{
	uint32_t n = p->samples->n, *order = malloc((n + 1ull) * sizeof(*order));
	int result = order ? 0 : -ENOMEM;

	if (result)
		return result;
	for (uint32_t i = 0; i < n; i++)
		order[i] = i;
	/* Those of one event are in this order. */
	if (p->types.n > 1)
		qsort_r(order, n, sizeof(*order), compare_lines, p);
	for (uint32_t i = 0; i < n && !result;)
		i += put_line_at(p, order, i, &result);
	free(order);
	return result;
}

/* --- tables -------------------------------------------------------------------------------- */

static void put_mapping(struct pprof *p, uint32_t number)
{
	const struct export_mapping *m = &p->mappings.list[number];
	const struct dso *dso = &p->x->profile->analysis.timeline.dsos.list[m->dso];
	char text[BUILD_ID_TEXT_SIZE];
	size_t at = proto_begin(&p->b, PROFILE_MAPPING);

	proto_put_number(&p->b, MAPPING_ID, number + 1);
	proto_put_nonzero(&p->b, MAPPING_MEMORY_START, m->start);
	proto_put_number(&p->b, MAPPING_MEMORY_LIMIT, m->limit);
	proto_put_nonzero(&p->b, MAPPING_FILE_OFFSET, export_mapping_offset(p->x, m));
	proto_put_number(&p->b, MAPPING_FILENAME, export_strings_of(&p->strings, export_mapping_file(p->x, m)));
	if (dso->build_id.size)
		proto_put_number(&p->b, MAPPING_BUILD_ID,
				 export_strings_add(&p->strings, build_id_text(&dso->build_id, text)));
	proto_put_nonzero(&p->b, MAPPING_HAS_FUNCTIONS, m->has_functions);
	proto_put_nonzero(&p->b, MAPPING_HAS_FILENAMES, m->has_files);
	proto_put_nonzero(&p->b, MAPPING_HAS_LINE_NUMBERS, m->has_lines);
	proto_put_nonzero(&p->b, MAPPING_HAS_INLINE_FRAMES, m->has_inlines);
	proto_end(&p->b, at);
	flush_at(p, FLUSH_SIZE);
}

static void put_location(struct pprof *p, uint32_t number)
{
	const struct stacks *s = &p->x->stacks;
	const struct stack_location *l = &s->locations[number];
	const struct export_mapping *m = export_mapping_of(&p->mappings, l);
	size_t location = proto_begin(&p->b, PROFILE_LOCATION);

	proto_put_number(&p->b, LOCATION_ID, number);
	if (m)
		proto_put_number(&p->b, LOCATION_MAPPING_ID, (uint64_t)(m - p->mappings.list) + 1);
	proto_put_nonzero(&p->b, LOCATION_ADDRESS, export_mapping_address(m, l));
	for (uint32_t i = l->first; i < l->first + l->n && p->functions.by_frame[i]; i++) {
		size_t at = proto_begin(&p->b, LOCATION_LINE);

		proto_put_number(&p->b, LINE_FUNCTION_ID, p->functions.by_frame[i]);
		proto_put_nonzero(&p->b, LINE_LINE, s->frames[i].line);
		proto_end(&p->b, at);
	}
	proto_end(&p->b, location);
	flush_at(p, FLUSH_SIZE);
}

static void put_function(struct pprof *p, uint32_t number)
{
	const struct export_function *f = &p->functions.list[number];
	size_t at = proto_begin(&p->b, PROFILE_FUNCTION);

	proto_put_number(&p->b, FUNCTION_ID, number);
	proto_put_number(&p->b, FUNCTION_NAME, f->name);
	/* With a symbol that is its name, pprof would take the name for a mangled one, and cut arguments off it. */
	proto_put_nonzero(&p->b, FUNCTION_SYSTEM_NAME, f->symbol);
	proto_put_nonzero(&p->b, FUNCTION_FILENAME, f->file);
	proto_end(&p->b, at);
	flush_at(p, FLUSH_SIZE);
}

static void put_tables(struct pprof *p)
{
	for (uint32_t i = 0; i < p->mappings.n; i++)
		put_mapping(p, i);
	for (uint32_t i = 1; i < p->x->stacks.n_locations; i++)
		put_location(p, i);
	for (uint32_t i = 1; i < p->functions.n; i++)
		put_function(p, i);
}

/* --- the rest ------------------------------------------------------------------------------ */

static void put_type(struct pprof *p, uint32_t field, uint32_t name, uint32_t unit)
{
	size_t at = proto_begin(&p->b, field);

	proto_put_number(&p->b, VALUE_TYPE_TYPE, name);
	proto_put_number(&p->b, VALUE_TYPE_UNIT, unit);
	proto_end(&p->b, at);
}

/* What is shown unless something else is asked for is the first event that has samples. */
static const struct export_type *first_type(const struct pprof *p)
{
	for (uint32_t i = 0; i < p->types.n; i++)
		if (p->x->events[p->types.list[i].event].count)
			return &p->types.list[i];
	return p->types.list;
}

static void put_types(struct pprof *p)
{
	const struct export_type *first = first_type(p);

	put_type(p, PROFILE_SAMPLE_TYPE, export_strings_add(&p->strings, "samples"),
		 export_strings_add(&p->strings, "count"));
	for (uint32_t i = 0; i < p->types.n; i++)
		put_type(p, PROFILE_SAMPLE_TYPE, p->types.list[i].name, p->types.list[i].unit);
	if (!p->types.n)
		return;
	put_type(p, PROFILE_PERIOD_TYPE, first->name, first->unit);
	proto_put_nonzero(&p->b, PROFILE_PERIOD, first->period);
	proto_put_number(&p->b, PROFILE_DEFAULT_SAMPLE_TYPE, first->name);
}

static void put_facts(struct pprof *p)
{
	char text[EXPORT_FACT_SIZE];
	const char *line;

	proto_put_nonzero(&p->b, PROFILE_TIME_NANOS, p->facts.time);
	proto_put_nonzero(&p->b, PROFILE_DURATION_NANOS, p->facts.duration);
	for (unsigned i = 0; (line = export_facts_line(&p->facts, p->x, i, text)); i++)
		if (*line)
			proto_put_number(&p->b, PROFILE_COMMENT, export_strings_add(&p->strings, line));
}

/* Readers look strings up when they have read all. */
static void put_strings(struct pprof *p)
{
	for (uint32_t i = 0; i < p->strings.table.n; i++) {
		proto_put_string(&p->b, PROFILE_STRING_TABLE, export_strings_get(&p->strings, i));
		flush_at(p, FLUSH_SIZE);
	}
}

int export_pprof(FILE *out, struct export *x, const struct stack_samples *samples, struct error *err)
{
	struct pprof p;
	int result = pprof_init(&p, out, x, samples);

	if (!result) {
		put_types(&p);
		put_facts(&p);
		result = put_samples(&p);
	}
	if (!result) {
		put_tables(&p);
		put_strings(&p);
		flush_at(&p, 0);
		result = p.strings.failed || !buffer_ok(&p.b) ? -ENOMEM : 0;
	}
	pprof_fini(&p);
	return result ? error_nomem(err) : 0;
}
