#include "report/dso_symbols.h"

#include "common/fileio.h"
#include "formats/perf_map.h"
#include "report/embedded_symbols.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A JIT's map: a hundred thousand methods have some 10 MB. */
#define PERF_MAP_MAX (256u << 20)

/* A table for which there is no room was made in vain. Behind so many of them none is made any more. */
#define REFUSED_MAX 64

/*
 * A file may have been mapped under several build-ids, each of which makes a table of its own. All tables together have
 * at most so many times the symbols the recording carries, and as many more as cost nothing.
 */
#define EMBEDDED_TIMES_MAX    4
#define EMBEDDED_SYMBOLS_FREE 65536

static void dso_symbols_fail(struct dso_symbols *d, enum dso_symbols_status status)
{
	symtab_fini(&d->own);
	d->table = NULL;
	d->status = status;
	d->origin = '!';
}

/*
 * .symtab and .dynsym of the file with the symbols; of MiniDebugInfo, which has only what .dynsym lacks, .dynsym of the
 * executed file.
 */
static int dso_symbols_add_files(struct dso_symbols *d)
{
	const struct dso_files *f = &d->files;
	const struct elf_file *symbols = f->symbols ? f->symbols : f->runtime;
	const struct elf_file *runtime = f->runtime ? f->runtime : f->symbols;
	const struct elf_file *dynamic = f->embedded ? f->runtime : symbols;
	int ret = elf_symbols_add_symtab(&d->own, &symbols->image, &runtime->image, &d->why);

	if (!ret && dynamic)
		ret = elf_symbols_add_dynsym(&d->own, &dynamic->image, &runtime->image, &d->why);
	if (!ret && d->own.n)
		ret = elf_plt_add(&d->own, &runtime->image, &d->why);
	if (!ret && (elf_file_was_cut(symbols) || elf_file_was_cut(runtime)))
		ret = error_set(&d->why, -EBADMSG, "cut short while it was read");
	if (ret)
		error_prefix(&d->why, "%s", symbols->path);
	return ret;
}

static void dso_symbols_load_files(struct dso_symbols *d)
{
	const struct dso_files *f = &d->files;

	d->why = f->why;
	if (f->status != DSO_SYMBOLS_OK) {
		dso_symbols_fail(d, f->status);
		return;
	}
	d->source = f->symbols ? f->symbols->path : f->runtime->path;
	d->origin = f->origin;
	if (dso_symbols_add_files(d)) {
		dso_symbols_fail(d, DSO_SYMBOLS_BAD);
		return;
	}
	d->table = &d->own;
	d->status = DSO_SYMBOLS_OK;
	if (!d->own.n) {
		d->status = DSO_SYMBOLS_STRIPPED;
		error_set(&d->why, -ENOENT, "%s: no symbols in it", d->source);
	}
}

static enum demangle_style dso_symbols_style(const struct symbols_config *c)
{
	if (!c->demangle)
		return DEMANGLE_NONE;
	return c->demangle_params ? DEMANGLE_PARAMS : DEMANGLE_SHORT;
}

static bool dso_symbols_may_embed(struct dso_symbols *d, const struct embedded_file *file)
{
	uint64_t n = embedded_file_symbols(file);
	uint64_t max = EMBEDDED_TIMES_MAX * d->shared->config.embedded->n_symbols + EMBEDDED_SYMBOLS_FREE;

	return atomic_fetch_add(&d->shared->memory->embedded, n) + n <= max;
}

/* Takes the symbols the recording carries. False when there are none; what was there before stays then. */
static bool dso_symbols_embed(struct dso_symbols *d, const struct embedded_file *file)
{
	const struct embedded_symbols *embedded = d->shared->config.embedded;
	struct symtab table;

	if (!file || !dso_symbols_may_embed(d, file))
		return false;
	symtab_init(&table, dso_symbols_style(&d->shared->config));
	embedded_file_add(embedded, file, &table);
	if (symtab_settle(&table) || !table.n) {
		symtab_fini(&table);
		return false;
	}
	symtab_fini(&d->own);
	d->own = table;
	d->table = &d->own;
	d->space = embedded_file_space(embedded, file, &d->delta);
	d->status = DSO_SYMBOLS_OK;
	d->why = (struct error)ERROR_INIT;
	d->source = "the recording";
	d->origin = 'e';
	return true;
}

static void dso_symbols_load_user(struct dso_symbols *d)
{
	const struct embedded_file *embedded = embedded_symbols_find(d->shared->config.embedded, d->path);

	if (!d->build_id.size && dso_symbols_embed(d, embedded))
		return;
	symtab_init(&d->own, dso_symbols_style(&d->shared->config));
	if (d->kind == DSO_KIND_VDSO)
		dso_files_find_vdso(&d->files, &d->shared->dirs, &d->build_id);
	else
		dso_files_find(&d->files, &d->shared->dirs, d->path, &d->build_id);
	dso_symbols_load_files(d);
	if (d->status != DSO_SYMBOLS_OK)
		dso_symbols_embed(d, embedded);
}

static void dso_symbols_use_kernel(struct dso_symbols *d, const struct kernel_symbols *k)
{
	d->status = k->status;
	d->why = k->why;
	d->origin = k->origin;
	d->source = k->source;
	d->table = k->status == DSO_SYMBOLS_OK ? &k->table : NULL;
	d->delta = k->delta;
}

static void dso_symbols_load_kernel(struct dso_symbols *d)
{
	dso_symbols_use_kernel(d, kernel_entry_get(d->kernel, d->shared, false));
}

/* A module's symbols are placed as a file's, behind where it was loaded; those without a place have their addresses. */
static void dso_symbols_embed_module(struct dso_symbols *d)
{
	const struct embedded_symbols *embedded = d->shared->config.embedded;
	const struct embedded_file *file = embedded_symbols_find(embedded, d->module.path);

	if (!file || !dso_symbols_embed(d, file))
		return;
	d->space = DSO_SPACE_MEMORY;
	d->delta = file->min_vaddr || file->offset ? file->min_vaddr - file->offset - d->module.start : 0;
}

static void dso_symbols_load_module(struct dso_symbols *d)
{
	const struct kernel_symbols *k = kernel_entry_get(d->kernel, d->shared, true);
	uint32_t number = kernel_symbols_module(k, d->module.name);

	/* Another boot of the same kernel (delta) has its modules elsewhere. */
	if (number && !k->delta) {
		dso_symbols_use_kernel(d, k);
		d->module_number = (uint16_t)number;
		return;
	}
	symtab_init(&d->own, DEMANGLE_NONE);
	d->module_file = module_symbols_load(&d->own, &d->shared->dirs, &d->module, &d->status, &d->why);
	if (!d->module_file) {
		dso_symbols_fail(d, d->status);
		dso_symbols_embed_module(d);
		return;
	}
	d->table = &d->own;
	d->source = d->module_file->path;
	d->origin = 'K';
}

/* Reads the map if it belongs to this user or to root: anyone may write to /tmp. */
static int dso_symbols_read_map(struct dso_symbols *d)
{
	uint64_t size;
	int fd = elf_file_open_regular(d->path, &size, &d->why);
	struct stat st;
	int ret = 0;
	ssize_t n;

	if (fd < 0)
		return fd;
	if (fstat(fd, &st) < 0)
		ret = error_set(&d->why, -errno, "%s: %s", d->path, strerror(errno));
	else if (st.st_uid && st.st_uid != geteuid() && !d->shared->config.force)
		ret = error_set(&d->why, -EPERM,
				"%s: it belongs neither to this user nor to root (-f takes it all the same)", d->path);
	else if (size > PERF_MAP_MAX)
		ret = error_set(&d->why, -E2BIG, "%s: more than %u MiB", d->path, PERF_MAP_MAX >> 20);
	else if (!buffer_reserve(&d->text, size + 1))
		ret = error_nomem(&d->why);
	n = ret ? 0 : fileio_read(fd, d->text.data, size);
	close(fd);
	if (n < 0)
		ret = error_set(&d->why, (int)n, "%s: %s", d->path, strerror((int)-n));
	if (ret)
		return ret;
	d->text.size = (size_t)n;
	d->text.data[n] = 0;
	return 0;
}

static int dso_symbols_parse_map(struct dso_symbols *d)
{
	struct perf_map_reader reader = perf_map_open((const char *)d->text.data, d->text.size);
	struct perf_map_entry e;
	int area = symtab_add_area(&d->own, (const char *)d->text.data, d->text.size + 1);
	int ret;

	while (area >= 0 && perf_map_next(&reader, &e) > 0) {
		size_t name = (size_t)(e.name - (const char *)d->text.data);

		d->text.data[name + e.name_size] = 0;
		symtab_add(&d->own, (struct symbol){ .start = e.start,
						     .end = e.start + e.size,
						     .name = (uint32_t)name,
						     .area = (uint8_t)area,
						     .info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC) });
	}
	ret = area < 0 ? area : symtab_settle(&d->own);
	return ret ? error_set(&d->why, ret, "%s: %s", d->path, strerror(-ret)) : 0;
}

/* Recordings name a map without its folder. */
static const char *perf_map_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void dso_symbols_load_perf_map(struct dso_symbols *d)
{
	int ret;

	if (dso_symbols_embed(d, embedded_symbols_find(d->shared->config.embedded, perf_map_name(d->path))))
		return;
	symtab_init(&d->own, DEMANGLE_NONE);
	d->own.last_wins = true;
	buffer_init(&d->text);
	ret = dso_symbols_read_map(d);
	if (!ret)
		ret = dso_symbols_parse_map(d);
	if (ret) {
		dso_symbols_fail(d, ret == -ENOENT || ret == -EACCES || ret == -EPERM ? DSO_SYMBOLS_MISSING
										      : DSO_SYMBOLS_BAD);
		return;
	}
	d->table = &d->own;
	d->source = d->path;
	d->origin = 'j';
	d->status = d->own.n ? DSO_SYMBOLS_OK : DSO_SYMBOLS_STRIPPED;
}

bool dso_symbols_take(const struct dso_symbols *d, size_t size)
{
	struct symbols_memory *m = d->shared->memory;

	if (atomic_fetch_add(&m->taken, size) + size <= m->limit)
		return true;
	atomic_fetch_sub(&m->taken, size);
	return false;
}

static size_t elf_file_memory(const struct elf_file *f)
{
	return f->unpacked.capacity + f->image.n_sections * sizeof(*f->image.sections) +
	       f->image.n_segments * sizeof(*f->image.segments) + sizeof(*f);
}

/* The table, what lookups add to it for each symbol (dso_symbols_demangled), and the files. */
static size_t dso_symbols_memory(const struct dso_symbols *d)
{
	const struct symtab *t = &d->own;
	size_t size = t->capacity * sizeof(*t->symbols) +
		      t->n * (sizeof(*t->outer) + sizeof(*t->chosen) + sizeof(*d->demangled)) + t->own_names.capacity +
		      d->text.capacity + sizeof(*d);

	for (unsigned i = 0; i < d->files.n; i++)
		size += elf_file_memory(d->files.files[i]);
	return size + (d->module_file ? elf_file_memory(d->module_file) : 0);
}

/* All but the first are as if they were not there: there may be thousands, and one warning says it all. */
static void dso_symbols_refuse(struct dso_symbols *d)
{
	bool first = !atomic_fetch_add(&d->shared->memory->n_refused, 1);

	dso_symbols_fail(d, first ? DSO_SYMBOLS_BAD : DSO_SYMBOLS_MISSING);
	dso_files_fini(&d->files);
	elf_file_free(d->module_file);
	d->module_file = NULL;
	buffer_fini(&d->text);
	d->source = NULL;
	error_set(&d->why, -E2BIG, "%s: the symbols of all files together need more than %zu MiB", d->path,
		  d->shared->memory->limit >> 20);
}

static void dso_symbols_load_kind(struct dso_symbols *d)
{
	switch (d->kind) {
	case DSO_KIND_USER:
	case DSO_KIND_VDSO: dso_symbols_load_user(d); break;
	case DSO_KIND_KERNEL: dso_symbols_load_kernel(d); break;
	case DSO_KIND_MODULE: dso_symbols_load_module(d); break;
	case DSO_KIND_PERF_MAP: dso_symbols_load_perf_map(d); break;
	}
}

void dso_symbols_load(struct dso_symbols *d)
{
	if (d->status != DSO_SYMBOLS_UNLOADED)
		return;
	d->why = (struct error)ERROR_INIT;
	d->origin = '!';
	/* Kernels are shared, and there are few. */
	if (d->kind == DSO_KIND_KERNEL) {
		dso_symbols_load_kind(d);
		return;
	}
	/* Nothing is even opened once there is no room for it: that takes its time, too. */
	if (atomic_load(&d->shared->memory->n_refused) < REFUSED_MAX && dso_symbols_take(d, sizeof(*d))) {
		dso_symbols_load_kind(d);
		if (dso_symbols_take(d, dso_symbols_memory(d)))
			return;
	}
	dso_symbols_refuse(d);
}

void dso_symbols_free(struct dso_symbols *d)
{
	symtab_fini(&d->own);
	elf_lines_free(d->lines);
	dso_files_fini(&d->files);
	elf_file_free(d->module_file);
	buffer_fini(&d->text);
	elf_bounds_fini(&d->bounds);
	if (d->names_ready)
		strtab_fini(&d->names);
	free(d->demangled);
	free(d->bound_names);
	free((char *)d->module.name);
	free((char *)d->module.path);
	free(d->path);
	free(d);
}

const struct kernel_symbols *kernel_entry_get(struct kernel_entry *k, const struct symbols_shared *shared, bool modules)
{
	int which = 0;

	pthread_mutex_lock(&k->lock);
	if (!k->loaded[0]) {
		kernel_symbols_load(&k->symbols[0], &shared->config, &shared->dirs, &k->identity, false);
		k->loaded[0] = true;
	}
	if (modules && !k->symbols[0].has_modules) {
		which = 1;
		if (!k->loaded[1]) {
			kernel_symbols_load(&k->symbols[1], &shared->config, &shared->dirs, &k->identity, true);
			k->loaded[1] = true;
		}
	}
	pthread_mutex_unlock(&k->lock);
	return &k->symbols[which];
}
