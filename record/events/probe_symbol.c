#include "record/events/probe_symbol.h"

#include "common/filemap.h"
#include "common/regular_file.h"
#include "formats/elf/elf_image.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The name in its table is the text, which a damaged table may not end. */
static bool name_is(struct cursor *names, uint64_t at, const char *text)
{
	size_t size = strlen(text) + 1;
	struct cursor name = *names;
	const void *bytes;

	cursor_skip(&name, at);
	bytes = cursor_bytes(&name, size);
	return bytes && !memcmp(bytes, text, size);
}

/* type: STT_FUNC or STT_GNU_IFUNC */
static bool find_in_table(uint64_t *ret_offset, const struct elf_image *e, const char *table, unsigned type,
			  const char *symbol)
{
	const struct elf_section *section = elf_image_section(e, table);
	struct cursor symbols, names;

	if (!section || section->link >= e->n_sections)
		return false;
	symbols = elf_image_bytes(e, section);
	names = elf_image_bytes(e, &e->sections[section->link]);
	while (cursor_left(&symbols) >= elf_image_symbol_size(e)) {
		struct elf_symbol s = elf_image_symbol(e, &symbols);

		if (ELF64_ST_TYPE(s.info) != type || s.section == SHN_UNDEF || s.section >= e->n_sections ||
		    !name_is(&names, s.name, symbol))
			continue;
		*ret_offset = elf_image_file_offset(e, s.value, &e->sections[s.section]);
		return true;
	}
	return false;
}

static int find_in_image(uint64_t *ret_offset, const struct elf_image *e, const char *path, const char *symbol,
			 struct error *err)
{
	uint64_t resolver;

	if (find_in_table(ret_offset, e, ".symtab", STT_FUNC, symbol) ||
	    find_in_table(ret_offset, e, ".dynsym", STT_FUNC, symbol))
		return 0;
	if (find_in_table(&resolver, e, ".symtab", STT_GNU_IFUNC, symbol) ||
	    find_in_table(&resolver, e, ".dynsym", STT_GNU_IFUNC, symbol))
		return error_set(err, -ENOTSUP,
				 "function '%s' of %s is chosen at run time; name one of its implementations or an "
				 "offset: FILE:0xOFFSET",
				 symbol, path);
	return error_set(err, -ENOENT,
			 "%s has no function '%s' in its symbol tables; FILE:0xOFFSET is a place in the file", path,
			 symbol);
}

static int find_in_file(uint64_t *ret_offset, int fd, size_t size, const char *path, const char *symbol,
			struct error *err)
{
	struct elf_image image;
	struct filemap *map;
	int result = size ? filemap_open(&map, fd, size) : -EBADMSG;

	if (result)
		return error_set(err, result, "%s: %s", path, size ? strerror(-result) : "empty");
	result = elf_image_init(&image, filemap_data(map), size, err);
	if (!result) {
		result = find_in_image(ret_offset, &image, path, symbol, err);
		elf_image_fini(&image);
	} else {
		error_prefix(err, "%s", path);
	}
	filemap_close(map);
	return result;
}

int probe_symbol_find(uint64_t *ret_offset, const char *path, const char *symbol, struct error *err)
{
	struct stat status;
	int found = regular_file_find(AT_FDCWD, path, &status);
	int fd = found < 0 ? found : regular_file_open(found);
	int result;

	if (fd < 0)
		return error_set(err, fd, "%s: %s", path, fd == -EINVAL ? "not a program or library" : strerror(-fd));
	result = find_in_file(ret_offset, fd, (size_t)status.st_size, path, symbol, err);
	close(fd);
	return result;
}
