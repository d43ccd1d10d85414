#include "report/symbols/perf_map_symbols.h"

#include "common/fileio.h"
#include "formats/text/perf_map.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* A JIT's map: a hundred thousand methods have some 10 MB. */
#define PERF_MAP_MAX (256u << 20)

/* Reads the map if it belongs to this user or to root: anyone may write to /tmp. */
static int perf_map_read(struct dso_content *own, const char *path, bool force, struct error *err)
{
	uint64_t size;
	int fd = elf_file_open_regular(path, &size, err);
	struct stat st;
	int ret = 0;
	ssize_t n;

	if (fd == -EACCES)
		return error_set(err, fd, "%s: not used: this user may not read it, as its owner and root may", path);
	if (fd < 0)
		return fd;
	if (fstat(fd, &st) < 0)
		ret = error_set(err, -errno, "%s: %s", path, strerror(errno));
	else if (st.st_uid && st.st_uid != geteuid() && !force)
		ret = error_set(
			err, -EPERM,
			"%s: not used: it belongs to user %u, who could name code at will, and not to this user or "
			"root; -f takes it all the same, 'chown root' makes it root's",
			path, (unsigned)st.st_uid);
	else if (size > PERF_MAP_MAX)
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

int perf_map_symbols_load(struct dso_content *own, const char *path, bool force, struct error *err)
{
	int ret;

	own->symbols.last_wins = true;
	ret = perf_map_read(own, path, force, err);
	return ret ? ret : perf_map_parse(own, path, err);
}
