#include "report/export/perfetto_interned.h"

#include "common/list.h"
#include "report/export/plain_name.h"
#include "report/export/proto_writer.h"

#include <errno.h>
#include <stdlib.h>

/* Numbers of fields. */
static const uint32_t fields[PERFETTO_N_KINDS] = {
	[PERFETTO_FUNCTION_NAMES] = 5, [PERFETTO_FRAMES] = 6,         [PERFETTO_CALLSTACKS] = 7,
	[PERFETTO_BUILD_IDS] = 16,     [PERFETTO_MAPPING_PATHS] = 17, [PERFETTO_SOURCE_PATHS] = 18,
	[PERFETTO_MAPPINGS] = 19,
};
enum { IID = 1, STRING_STR = 2, MAPPING_BUILD_ID = 2, MAPPING_PATH = 7, CALLSTACK_FRAME = 2 };
enum { FRAME_FUNCTION = 2, FRAME_MAPPING, FRAME_REL_PC, FRAME_SOURCE, FRAME_LINE, FRAME_KIND };
enum { KIND_NATIVE = 1, KIND_KERNEL = 2, KIND_JIT = 4 };

int perfetto_interned_init(struct perfetto_interned *p, struct export *x)
{
	*p = (struct perfetto_interned){ .export = x };
	buffer_init(&p->text);
	buffer_init(&p->data);
	return strtab_init(&p->strings);
}

void perfetto_interned_fini(struct perfetto_interned *p)
{
	strtab_fini(&p->strings);
	buffer_fini(&p->text);
	buffer_fini(&p->data);
}

void perfetto_sequence_fini(struct perfetto_sequence *s)
{
	for (unsigned i = 0; i < PERFETTO_N_KINDS; i++)
		free(s->kinds[i].list);
}

/* Whether something is to be written, which it is the first time only. */
static bool is_new(struct perfetto_interned *p, struct perfetto_sequence *s, enum perfetto_kind kind, uint32_t number)
{
	struct perfetto_written *w = &s->kinds[kind];

	if (number >= w->n) {
		size_t n = 2 * ((size_t)number + 64);

		if (!list_extend(&w->list, w->n, n, 1)) {
			p->failed = true;
			return false;
		}
		w->n = n;
	}
	if (w->list[number])
		return false;
	w->list[number] = 1;
	return true;
}

/* The number of a name; 0 of "". */
static uint32_t string_of(struct perfetto_interned *p, struct perfetto_sequence *s, enum perfetto_kind kind,
			  const char *name)
{
	const char *plain = plain_name(&p->text, name);
	uint32_t id = plain ? strtab_add_string(&p->strings, plain) : STRTAB_NONE;
	size_t at;

	if (id == STRTAB_NONE)
		p->failed = true;
	if (id == STRTAB_NONE || !id || !is_new(p, s, kind, id))
		return id == STRTAB_NONE ? 0 : id;
	at = proto_begin(&p->data, fields[kind]);
	proto_put_number(&p->data, IID, id);
	proto_put_string(&p->data, STRING_STR, strtab_get(&p->strings, id));
	proto_end(&p->data, at);
	return id;
}

static void put_build_id(struct perfetto_interned *p, uint32_t number, const struct build_id *id)
{
	size_t at = proto_begin(&p->data, fields[PERFETTO_BUILD_IDS]);

	proto_put_number(&p->data, IID, number);
	proto_put_bytes(&p->data, STRING_STR, id->data, id->size);
	proto_end(&p->data, at);
}

/* Two files of one build have one build-id: the number of the first that has it. */
static uint32_t build_id_of(struct perfetto_interned *p, struct perfetto_sequence *s, uint32_t dso)
{
	const struct dso *dsos = p->export->profile->analysis.timeline.dsos.list;
	uint32_t number = 0;

	if (!dsos[dso].build_id.size)
		return 0;
	while (memcmp(&dsos[number].build_id, &dsos[dso].build_id, sizeof(dsos[dso].build_id)) != 0)
		number++;
	if (is_new(p, s, PERFETTO_BUILD_IDS, number))
		put_build_id(p, number + 1, &dsos[dso].build_id);
	return number + 1;
}

/* A path is in parts, which the reader puts slashes between. */
#define PATH_PARTS_MAX 64

static unsigned path_parts(struct perfetto_interned *p, struct perfetto_sequence *s, const char *path,
			   uint32_t parts[static PATH_PARTS_MAX])
{
	char *copy = strdup(path), *rest = copy;
	unsigned n = 0;

	p->failed |= !copy;
	while (rest && *rest && n < PATH_PARTS_MAX) {
		/* The last part has what there is no room for. */
		const char *part = n + 1 < PATH_PARTS_MAX ? strsep(&rest, "/") : rest;

		if (*part)
			parts[n++] = string_of(p, s, PERFETTO_MAPPING_PATHS, part);
		if (part == rest)
			break;
	}
	free(copy);
	return n;
}

/* The number of a dso's mapping; 0: it has none. */
static uint32_t mapping_of(struct perfetto_interned *p, struct perfetto_sequence *s, uint32_t number)
{
	const struct dso *dso;
	uint32_t parts[PATH_PARTS_MAX], n, build_id;
	size_t at;

	if (number == DSO_NONE || !is_new(p, s, PERFETTO_MAPPINGS, number))
		return number == DSO_NONE ? 0 : number + 1;
	dso = &p->export->profile->analysis.timeline.dsos.list[number];
	build_id = build_id_of(p, s, number);
	/* Those of JIT code in processes have one path. */
	n = path_parts(p, s, export_string(p->export, dso->kind == DSO_ANON ? dso->name : dso->path), parts);
	at = proto_begin(&p->data, fields[PERFETTO_MAPPINGS]);
	proto_put_number(&p->data, IID, number + 1ull);
	proto_put_nonzero(&p->data, MAPPING_BUILD_ID, build_id);
	for (unsigned i = 0; i < n; i++)
		proto_put_number(&p->data, MAPPING_PATH, parts[i]);
	proto_end(&p->data, at);
	return number + 1;
}

static unsigned kind_of(enum stack_code code)
{
	switch (code) {
	case STACK_CODE_KERNEL: return KIND_KERNEL;
	case STACK_CODE_JIT: return KIND_JIT;
	case STACK_CODE_USER:
	case STACK_CODE_OTHER: return KIND_NATIVE;
	}
	return KIND_NATIVE;
}

static void put_frame(struct perfetto_interned *p, struct perfetto_sequence *s, uint32_t frame, uint32_t location)
{
	const struct stacks *stacks = &p->export->stacks;
	const struct stack_frame *f = &stacks->frames[frame];
	const struct stack_location *l = &stacks->locations[location];
	char text[4096];
	uint32_t name =
		string_of(p, s, PERFETTO_FUNCTION_NAMES, stack_function_text(stacks, f->function, text, sizeof(text)));
	uint32_t source = string_of(p, s, PERFETTO_SOURCE_PATHS, export_string(p->export, f->file));
	uint32_t mapping = mapping_of(p, s, l->dso);
	size_t at = proto_begin(&p->data, fields[PERFETTO_FRAMES]);

	proto_put_number(&p->data, IID, frame + 1ull);
	proto_put_number(&p->data, FRAME_FUNCTION, name);
	proto_put_nonzero(&p->data, FRAME_MAPPING, mapping);
	proto_put_number(&p->data, FRAME_REL_PC, l->address);
	proto_put_nonzero(&p->data, FRAME_SOURCE, source);
	proto_put_nonzero(&p->data, FRAME_LINE, f->line);
	proto_put_number(&p->data, FRAME_KIND, kind_of(stacks->functions[f->function].code));
	proto_end(&p->data, at);
}

/* The frames of a location, of which the callstack lists the outermost first. */
static void put_callstack(struct perfetto_interned *p, uint32_t stack, const uint32_t *path, uint32_t n)
{
	const struct stacks *stacks = &p->export->stacks;
	size_t at = proto_begin(&p->data, fields[PERFETTO_CALLSTACKS]);

	proto_put_number(&p->data, IID, stack);
	for (uint32_t i = 0; i < n; i++) {
		const struct stack_location *l = &stacks->locations[path[i]];

		for (uint32_t k = l->n; k > 0; k--)
			proto_put_number(&p->data, CALLSTACK_FRAME, l->first + k);
	}
	proto_end(&p->data, at);
}

uint64_t perfetto_callstack(struct perfetto_interned *p, struct perfetto_sequence *s, uint32_t stack)
{
	struct stacks *stacks = &p->export->stacks;
	const uint32_t *path;
	uint32_t n;

	if (!stack || !is_new(p, s, PERFETTO_CALLSTACKS, stack))
		return stack;
	path = stacks_path(stacks, stack, &n);
	p->failed |= !path;
	for (uint32_t i = 0; i < n && path; i++) {
		const struct stack_location *l = &stacks->locations[path[i]];

		for (uint32_t k = l->first; k < l->first + l->n; k++)
			if (is_new(p, s, PERFETTO_FRAMES, k))
				put_frame(p, s, k, path[i]);
	}
	if (path)
		put_callstack(p, stack, path, n);
	p->failed |= !buffer_ok(&p->data);
	return stack;
}
