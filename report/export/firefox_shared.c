/*
 * firefox_shared: the JSON of firefox_tables. Tables have a column for each member (Firefox Profiler,
 * src/types/profile.ts).
 */
#include "report/export/firefox_tables.h"

#include "formats/elf/build_id.h"
#include "report/export/plain_name.h"

#include <errno.h>

#define RESOURCE_LIBRARY 1

const char *firefox_plain(struct firefox_tables *t, const char *name)
{
	const char *plain = plain_name(&t->text, name);

	return plain ? plain : "";
}

void firefox_put_name(struct firefox_tables *t, struct json *j, const char *name)
{
	json_string(j, firefox_plain(t, name));
}

/* --- columns --------------------------------------------------------------------------------------- */

static void column_begin(struct json *j, const char *name)
{
	json_name(j, name);
	json_begin(j, '[');
}

/* A column that is the same in all rows. */
static void put_column_of(struct json *j, const char *name, const char *value, uint32_t n)
{
	column_begin(j, name);
	for (uint32_t i = 0; i < n; i++)
		json_plain(j, value);
	json_end(j, ']');
}

static void table_begin(struct json *j, const char *name, uint32_t n)
{
	json_line(j);
	json_name(j, name);
	json_begin(j, '{');
	json_name(j, "length");
	json_u64(j, n);
}

/* A number, or what stands for none. */
static void put_number(struct json *j, uint32_t v, const char *none)
{
	if (v == FIREFOX_NONE)
		json_plain(j, none);
	else
		json_u64(j, v);
}

/* --- stacks and frames --------------------------------------------------------------------------- */

static void put_stacks(const struct firefox_tables *t, struct json *j)
{
	const struct stacks *s = &t->export->stacks;

	table_begin(j, "stackTable", s->n > 1 ? t->nodes[s->n - 1] + 1 : 0);
	column_begin(j, "prefix");
	for (uint32_t i = 1; i < s->n; i++) {
		uint32_t n = s->locations[s->list[i].location].n, caller = s->list[i].caller;

		put_number(j, caller ? t->nodes[caller] : FIREFOX_NONE, "null");
		for (uint32_t k = 1; k < n; k++)
			json_u64(j, t->nodes[i] - n + k);
	}
	json_end(j, ']');
	column_begin(j, "frame");
	for (uint32_t i = 1; i < s->n; i++) {
		const struct stack_location *l = &s->locations[s->list[i].location];

		for (uint32_t k = l->n; k > 0; k--)
			json_u64(j, l->first + k - 1);
	}
	json_end(j, ']');
	json_end(j, '}');
}

/*
 * JavaScript's numbers have so many bits. Addresses of the kernel, which are above them, differ in these; of what is no
 * address anywhere, as a broken chain has, all bits are written, so that two of them stay two.
 */
#define ADDRESS_BITS 53

/* Where a file begins: the kernel and its modules where they are; others where their first byte is linked to be. */
static uint64_t lib_base(const struct stacks *s, uint32_t number)
{
	const struct dso *dso = &s->profile->analysis.timeline.dsos.list[number];
	struct dso_symbols *symbols;

	if (dso->kind == DSO_KERNEL || dso->kind == DSO_MODULE)
		return dso->start;
	symbols = locator_symbols(&s->profile->symbolizer.resolver.locator, number);
	return symbols ? dso_symbols_virtual(symbols, 0) : 0;
}

/* An address of the profile's as the format has it: counted from where its file begins. */
static uint64_t lib_address(const struct stacks *s, uint32_t number, uint64_t address)
{
	const uint64_t base = number == DSO_NONE ? 0 : lib_base(s, number);

	if (address >= base)
		address -= base;
	return address >> ADDRESS_BITS == UINT64_MAX >> ADDRESS_BITS ? address & (UINT64_MAX >> (64 - ADDRESS_BITS))
								     : address;
}

/* Columns that follow from the location of a frame. */
static void put_frame_locations(const struct firefox_tables *t, struct json *j)
{
	const struct stacks *s = &t->export->stacks;

	column_begin(j, "address");
	for (uint32_t i = 0; i < s->n_frames; i++) {
		const struct stack_location *l = &s->locations[t->location_of[i]];

		json_u64(j, lib_address(s, l->dso, l->address));
	}
	json_end(j, ']');
	column_begin(j, "inlineDepth");
	for (uint32_t i = 0; i < s->n_frames; i++) {
		const struct stack_location *l = &s->locations[t->location_of[i]];

		json_u64(j, l->first + l->n - 1 - i);
	}
	json_end(j, ']');
	column_begin(j, "nativeSymbol");
	for (uint32_t i = 0; i < s->n_frames; i++)
		put_number(j, t->native_of[t->location_of[i]], "null");
	json_end(j, ']');
}

/* The line of a frame; 0: not known, or in another file than the function's, which is the one that is shown. */
static uint32_t frame_line(const struct stacks *s, uint32_t frame)
{
	const struct stack_frame *f = &s->frames[frame];

	return f->file == s->functions[f->function].file ? f->line : 0;
}

static void put_frames(const struct firefox_tables *t, struct json *j)
{
	const struct stacks *s = &t->export->stacks;

	table_begin(j, "frameTable", s->n_frames);
	put_frame_locations(t, j);
	column_begin(j, "category");
	for (uint32_t i = 0; i < s->n_frames; i++)
		json_u64(j, s->functions[s->frames[i].function].code);
	json_end(j, ']');
	put_column_of(j, "subcategory", "0", s->n_frames);
	column_begin(j, "func");
	for (uint32_t i = 0; i < s->n_frames; i++)
		json_u64(j, t->function_of[i]);
	json_end(j, ']');
	put_column_of(j, "innerWindowID", "0", s->n_frames);
	column_begin(j, "line");
	for (uint32_t i = 0; i < s->n_frames; i++) {
		uint32_t line = frame_line(s, i);

		put_number(j, line ? line : FIREFOX_NONE, "null");
	}
	json_end(j, ']');
	put_column_of(j, "column", "null", s->n_frames);
	json_end(j, '}');
}

/* --- functions and symbols -------------------------------------------------------------------------- */

/* The index of the name of a frame's function. */
static uint32_t function_string(struct firefox_tables *t, uint32_t frame)
{
	const struct stacks *s = &t->export->stacks;
	char text[4096];

	return firefox_string(t, stack_function_text(s, s->frames[frame].function, text, sizeof(text)));
}

/* The library of a frame; FIREFOX_NONE: none. */
static uint32_t frame_lib(const struct firefox_tables *t, uint32_t frame)
{
	uint32_t dso = t->export->stacks.locations[t->location_of[frame]].dso;

	return dso == DSO_NONE ? FIREFOX_NONE : t->libs[dso];
}

static void put_functions(struct firefox_tables *t, struct json *j)
{
	const struct stacks *s = &t->export->stacks;
	uint32_t n = t->functions.n;

	table_begin(j, "funcTable", n);
	column_begin(j, "name");
	for (uint32_t i = 0; i < n; i++)
		json_u64(j, function_string(t, t->functions.list[i]));
	json_end(j, ']');
	put_column_of(j, "isJS", "false", n);
	put_column_of(j, "relevantForJS", "false", n);
	column_begin(j, "resource");
	for (uint32_t i = 0; i < n; i++)
		put_number(j, frame_lib(t, t->functions.list[i]), "-1");
	json_end(j, ']');
	column_begin(j, "source");
	for (uint32_t i = 0; i < n; i++)
		put_number(j, firefox_source(t, s->functions[s->frames[t->functions.list[i]].function].file), "null");
	json_end(j, ']');
	put_column_of(j, "lineNumber", "null", n);
	put_column_of(j, "columnNumber", "null", n);
	json_end(j, '}');
}

/* Where a function begins, as addresses of its library are shown. */
static uint64_t native_address(const struct firefox_tables *t, uint32_t location)
{
	struct stacks *s = &t->export->stacks;
	const struct stack_location *l = &s->locations[location];
	struct dso_symbols *symbols = locator_symbols(&s->profile->symbolizer.resolver.locator, l->dso);
	uint64_t start = s->functions[s->frames[l->first + l->n - 1].function].start;

	return lib_address(s, l->dso, symbols ? dso_symbols_virtual(symbols, start) : start);
}

static void put_natives(struct firefox_tables *t, struct json *j)
{
	const struct stack_location *locations = t->export->stacks.locations;
	uint32_t n = t->natives.n;

	table_begin(j, "nativeSymbols", n);
	column_begin(j, "libIndex");
	for (uint32_t i = 0; i < n; i++)
		json_u64(j, t->libs[locations[t->natives.list[i]].dso]);
	json_end(j, ']');
	column_begin(j, "address");
	for (uint32_t i = 0; i < n; i++)
		json_u64(j, native_address(t, t->natives.list[i]));
	json_end(j, ']');
	column_begin(j, "name");
	for (uint32_t i = 0; i < n; i++) {
		const struct stack_location *l = &locations[t->natives.list[i]];

		json_u64(j, function_string(t, l->first + l->n - 1));
	}
	json_end(j, ']');
	put_column_of(j, "functionSize", "null", n);
	json_end(j, '}');
}

/* --- files -------------------------------------------------------------------------------------------- */

static void put_resources(struct firefox_tables *t, struct json *j)
{
	const struct dso *dsos = t->export->profile->analysis.timeline.dsos.list;
	uint32_t n = t->lib_dsos.n;

	table_begin(j, "resourceTable", n);
	column_begin(j, "lib");
	for (uint32_t i = 0; i < n; i++)
		json_u64(j, i);
	json_end(j, ']');
	column_begin(j, "name");
	for (uint32_t i = 0; i < n; i++)
		json_u64(j, firefox_string(t, export_string(t->export, dsos[t->lib_dsos.list[i]].name)));
	json_end(j, ']');
	put_column_of(j, "host", "null", n);
	column_begin(j, "type");
	for (uint32_t i = 0; i < n; i++)
		json_u64(j, RESOURCE_LIBRARY);
	json_end(j, ']');
	json_end(j, '}');
}

static void put_sources(struct firefox_tables *t, struct json *j)
{
	uint32_t n = t->sources.n;

	table_begin(j, "sources", n);
	put_column_of(j, "uuid", "null", n);
	column_begin(j, "filename");
	for (uint32_t i = 0; i < n; i++)
		json_u64(j, firefox_string(t, export_string(t->export, t->sources.list[i])));
	json_end(j, ']');
	json_end(j, '}');
}

static void put_strings(const struct firefox_tables *t, struct json *j)
{
	json_line(j);
	column_begin(j, "stringArray");
	for (uint32_t i = 0; i < t->strings.n; i++)
		json_string(j, strtab_get(&t->strings, i));
	json_end(j, ']');
}

int firefox_put_shared(struct firefox_tables *t, struct json *j)
{
	json_line(j);
	json_name(j, "shared");
	json_begin(j, '{');
	put_stacks(t, j);
	put_frames(t, j);
	put_functions(t, j);
	put_resources(t, j);
	put_natives(t, j);
	put_sources(t, j);
	put_strings(t, j);
	json_end(j, '}');
	return buffer_ok(&t->text) ? 0 : -ENOMEM;
}

/*
 * What Breakpad knows a file by: 16 bytes of the build-id as the fields of a GUID, of which a machine that has the
 * lowest byte first has three the other way round, and the age 0.
 */
static void put_breakpad_id(struct json *j, const struct build_id *id, bool big_endian)
{
	static const uint8_t reversed[16] = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };
	char text[40] = "";
	size_t used = 0;

	for (unsigned i = 0; i < 16; i++) {
		unsigned at = big_endian ? i : reversed[i];

		used += (size_t)snprintf(text + used, sizeof(text) - used, "%02X", at < id->size ? id->data[at] : 0u);
	}
	snprintf(text + used, sizeof(text) - used, "0");
	json_string(j, text);
}

static void put_lib(struct firefox_tables *t, struct json *j, const struct dso *dso)
{
	const char *name = export_string(t->export, dso->name);
	/* Those of JIT code in processes have one path. */
	const char *path = dso->kind == DSO_ANON ? name : export_string(t->export, dso->path);
	char text[BUILD_ID_TEXT_SIZE];

	json_line(j);
	json_begin(j, '{');
	json_name(j, "name");
	firefox_put_name(t, j, name);
	json_name(j, "path");
	firefox_put_name(t, j, path);
	json_name(j, "debugName");
	firefox_put_name(t, j, name);
	json_name(j, "debugPath");
	firefox_put_name(t, j, path);
	json_name(j, "breakpadId");
	put_breakpad_id(j, &dso->build_id, order_is_big(t->export->profile->file->swap));
	json_name(j, "codeId");
	if (dso->build_id.size)
		json_string(j, build_id_text(&dso->build_id, text));
	else
		json_plain(j, "null");
	json_name(j, "arch");
	json_string(j, "");
	json_end(j, '}');
}

int firefox_put_libs(struct firefox_tables *t, struct json *j)
{
	json_line(j);
	json_name(j, "libs");
	json_begin(j, '[');
	for (uint32_t i = 0; i < t->lib_dsos.n; i++)
		put_lib(t, j, &t->export->profile->analysis.timeline.dsos.list[t->lib_dsos.list[i]]);
	json_end(j, ']');
	return buffer_ok(&t->text) ? 0 : -ENOMEM;
}
