#include "record/address/probe_symbol.h"

#include "record/address/symbol_file.h"

#include <errno.h>

static int find_function(uint64_t *ret_offset, const struct symbol_file *file, const char *path, const char *symbol,
			 struct error *err)
{
	const struct elf_image *e = &file->image;
	struct elf_symbol s;

	if (symbol_file_find(file, STT_FUNC, symbol, &s)) {
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
