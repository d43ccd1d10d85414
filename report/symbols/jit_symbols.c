#include "report/symbols/jit_symbols.h"

#include "common/fileio.h"
#include "formats/text/perf_map.h"
#include "report/symbols/jit_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Limit of a name; longer ones are cut. */
#define NAME_MAX_BYTES 4096

/* Limit of all names of a dump: a hundred thousand functions have some 10 MB. */
#define NAMES_MAX_BYTES (256u << 20)

/* Copies the name with a NUL, since the file may change at any time. */
static const char *copy_name(struct buffer *copy, const struct jitdump_code *code)
{
	buffer_clear(copy);
	buffer_append(copy, code->name, code->name_size < NAME_MAX_BYTES ? code->name_size : NAME_MAX_BYTES);
	buffer_put_u8(copy, 0);
	return buffer_ok(copy) ? (const char *)copy->data : "";
}

/* Stores the source lines with the dump; without lines closes the dump. */
static struct jit_lines *keep_lines(struct jit_lines *lines, struct jit_dump *dump)
{
	if (jit_lines_any(lines)) {
		jit_lines_finish(lines, dump);
		return lines;
	}
	jit_lines_free(lines);
	jit_dump_close(dump);
	return NULL;
}

static int add_all(struct symtab *t, struct jit_lines *lines, struct jit_dump *dump)
{
	struct jitdump_code code;
	struct buffer name;
	bool ok = true;

	buffer_init(&name);
	while (ok && t->own_names.size < NAMES_MAX_BYTES && jitdump_next(&dump->reader, &code) > 0) {
		if (code.type != JITDUMP_LOAD || !code.size)
			continue;
		symtab_add_copy(t,
				(struct symbol){ .start = code.offset,
						 .end = code.offset + code.size,
						 .info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC) },
				copy_name(&name, &code));
		ok = buffer_ok(&name) && jit_lines_add(lines, &code);
	}
	buffer_fini(&name);
	return ok ? symtab_index(t) : -ENOMEM;
}

int jit_dump_symbols_load(struct dso_content *own, const struct symbols_config *config, uint32_t pid, const char *path,
			  struct jit_lines **ret_lines, struct error *err)
{
	struct jit_lines *lines;
	struct jit_dump dump;
	int ret = jit_dump_open(&dump, config, pid, path, err);

	if (ret)
		return ret;
	lines = jit_lines_new();
	ret = lines ? add_all(&own->symbols, lines, &dump) : -ENOMEM;
	if (ret)
		error_set(err, ret, "%s: %s", path, strerror(-ret));
	else if (own->symbols.own_names.size >= NAMES_MAX_BYTES)
		ret = error_set(err, -E2BIG, "%s: its names need more than %u MiB", path, NAMES_MAX_BYTES >> 20);
	if (!ret) {
		*ret_lines = keep_lines(lines, &dump);
		return 0;
	}
	jit_lines_free(lines);
	jit_dump_close(&dump);
	return ret;
}

/* Limit of a map: a hundred thousand methods have some 10 MB. */
#define PERF_MAP_MAX (256u << 20)

static int perf_map_read(struct dso_content *own, const struct symbols_config *config, uint32_t pid, const char *path,
			 struct error *err)
{
	uint64_t size;
	int fd = jit_file_open_map(config, pid, path, &size, err);
	int ret = 0;
	ssize_t n;

	if (fd < 0)
		return fd;
	if (size > PERF_MAP_MAX)
		ret = error_set(err, -E2BIG, "%s: more than %u MiB", path, PERF_MAP_MAX >> 20);
	else if (!buffer_reserve(&own->text, size + 1))
		ret = error_nomem(err);
	n = ret ? 0 : fileio_read(fd, own->text.data, size);
	close(fd);
	if (n < 0)
		ret = error_set(err, (int)n, "%s: %s", path, strerror((int)-n));
	if (ret)
		return ret;
	own->text.size = (size_t)n;
	own->text.data[n] = 0;
	return 0;
}

static int perf_map_parse(struct dso_content *own, const char *path, struct error *err)
{
	struct perf_map_reader reader = perf_map_open((const char *)own->text.data, own->text.size);
	struct perf_map_entry e;
	int area = symtab_add_area(&own->symbols, (const char *)own->text.data, own->text.size + 1);
	int ret;

	while (area >= 0 && perf_map_next(&reader, &e) > 0) {
		size_t name = (size_t)(e.name - (const char *)own->text.data);

		own->text.data[name + e.name_size] = 0;
		symtab_add(&own->symbols, (struct symbol){ .start = e.start,
							   .end = e.start + e.size,
							   .name = (uint32_t)name,
							   .area = (uint8_t)area,
							   .info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC) });
	}
	ret = area < 0 ? area : symtab_index(&own->symbols);
	return ret ? error_set(err, ret, "%s: %s", path, strerror(-ret)) : 0;
}

int perf_map_symbols_load(struct dso_content *own, const struct symbols_config *config, uint32_t pid, const char *path,
			  struct error *err)
{
	int ret;

	own->symbols.last_wins = true;
	ret = perf_map_read(own, config, pid, path, err);
	return ret ? ret : perf_map_parse(own, path, err);
}
