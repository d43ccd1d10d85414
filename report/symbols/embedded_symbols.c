#include "report/symbols/embedded_symbols.h"

#include "common/list.h"
#include "formats/file/blocks.h"

#include <errno.h>
#include <stdlib.h>

/* All files together; names are kept once each. */
#define EMBEDDED_SYMBOLS_MAX SYMTAB_MAX_SYMBOLS
/* Records with symbols may be compressed, to a tenth at best: all of them may be this many times the file's size.
 */
#define EMBEDDED_EXPANSION_MAX 32

#define KERNEL_NAME "[kernel.kallsyms]"

struct embedded_load {
	struct embedded_symbols *e;
	struct simpleperf_join join;
	uint64_t n_symbols;
	uint64_t room; /* bytes that records may still have */
};

static void note_damage(struct embedded_symbols *e, int code, const char *what)
{
	if (!e->damage.code)
		error_set(&e->damage, code, "%s", what);
}

/* The file of the path, made when there is none. NULL without memory. */
static struct embedded_file *file_get(struct embedded_symbols *e, const char *path, size_t size)
{
	uint32_t id = strtab_add(&e->strings, path, size);
	struct embedded_file *file;

	if (id == STRTAB_NONE)
		return NULL;
	file = list_element(&e->by_path, id, &e->files, &e->n_files, &e->capacity, sizeof(*e->files));
	if (file)
		file->path = id;
	return file;
}

/* --- the sections --------------------------------------------------------------- */

/* The section from an offset in it on. */
static struct cursor section_from(const struct embedded_symbols *e, size_t at)
{
	return cursor_make(e->section.data + at, e->section.size - at, e->section.swap);
}

/* A file of the section that has symbols; of others there may be very many. */
static int section_file(struct embedded_symbols *e, const struct simpleperf_file *file, size_t at)
{
	struct embedded_file *to = file->n_symbols ? file_get(e, file->path, file->path_size) : NULL;

	if (!to)
		return file->n_symbols ? -ENOMEM : 0;
	to->type = file->type;
	to->min_vaddr = file->min_vaddr;
	to->offset = file->offset;
	to->has_offset = file->has_offset;
	to->in_section = true;
	to->section_at = (uint32_t)at;
	to->section_symbols = file->n_symbols;
	e->n_symbols += file->n_symbols;
	return 0;
}

static int section_load(struct embedded_symbols *e, const struct perf_file *f, struct error *err)
{
	struct simpleperf_file file;
	struct cursor c;
	size_t at = 0;
	int result;

	_Static_assert(PERF_FILE_FEATURE_MAX <= UINT32_MAX, "places in a section are kept in 32 bits");
	result = perf_file_read_feature(f, e->feature, &e->section, err);
	if (result || !e->section.size)
		return result;
	c = section_from(e, 0);
	while ((result = simpleperf_next_file(&c, e->feature, &file)) > 0) {
		if (section_file(e, &file, at))
			return error_nomem(err);
		at = cursor_offset(&c);
	}
	if (result)
		note_damage(e, result, "the symbols of files the recording carries are damaged, and used in part");
	return 0;
}

/* --- records --------------------------------------------------------------------- */

static int record_dso(struct embedded_load *l, const struct simpleperf_record *r)
{
	struct simpleperf_dso dso;
	struct embedded_file *file;

	if (simpleperf_decode_dso(r, &dso)) {
		note_damage(l->e, -EBADMSG, "a record about a DSO is damaged");
		return 0;
	}
	if (dso.id >= U32MAP_NONE)
		return 0;
	file = file_get(l->e, dso.path, strlen(dso.path));
	if (!file)
		return -ENOMEM;
	file->type = (uint32_t)dso.type;
	file->min_vaddr = dso.min_vaddr;
	return u32map_set(&l->e->by_id, (uint32_t)dso.id, (uint32_t)(file - l->e->files));
}

static int record_symbol(struct embedded_load *l, const struct simpleperf_record *r)
{
	struct simpleperf_dso_symbol s;
	struct embedded_file *file;
	uint32_t number, name;

	if (simpleperf_decode_symbol(r, &s)) {
		note_damage(l->e, -EBADMSG, "a record about a symbol is damaged");
		return 0;
	}
	number = s.dso < U32MAP_NONE ? u32map_get(&l->e->by_id, (uint32_t)s.dso) : U32MAP_NONE;
	if (number == U32MAP_NONE || ++l->n_symbols > EMBEDDED_SYMBOLS_MAX)
		return 0;
	file = &l->e->files[number];
	name = strtab_add(&l->e->strings, s.symbol.name, s.symbol.name_size);
	if (name == STRTAB_NONE)
		return -ENOMEM;
	if (!list_reserve(&file->symbols, file->n_symbols, &file->capacity, sizeof(*file->symbols)))
		return -ENOMEM;
	l->e->n_symbols++;
	file->symbols[file->n_symbols++] =
		(struct embedded_symbol){ .start = s.symbol.vaddr, .size = s.symbol.size, .name = name };
	return 0;
}

static int record_kallsyms(struct embedded_load *l, const struct simpleperf_record *r)
{
	const char *text;
	bool is_piece;
	size_t size;

	if (simpleperf_decode_kallsyms(r, &text, &size, &is_piece)) {
		note_damage(l->e, -EBADMSG, "the record with the kernel's symbols is damaged");
		return 0;
	}
	if (!is_piece)
		buffer_clear(&l->e->kallsyms);
	if (l->e->kallsyms.size + size > SIMPLEPERF_JOIN_MAX)
		return 0;
	return buffer_append(&l->e->kallsyms, text, size) || !size ? 0 : -ENOMEM;
}

static int record_join(struct embedded_load *l, const struct record *r)
{
	struct simpleperf_record whole;
	int result = simpleperf_join(&l->join, r, &whole);

	if (result == -ENOMEM)
		return result;
	if (result < 0)
		note_damage(l->e, result, "a record in several pieces is damaged or too large");
	if (result <= 0)
		return 0;
	if (cursor_left(&whole.body) > l->room) {
		note_damage(l->e, -E2BIG, "the file expands to more symbols than any compression makes so small");
		return 0;
	}
	l->room -= cursor_left(&whole.body);
	switch (whole.type) {
	case SIMPLEPERF_RECORD_DSO: return record_dso(l, &whole);
	case SIMPLEPERF_RECORD_SYMBOL: return record_symbol(l, &whole);
	case SIMPLEPERF_RECORD_KERNEL_SYMBOL: return record_kallsyms(l, &whole);
	default: return 0;
	}
}

static int record_take(void *context, const struct record *r, struct error *err)
{
	if (r->type < SIMPLEPERF_RECORD_START || r->type >= SIMPLEPERF_RECORD_END)
		return 0;
	return record_join(context, r) ? error_nomem(err) : 0;
}

static int records_load(struct embedded_symbols *e, const struct perf_file *f, struct error *err)
{
	struct embedded_load l = { .e = e, .room = EMBEDDED_EXPANSION_MAX * perf_file_data_size(f) };
	int result;

	buffer_init(&l.join.bytes);
	result = blocks_each_record(f, NULL, record_take, &l, err);
	buffer_fini(&l.join.bytes);
	return result;
}

int embedded_symbols_load(struct embedded_symbols *e, const struct perf_file *f, bool records, struct error *err)
{
	int result = 0;

	memset(e, 0, sizeof(*e));
	e->feature =
		perf_file_has_feature(f, FEATURE_SIMPLEPERF_FILE) ? FEATURE_SIMPLEPERF_FILE : FEATURE_SIMPLEPERF_FILE2;
	e->damage = (struct error)ERROR_INIT;
	buffer_init(&e->section);
	buffer_init(&e->kallsyms);
	if (strtab_init(&e->strings))
		return error_nomem(err);
	e->ready = true;
	if (perf_file_has_feature(f, e->feature))
		result = section_load(e, f, err);
	if (!result && records)
		result = records_load(e, f, err);
	return result;
}

void embedded_symbols_fini(struct embedded_symbols *e)
{
	if (!e->ready)
		return;
	for (uint32_t i = 0; i < e->n_files; i++)
		free(e->files[i].symbols);
	free(e->files);
	strtab_fini(&e->strings);
	buffer_fini(&e->section);
	buffer_fini(&e->kallsyms);
	u32map_fini(&e->by_path);
	u32map_fini(&e->by_id);
	e->ready = false;
}

/* --- asking ------------------------------------------------------------------------ */

const struct embedded_file *embedded_symbols_find(const struct embedded_symbols *e, const char *path)
{
	uint32_t id = e ? strtab_find(&e->strings, path, strlen(path)) : STRTAB_NONE;
	uint32_t number = id == STRTAB_NONE ? U32MAP_NONE : u32map_get(&e->by_path, id);
	const struct embedded_file *file = number == U32MAP_NONE ? NULL : &e->files[number];

	return file && (file->in_section || file->n_symbols) ? file : NULL;
}

const struct embedded_file *embedded_symbols_kernel(const struct embedded_symbols *e)
{
	const struct embedded_file *file = embedded_symbols_find(e, KERNEL_NAME);

	return file && file->type == SIMPLEPERF_KERNEL ? file : NULL;
}

#define FUNCTION_INFO ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)

/* One without a name would take far more memory than it does bytes of the file. */
static void add_section_symbols(struct simpleperf_file *file, struct symtab *table)
{
	struct simpleperf_symbol s;
	struct buffer name;

	buffer_init(&name);
	while (simpleperf_next_symbol(file, &s) > 0) {
		struct symbol symbol = { .start = s.vaddr, .end = s.vaddr + s.size, .info = FUNCTION_INFO };

		if (!s.name_size)
			continue;
		buffer_clear(&name);
		buffer_append(&name, s.name, s.name_size);
		buffer_put_u8(&name, 0);
		if (!buffer_ok(&name)) {
			table->failed = -ENOMEM;
			break;
		}
		symtab_add_copy(table, symbol, (const char *)name.data);
	}
	buffer_fini(&name);
}

uint64_t embedded_file_symbols(const struct embedded_file *file)
{
	return (uint64_t)file->section_symbols + file->n_symbols;
}

void embedded_file_add(const struct embedded_symbols *e, const struct embedded_file *file, struct symtab *table)
{
	struct simpleperf_file section;

	if (file->in_section) {
		struct cursor c = section_from(e, file->section_at);

		if (simpleperf_next_file(&c, e->feature, &section) > 0)
			add_section_symbols(&section, table);
	}
	for (uint32_t i = 0; i < file->n_symbols; i++) {
		const struct embedded_symbol *t = &file->symbols[i];

		symtab_add_copy(table,
				(struct symbol){ .start = t->start, .end = t->start + t->size, .info = FUNCTION_INFO },
				strtab_get(&e->strings, t->name));
	}
}

/* JIT code: simpleperf collects it in files of its own, whose symbols have run-time addresses. */
static bool path_is_jit(const char *path)
{
	return strstr(path, "_jit_app_cache:") || strstr(path, "_jit_zygote_cache:");
}

enum dso_symbols_space embedded_file_space(const struct embedded_symbols *e, const struct embedded_file *file,
					   uint64_t *ret_delta)
{
	*ret_delta = 0;
	if (file->type == SIMPLEPERF_SYMBOL_MAP || path_is_jit(strtab_get(&e->strings, file->path)))
		return DSO_SPACE_MEMORY;
	if (file->type == SIMPLEPERF_DEX)
		return DSO_SPACE_FILE;
	*ret_delta = file->min_vaddr - file->offset;
	return file->has_offset ? DSO_SPACE_FILE : DSO_SPACE_MAPPING;
}
