#include "report/symbols/perf_map_symbols.h"

#include "common/fileio.h"
#include "formats/text/perf_map.h"
#include "report/symbols/jit_file.h"

#include <errno.h>
#include <unistd.h>

/* A JIT's map: a hundred thousand methods have some 10 MB. */
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
	ret = area < 0 ? area : symtab_settle(&own->symbols);
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
