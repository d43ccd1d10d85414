#include "record/address/symbol_file.h"

#include "common/safe_open.h"
#include "formats/text/kallsyms.h"
#include "record/address/scoped_name.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* NULL: in a damaged table it has no end. */
static const char *name_at(const struct cursor *names, uint64_t at)
{
	struct cursor name = *names;

	cursor_skip(&name, at);
	return cursor_string(&name);
}

/* What is looked for, and who gets it. */
struct search {
	const struct symbol_file *file;
	unsigned type;
	const char *name;
	bool (*is)(const char *symbol, const char *name);
	symbol_file_take *take;
	void *context;
};

/* False: enough was found. */
static bool search_table(const struct search *search, const char *table)
{
	const struct elf_image *e = &search->file->image;
	const struct elf_section *section = elf_image_section(e, table);
	struct cursor symbols, names;

	if (!section || section->link >= e->n_sections)
		return true;
	symbols = elf_image_bytes(e, section);
	names = elf_image_bytes(e, &e->sections[section->link]);
	while (cursor_left(&symbols) >= elf_image_symbol_size(e)) {
		const struct elf_symbol s = elf_image_symbol(e, &symbols);
		const char *name;

		if (ELF64_ST_TYPE(s.info) != search->type || s.section == SHN_UNDEF || s.section >= e->n_sections)
			continue;
		name = name_at(&names, s.name);
		if (name && search->is(name, search->name) && !search->take(search->context, search->file, &s, name))
			return false;
	}
	return true;
}

static void search_tables(const struct search *search)
{
	if (search_table(search, ".symtab"))
		search_table(search, ".dynsym");
}

static bool is_equal(const char *symbol, const char *name)
{
	return !strcmp(symbol, name);
}

void symbol_file_each(const struct symbol_file *file, unsigned type, const char *name, symbol_file_take *take,
		      void *context)
{
	const struct search search = { file, type, name, is_equal, take, context };

	search_tables(&search);
}

struct first {
	struct elf_symbol symbol;
	bool is_found;
};

static bool take_first(void *context, const struct symbol_file *file, const struct elf_symbol *symbol, const char *name)
{
	(void)file;
	(void)name;
	*(struct first *)context = (struct first){ *symbol, true };
	return false;
}

bool symbol_file_find(const struct symbol_file *file, unsigned type, const char *name, struct elf_symbol *ret_symbol)
{
	struct first first = { .is_found = false };

	symbol_file_each(file, type, name, take_first, &first);
	if (first.is_found)
		*ret_symbol = first.symbol;
	return first.is_found;
}

static int map_image(struct symbol_file *file, size_t size, const char *path, struct error *err)
{
	int result = size ? filemap_open(&file->map, file->fd, size) : -EBADMSG;

	if (result)
		return error_set(err, result, "%s: %s", path, size ? strerror(-result) : "empty");
	result = elf_image_init(&file->image, filemap_data(file->map), size, err);
	if (result) {
		error_prefix(err, "%s", path);
		filemap_close(file->map);
	}
	return result;
}

int symbol_file_open(struct symbol_file *ret_file, const char *path, struct error *err)
{
	struct stat status;
	int found = regular_file_find(AT_FDCWD, path, &status);
	int result;

	*ret_file = (struct symbol_file){ .fd = found < 0 ? found : regular_file_open(found) };
	if (ret_file->fd < 0)
		return error_set(err, ret_file->fd, "%s: %s", path,
				 ret_file->fd == -EINVAL ? "not a program or library" : strerror(-ret_file->fd));
	result = map_image(ret_file, (size_t)status.st_size, path, err);
	if (result)
		close(ret_file->fd);
	return result;
}

void symbol_file_close(struct symbol_file *file)
{
	elf_image_fini(&file->image);
	filemap_close(file->map);
	close(file->fd);
}

/* Functions of one name with its scope: several where it is overloaded, or generic. */
struct scoped {
	struct elf_symbol symbol; /* the first */
	const char *names[2];     /* of the first two that begin at different addresses */
	unsigned n;               /* all of those */
};

static bool take_scoped(void *context, const struct symbol_file *file, const struct elf_symbol *symbol,
			const char *name)
{
	struct scoped *scoped = context;

	(void)file;
	if (scoped->n && scoped->symbol.value == symbol->value)
		return true;
	if (!scoped->n)
		scoped->symbol = *symbol;
	if (scoped->n < ARRAY_SIZE(scoped->names))
		scoped->names[scoped->n] = name;
	scoped->n++;
	return true;
}

/* 1: found; 0: there is none. */
static int find_scoped(struct elf_symbol *ret_symbol, const struct symbol_file *file, const char *path,
		       const char *name, struct error *err)
{
	struct scoped scoped = { .n = 0 };
	const struct search search = { file, STT_FUNC, name, scoped_name_is, take_scoped, &scoped };

	if (!strstr(name, "::"))
		return 0;
	search_tables(&search);
	if (scoped.n > 1)
		return error_set(err, -EINVAL, "%s has more than one '%s'; name one by its symbol: %.80s or %.80s",
				 path, name, scoped.names[0], scoped.names[1]);
	*ret_symbol = scoped.symbol;
	return (int)scoped.n;
}

static int find_function(uint64_t *ret_offset, const struct symbol_file *file, const char *path, const char *symbol,
			 struct error *err)
{
	const struct elf_image *e = &file->image;
	struct elf_symbol s;
	int result = symbol_file_find(file, STT_FUNC, symbol, &s) ? 1 : find_scoped(&s, file, path, symbol, err);

	if (result < 0)
		return result;
	if (result) {
		*ret_offset = elf_image_file_offset(e, s.value, &e->sections[s.section]);
		return 0;
	}
	if (symbol_file_find(file, STT_GNU_IFUNC, symbol, &s))
		return error_set(err, -ENOTSUP,
				 "function '%s' of %s is chosen at run time; name one of its implementations or an "
				 "offset: FILE:0xOFFSET",
				 symbol, path);
	return error_set(err, -ENOENT,
			 "%s has no function '%s' in its symbol tables; FILE:0xOFFSET is a place in the file", path,
			 symbol);
}

int probe_symbol_find(uint64_t *ret_offset, const char *path, const char *symbol, struct error *err)
{
	struct symbol_file file;
	int result = symbol_file_open(&file, path, err);

	if (result)
		return result;
	result = find_function(ret_offset, &file, path, symbol, err);
	symbol_file_close(&file);
	return result;
}

#define PAGE_SIZE 4096u

static int compare_ranges(const void *a, const void *b)
{
	const struct code_range *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

/* Each range once: a function is in both tables of a file, and may have aliases of its name. */
static void add(struct code_ranges *ranges, struct code_range range)
{
	for (size_t i = 0; i < ranges->n; i++)
		if (ranges->list[i].start == range.start) {
			ranges->list[i].global |= range.global;
			return;
		}
	if (ranges->n < CODE_RANGES_MAX)
		ranges->list[ranges->n++] = range;
}

static void sort(struct code_ranges *ranges)
{
	qsort(ranges->list, ranges->n, sizeof(ranges->list[0]), compare_ranges);
}

static bool take_symbol(void *context, const struct symbol_file *file, const struct elf_symbol *symbol,
			const char *name)
{
	const struct elf_image *e = &file->image;

	(void)name;
	add(context,
	    (struct code_range){ .start = elf_image_file_offset(e, symbol->value, &e->sections[symbol->section]),
				 .size = symbol->size,
				 .global = ELF64_ST_BIND(symbol->info) == STB_GLOBAL });
	return true;
}

int code_ranges_of_file(struct code_ranges *ret_ranges, const char *path, const char *name, struct error *err)
{
	struct symbol_file file;
	int result = symbol_file_open(&file, path, err);

	ret_ranges->n = 0;
	if (result)
		return result;
	symbol_file_each(&file, STT_FUNC, name, take_symbol, ret_ranges);
	symbol_file_close(&file);
	sort(ret_ranges);
	return 0;
}

/* A function that is not hidden. */
static bool is_code(const struct kallsyms_entry *entry)
{
	return entry->address && kallsyms_type_is_function(entry->type);
}

/* Up to the symbol that comes next. The text is in no order: modules follow the kernel, and each other. */
static void find_sizes(struct code_ranges *ranges, const char *text, size_t size)
{
	struct kallsyms_reader reader = kallsyms_open(text, size);
	struct kallsyms_entry entry;

	while (kallsyms_next(&reader, &entry) > 0)
		for (size_t i = 0; i < ranges->n; i++) {
			struct code_range *range = &ranges->list[i];
			const uint64_t distance = entry.address - range->start;

			if (entry.address > range->start && (!range->size || distance < range->size))
				range->size = distance;
		}
}

static void find_whole(struct code_ranges *ranges, const char *text, size_t size)
{
	struct kallsyms_reader reader = kallsyms_open(text, size);
	uint64_t first = UINT64_MAX, last = 0;
	struct kallsyms_entry entry;

	while (kallsyms_next(&reader, &entry) > 0) {
		if (!is_code(&entry))
			continue;
		first = entry.address < first ? entry.address : first;
		last = entry.address > last ? entry.address : last;
	}
	if (first > last)
		return;
	first -= first % PAGE_SIZE;
	ranges->list[ranges->n++] =
		(struct code_range){ .start = first, .size = (last / PAGE_SIZE + 1) * PAGE_SIZE - first };
}

void code_ranges_of_kallsyms(struct code_ranges *ret_ranges, const char *text, size_t size, const char *name)
{
	struct kallsyms_reader reader = kallsyms_open(text, size);
	struct kallsyms_entry entry;

	ret_ranges->n = 0;
	if (!name) {
		find_whole(ret_ranges, text, size);
		return;
	}
	while (kallsyms_next(&reader, &entry) > 0)
		if (is_code(&entry) && kallsyms_is_named(&entry, name))
			add(ret_ranges, (struct code_range){ .start = entry.address, .global = entry.type == 'T' });
	find_sizes(ret_ranges, text, size);
	sort(ret_ranges);
}
