#include "record/address/code_places.h"

#include "formats/text/kallsyms.h"
#include "record/address/symbol_file.h"

#include <stdlib.h>
#include <string.h>

#define PAGE_SIZE 4096u

static int compare_places(const void *a, const void *b)
{
	const struct code_place *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

/* Each place once: a function is in both tables of a file, and may have aliases of its name. */
static void add(struct code_places *places, struct code_place place)
{
	for (size_t i = 0; i < places->n; i++)
		if (places->list[i].start == place.start) {
			places->list[i].global |= place.global;
			return;
		}
	if (places->n < CODE_PLACES_MAX)
		places->list[places->n++] = place;
}

static void sort(struct code_places *places)
{
	qsort(places->list, places->n, sizeof(places->list[0]), compare_places);
}

static bool take_symbol(void *context, const struct symbol_file *file, const struct elf_symbol *symbol)
{
	const struct elf_image *e = &file->image;

	add(context,
	    (struct code_place){ .start = elf_image_file_offset(e, symbol->value, &e->sections[symbol->section]),
				 .size = symbol->size,
				 .global = ELF64_ST_BIND(symbol->info) == STB_GLOBAL });
	return true;
}

int code_places_of_file(struct code_places *ret_places, const char *path, const char *name, struct error *err)
{
	struct symbol_file file;
	int result = symbol_file_open(&file, path, err);

	ret_places->n = 0;
	if (result)
		return result;
	symbol_file_each(&file, STT_FUNC, name, take_symbol, ret_places);
	symbol_file_close(&file);
	sort(ret_places);
	return 0;
}

/* A function that is not hidden. */
static bool is_code(const struct kallsyms_entry *entry)
{
	return entry->address && kallsyms_type_is_function(entry->type);
}

/* Up to the symbol that comes next. The text is in no order: modules follow the kernel, and each other. */
static void find_sizes(struct code_places *places, const char *text, size_t size)
{
	struct kallsyms_reader reader = kallsyms_open(text, size);
	struct kallsyms_entry entry;

	while (kallsyms_next(&reader, &entry) > 0)
		for (size_t i = 0; i < places->n; i++) {
			struct code_place *place = &places->list[i];
			const uint64_t distance = entry.address - place->start;

			if (entry.address > place->start && (!place->size || distance < place->size))
				place->size = distance;
		}
}

static void find_whole(struct code_places *places, const char *text, size_t size)
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
	places->list[places->n++] =
		(struct code_place){ .start = first, .size = (last / PAGE_SIZE + 1) * PAGE_SIZE - first };
}

void code_places_of_kallsyms(struct code_places *ret_places, const char *text, size_t size, const char *name)
{
	struct kallsyms_reader reader = kallsyms_open(text, size);
	struct kallsyms_entry entry;

	ret_places->n = 0;
	if (!name) {
		find_whole(ret_places, text, size);
		return;
	}
	while (kallsyms_next(&reader, &entry) > 0)
		if (is_code(&entry) && kallsyms_is_named(&entry, name))
			add(ret_places, (struct code_place){ .start = entry.address, .global = entry.type == 'T' });
	find_sizes(ret_places, text, size);
	sort(ret_places);
}
