#include "report/symbols/jit_dump.h"

#include "report/symbols/jit_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Longer names are cut. */
#define NAME_MAX_BYTES 4096

/* All names of a dump: a hundred thousand functions have some 10 MB. */
#define NAMES_MAX_BYTES (256u << 20)

int jit_dump_open(struct jit_dump *d, const struct symbols_config *config, uint32_t pid, const char *path,
		  struct error *err)
{
	uint64_t size;
	int fd = jit_file_open_dump(config, pid, path, &size, err);
	int ret;

	if (fd < 0)
		return fd;
	/* A file without bytes cannot be mapped, nor is it a dump. */
	ret = size ? filemap_open(&d->map, fd, size) : -ENODATA;
	close(fd);
	if (ret)
		return error_set(err, ret, "%s: %s", path, size ? strerror(-ret) : "empty");
	ret = jitdump_open(&d->reader, filemap_data(d->map), size, err);
	if (!ret)
		return 0;
	error_prefix(err, "%s", path);
	jit_dump_close(d);
	return ret;
}

void jit_dump_close(struct jit_dump *d)
{
	filemap_close(d->map);
	d->map = NULL;
}

/* The name with a NUL: in the file it may change at any time. */
static const char *copy_name(struct buffer *copy, const struct jitdump_code *code)
{
	buffer_clear(copy);
	buffer_append(copy, code->name, code->name_size < NAME_MAX_BYTES ? code->name_size : NAME_MAX_BYTES);
	buffer_put_u8(copy, 0);
	return buffer_ok(copy) ? (const char *)copy->data : "";
}

int jit_dump_symbols_load(struct dso_content *own, const struct symbols_config *config, uint32_t pid, const char *path,
			  struct error *err)
{
	struct symtab *t = &own->symbols;
	struct jitdump_code code;
	struct jit_dump dump;
	struct buffer name;
	int ret = jit_dump_open(&dump, config, pid, path, err);

	if (ret)
		return ret;
	buffer_init(&name);
	while (t->own_names.size < NAMES_MAX_BYTES && jitdump_next(&dump.reader, &code) > 0)
		if (code.type == JITDUMP_LOAD && code.size)
			symtab_add_copy(t,
					(struct symbol){ .start = code.offset,
							 .end = code.offset + code.size,
							 .info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC) },
					copy_name(&name, &code));
	ret = buffer_ok(&name) ? symtab_settle(t) : -ENOMEM;
	buffer_fini(&name);
	jit_dump_close(&dump);
	if (!ret && t->own_names.size >= NAMES_MAX_BYTES)
		return error_set(err, -E2BIG, "%s: its names need more than %u MiB", path, NAMES_MAX_BYTES >> 20);
	return ret ? error_set(err, ret, "%s: %s", path, strerror(-ret)) : 0;
}
