#include "report/symbols/dso_load.h"

#include "report/symbols/bundled_dso.h"
#include "report/symbols/embedded_symbols.h"
#include "report/symbols/jit_symbols.h"
#include "report/symbols/module_symbols.h"
#include "report/symbols/vdso_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * A file may have been mapped under several build-ids, each of which makes a table of its own. All tables together have
 * at most so many times the symbols the recording carries, and as many more as cost nothing.
 */
#define EMBEDDED_TIMES_MAX    4
#define EMBEDDED_SYMBOLS_FREE 65536

static void dso_symbols_fail(struct dso_symbols *d, enum dso_symbols_status status)
{
	d->loaded.table = NULL;
	d->loaded.status = status;
	d->loaded.origin = '!';
}

static void dso_symbols_succeed(struct dso_symbols *d, struct dso_content *table)
{
	d->loaded.table = table;
	d->loaded.status = DSO_SYMBOLS_OK;
}

/* All but the first are as if they were not there: there may be thousands, and one warning says it all. */
static void dso_symbols_refuse(struct dso_symbols *d)
{
	bool first = !atomic_exchange(&d->shared->memory->refused, true);

	dso_symbols_fail(d, first ? DSO_SYMBOLS_BAD : DSO_SYMBOLS_MISSING);
	d->loaded.refused = true;
	d->loaded.files = NULL;
	dso_content_free(d->loaded.own);
	jit_lines_free(d->loaded.jit_lines);
	d->loaded.own = NULL;
	d->loaded.jit_lines = NULL;
	d->loaded.source = NULL;
	error_set(&d->loaded.why, -E2BIG, "%s: the symbols of all files together need more than %zu MiB", d->path,
		  d->shared->memory->limit >> 20);
}

static enum demangle_style dso_symbols_style(const struct symbols_config *c)
{
	return c->demangle ? DEMANGLE_FULL : DEMANGLE_COMPARED;
}

/* What the files have to say, which are taken over. */
static void dso_symbols_load_files(struct dso_symbols *d, struct dso_files *files)
{
	enum demangle_style style = files->is_module ? DEMANGLE_NONE : dso_symbols_style(&d->shared->config);
	enum dso_symbols_status status;

	d->loaded.origin = files->origin;
	d->loaded.source = d->loaded.source_path = files->source;
	d->loaded.files = dso_contents_get(d->shared->contents, files, style, d->shared->memory);
	if (!d->loaded.files) {
		error_nomem(&d->loaded.why);
		dso_symbols_fail(d, DSO_SYMBOLS_BAD);
		return;
	}
	status = dso_content_load(d->loaded.files, &d->loaded.why);
	if (status == DSO_SYMBOLS_UNLOADED) {
		dso_symbols_refuse(d);
		return;
	}
	if (status == DSO_SYMBOLS_BAD) {
		error_prefix(&d->loaded.why, "%s", d->loaded.source ? d->loaded.source : d->path);
		dso_symbols_fail(d, DSO_SYMBOLS_BAD);
		return;
	}
	dso_symbols_succeed(d, d->loaded.files);
	if (status == DSO_SYMBOLS_STRIPPED) {
		d->loaded.status = status;
		error_set(&d->loaded.why, -ENOENT, "%s: no symbols in it",
			  d->loaded.source ? d->loaded.source : d->path);
	}
}

/* d's own symbols, not yet filled in. False without memory. */
static struct symtab *dso_symbols_make_own(struct dso_symbols *d, enum demangle_style style)
{
	d->loaded.own = dso_content_new(style, d->shared->memory);
	if (!d->loaded.own)
		error_nomem(&d->loaded.why);
	return d->loaded.own ? &d->loaded.own->symbols : NULL;
}

static bool dso_symbols_may_embed(const struct dso_symbols *d, const struct embedded_file *file)
{
	uint64_t n = embedded_file_symbols(file);
	uint64_t max = EMBEDDED_TIMES_MAX * d->shared->config.embedded->n_symbols + EMBEDDED_SYMBOLS_FREE;

	return atomic_fetch_add(&d->shared->memory->embedded, n) + n <= max;
}

/* Takes the symbols the recording carries. False when there are none; what was there before stays then. */
static bool dso_symbols_embed(struct dso_symbols *d, const struct embedded_file *file)
{
	const struct embedded_symbols *embedded = d->shared->config.embedded;
	struct symtab *table = NULL;

	if (file && dso_symbols_may_embed(d, file))
		table = dso_symbols_make_own(d, dso_symbols_style(&d->shared->config));
	if (!table)
		return false;
	embedded_file_add(embedded, file, table);
	if (symtab_index(table) || !table->n) {
		dso_content_free(d->loaded.own);
		d->loaded.own = NULL;
		return false;
	}
	if (!symbols_memory_take(d->shared->memory, dso_content_memory(d->loaded.own))) {
		dso_symbols_refuse(d);
		return true;
	}
	dso_symbols_succeed(d, d->loaded.own);
	d->loaded.space = embedded_file_space(embedded, file, &d->loaded.delta);
	d->loaded.why = (struct error)ERROR_INIT;
	d->loaded.source = "the recording";
	d->loaded.origin = 'e';
	return true;
}

static void dso_symbols_load_user(struct dso_symbols *d)
{
	const struct embedded_file *embedded = embedded_symbols_find(d->shared->config.embedded, d->path);
	struct dso_dirs dirs = d->shared->dirs;
	struct dso_files files;

	if (!d->build_id.size && dso_symbols_embed(d, embedded))
		return;
	if (d->loaded.bundled)
		dirs.fetch = NULL;
	if (d->kind == DSO_KIND_VDSO)
		dso_files_find_vdso(&files, &dirs, d->path, &d->build_id);
	else
		dso_files_find(&files, &dirs, d->path, &d->build_id, &d->file);
	d->loaded.why = files.why;
	d->loaded.other = files.other;
	d->loaded.doubt = files.doubt;
	if (files.status == DSO_SYMBOLS_OK) {
		dso_symbols_load_files(d, &files);
	} else {
		dso_symbols_fail(d, files.status);
		dso_files_fini(&files);
	}
	if (d->loaded.status != DSO_SYMBOLS_OK && !d->loaded.refused)
		dso_symbols_embed(d, embedded);
}

static void dso_symbols_use_kernel(struct dso_symbols *d, const struct kernel_symbols *k)
{
	d->loaded.status = k->status;
	d->loaded.why = k->why;
	d->loaded.origin = k->origin;
	d->loaded.source = k->source;
	d->loaded.kernel_table = k->status == DSO_SYMBOLS_OK ? &k->table.symbols : NULL;
	d->loaded.delta = k->table.delta;
}

/* The file that a kernel's symbols are from, for its debug information. */
static void dso_symbols_add_vmlinux(struct dso_symbols *d, const struct kernel_symbols *k)
{
	struct dso_files files = { .n = 1, .origin = k->origin };
	struct elf_file *file;

	if (!k->file || !d->shared->config.source || elf_files_open(d->shared->dirs.files, &file, k->file->path, NULL))
		return;
	files.files[0] = file;
	files.symbols = files.runtime = file;
	d->loaded.files = dso_contents_get(d->shared->contents, &files, DEMANGLE_NONE, d->shared->memory);
}

static void dso_symbols_load_kernel(struct dso_symbols *d)
{
	const struct kernel_symbols *k = recorded_kernel_get(d->kernel, &d->shared->config, &d->shared->dirs, false);

	dso_symbols_use_kernel(d, k);
	dso_symbols_add_vmlinux(d, k);
}

/* A module's symbols are file offsets from where it was loaded; without an offset in the file they are addresses. */
static void dso_symbols_embed_module(struct dso_symbols *d)
{
	const struct embedded_symbols *embedded = d->shared->config.embedded;
	const struct embedded_file *file = embedded_symbols_find(embedded, d->module.path);

	if (!file || !dso_symbols_embed(d, file) || !d->loaded.table)
		return;
	d->loaded.space = DSO_SPACE_MEMORY;
	d->loaded.delta = file->min_vaddr || file->offset ? file->min_vaddr - file->offset - d->module.start : 0;
}

/* The file with a module's debug information, the module's own or another one; NULL: none is here. */
static struct elf_file *find_module_debug(const struct dso_symbols *d)
{
	const struct module_identity *module = &d->module;
	struct elf_file *file = module_debug_open(&d->shared->dirs, module, &module->build_id), *debug;
	enum dso_symbols_status status;
	struct error why = ERROR_INIT;

	if (!file)
		file = module_file_open(&d->shared->dirs, module, &status, &why);
	if (!file || dso_file_has_debug(file, true))
		return file;
	debug = module->build_id.size ? NULL : module_debug_open(&d->shared->dirs, module, &file->build_id);
	elf_files_close(file);
	return debug;
}

/* A module's file for its debug information, where its names come from elsewhere. */
static void dso_symbols_add_module(struct dso_symbols *d)
{
	struct elf_file *file = d->shared->config.source ? find_module_debug(d) : NULL;
	struct dso_files files = { .files = { file }, .n = 1, .is_module = true, .symbols = file, .runtime = file };

	if (file)
		d->loaded.files = dso_contents_get(d->shared->contents, &files, DEMANGLE_NONE, d->shared->memory);
}

static void dso_symbols_load_module_file(struct dso_symbols *d)
{
	enum dso_symbols_status status;
	struct elf_file *file = module_file_open(&d->shared->dirs, &d->module, &status, &d->loaded.why);
	struct dso_files files = {
		.files = { file }, .n = 1, .origin = 'K', .is_module = true, .symbols = file, .runtime = file
	};

	if (!file) {
		dso_symbols_fail(d, status);
		dso_symbols_add_module(d);
		return;
	}
	if (d->shared->config.source && !dso_file_has_debug(file, true))
		files.debug = module_debug_open(&d->shared->dirs, &d->module, &file->build_id);
	if (files.debug)
		files.files[files.n++] = (struct elf_file *)files.debug;
	files.source = strdup(file->path);
	dso_symbols_load_files(d, &files);
	d->loaded.delta = -d->module.start;
}

static void dso_symbols_load_module(struct dso_symbols *d)
{
	const struct kernel_symbols *k = recorded_kernel_get(d->kernel, &d->shared->config, &d->shared->dirs, true);
	uint32_t number = kernel_table_module(&k->table, d->module.name);

	/* Another boot of the same kernel (delta) has its modules elsewhere. */
	if (number && !k->table.delta) {
		dso_symbols_use_kernel(d, k);
		d->loaded.module_number = (uint16_t)number;
		dso_symbols_add_module(d);
		return;
	}
	dso_symbols_load_module_file(d);
	if (!d->loaded.table && !d->loaded.refused)
		dso_symbols_embed_module(d);
}

/* Recordings name a map without its folder. */
static const char *perf_map_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* What became of filling in d's own symbols from the file that a JIT left. */
static void dso_symbols_use_jit(struct dso_symbols *d, int ret)
{
	if (ret) {
		dso_symbols_fail(d, ret == -ENOENT                    ? DSO_SYMBOLS_MISSING
				    : ret == -EACCES || ret == -EPERM ? DSO_SYMBOLS_FOREIGN
								      : DSO_SYMBOLS_BAD);
		return;
	}
	if (!symbols_memory_take(d->shared->memory,
				 dso_content_memory(d->loaded.own) + jit_lines_memory(d->loaded.jit_lines))) {
		dso_symbols_refuse(d);
		return;
	}
	dso_symbols_succeed(d, d->loaded.own);
	d->loaded.source = d->path;
	d->loaded.origin = 'j';
	if (!d->loaded.own->symbols.n)
		d->loaded.status = DSO_SYMBOLS_STRIPPED;
}

static void dso_symbols_load_perf_map(struct dso_symbols *d)
{
	int ret = -ENOMEM;

	if (dso_symbols_embed(d, embedded_symbols_find(d->shared->config.embedded, perf_map_name(d->path))))
		return;
	if (dso_symbols_make_own(d, DEMANGLE_NONE))
		ret = perf_map_symbols_load(d->loaded.own, &d->shared->config, d->pid, d->path, &d->loaded.why);
	dso_symbols_use_jit(d, ret);
}

static void dso_symbols_load_jit_dump(struct dso_symbols *d)
{
	int ret = -ENOMEM;

	if (dso_symbols_make_own(d, dso_symbols_style(&d->shared->config)))
		ret = jit_dump_symbols_load(d->loaded.own, &d->shared->config, d->pid, d->path, &d->loaded.jit_lines,
					    &d->loaded.why);
	dso_symbols_use_jit(d, ret);
}

static void dso_symbols_load_kind(struct dso_symbols *d)
{
	switch (d->kind) {
	case DSO_KIND_USER:
	case DSO_KIND_VDSO: dso_symbols_load_user(d); break;
	case DSO_KIND_KERNEL: dso_symbols_load_kernel(d); break;
	case DSO_KIND_MODULE: dso_symbols_load_module(d); break;
	case DSO_KIND_PERF_MAP: dso_symbols_load_perf_map(d); break;
	case DSO_KIND_JIT_DUMP: dso_symbols_load_jit_dump(d); break;
	}
}

/* --- a bundle ------------------------------------------------------------------------- */

struct bundled_identity dso_symbols_identity(const struct dso_symbols *d)
{
	static const enum bundle_file_kind kinds[] = {
		[DSO_KIND_USER] = BUNDLE_FILE_USER,         [DSO_KIND_VDSO] = BUNDLE_FILE_VDSO,
		[DSO_KIND_KERNEL] = BUNDLE_FILE_KERNEL,     [DSO_KIND_MODULE] = BUNDLE_FILE_MODULE,
		[DSO_KIND_PERF_MAP] = BUNDLE_FILE_PERF_MAP, [DSO_KIND_JIT_DUMP] = BUNDLE_FILE_JIT_DUMP,
	};

	return (struct bundled_identity){ .kind = kinds[d->kind],
					  .path = d->path,
					  .build_id = d->kind == DSO_KIND_KERNEL ? d->kernel->identity.build_id
										 : d->build_id,
					  .file = d->file,
					  .pid = d->pid };
}

uint64_t dso_symbols_base(const struct dso_symbols *d)
{
	switch (d->kind) {
	case DSO_KIND_KERNEL: return d->kernel->identity.reloc_address;
	case DSO_KIND_MODULE: return d->module.start;
	default: return 0;
	}
}

bool dso_symbols_are_embedded(struct dso_symbols *d)
{
	const struct dso_loaded *l = dso_symbols_load(d);

	return l->origin == 'e' && !l->is_bundled;
}

/* Modules and the kernel are shown by the names that they have, as is JIT code that its process named. */
static bool bundle_is_mangled(const struct dso_symbols *d)
{
	return d->kind == DSO_KIND_USER || d->kind == DSO_KIND_VDSO || d->kind == DSO_KIND_JIT_DUMP;
}

static void dso_symbols_add_bundled(struct dso_symbols *d, const struct bundle_file *file)
{
	const struct symbols_config *config = &d->shared->config;
	const char *slash = strrchr(d->path, '/');
	const struct bundled_style style = { .base = slash ? slash + 1 : d->path,
					     .start = dso_symbols_base(d),
					     .demangles = config->demangle && bundle_is_mangled(d),
					     .has_no_bounds = config->no_bounds };

	d->loaded.bundled = bundled_dso_new(config->bundled, file, &style);
	if (!d->loaded.bundled)
		error_nomem(&d->loaded.why);
}

/* What is said of the names of a bundle, which may come from anybody. */
static void dso_symbols_use_bundled(struct dso_symbols *d, const struct bundle_file *file)
{
	const struct bundled_names *names = d->shared->config.bundled;
	struct dso_loaded *l = &d->loaded;
	const char *source = bundled_string(names, file->source);
	char text[ERROR_MESSAGE_MAX];
	bool is_known = file->status > DSO_SYMBOLS_UNLOADED && file->status <= DSO_SYMBOLS_BAD;

	l->is_bundled = true;
	l->table = NULL;
	l->kernel_table = NULL;
	l->space = DSO_SPACE_FILE;
	l->status = is_known ? (enum dso_symbols_status)file->status : DSO_SYMBOLS_BAD;
	l->doubt = file->doubt <= DSO_DOUBT_FILE ? (enum dso_doubt)file->doubt : DSO_DOUBT_NONE;
	l->other = file->other;
	l->origin = l->status == DSO_SYMBOLS_OK ? 'e' : '!';
	l->why = (struct error)ERROR_INIT;
	if (file->why)
		error_set(&l->why, -(int)file->code, "%s", bundled_string(names, file->why));
	free(l->source_path);
	snprintf(text, sizeof(text), "the recording, which has them from %s", *source ? source : "its machine");
	l->source = l->source_path = l->status == DSO_SYMBOLS_OK ? strdup(text) : NULL;
}

/* Whether what the recording carries comes before what is here. */
static bool bundle_is_first(const struct dso_symbols *d)
{
	return d->shared->config.bundle_first || !dso_symbols_identity(d).build_id.size;
}

/*
 * Whether it is used although there is something here: a file without names, with those alone that it exports, which
 * may be all that there was, too, or none at all.
 */
static bool bundle_is_better(const struct dso_symbols *d, const struct bundle_file *file)
{
	switch (d->loaded.status) {
	case DSO_SYMBOLS_OK:
		return d->loaded.files && d->loaded.table == d->loaded.files && d->loaded.files->is_exported &&
		       file->status == DSO_SYMBOLS_OK;
	case DSO_SYMBOLS_STRIPPED: return file->status == DSO_SYMBOLS_OK;
	default: return !d->loaded.refused;
	}
}

static void dso_symbols_load_any(struct dso_symbols *d)
{
	const struct bundled_identity identity = dso_symbols_identity(d);
	const struct bundle_file *file = bundled_names_find(d->shared->config.bundled, &identity);

	if (file)
		dso_symbols_add_bundled(d, file);
	if (!d->loaded.bundled || !bundle_is_first(d))
		dso_symbols_load_kind(d);
	if (d->loaded.bundled && (bundle_is_first(d) || bundle_is_better(d, file)))
		dso_symbols_use_bundled(d, file);
}

/* The lock is held. */
static void dso_symbols_load_first(struct dso_symbols *d)
{
	d->loaded.why = (struct error)ERROR_INIT;
	d->loaded.origin = '!';
	/* Nothing is even opened once there is no room for it: that takes its time, too. Kernels are few. */
	if (d->kind == DSO_KIND_KERNEL || symbols_memory_take(d->shared->memory, sizeof(*d)))
		dso_symbols_load_any(d);
	else
		dso_symbols_refuse(d);
	atomic_store_explicit(&d->is_loaded, true, memory_order_release);
}

const struct dso_loaded *dso_symbols_load(struct dso_symbols *d)
{
	if (atomic_load_explicit(&d->is_loaded, memory_order_acquire))
		return &d->loaded;
	pthread_mutex_lock(&d->lock);
	if (!atomic_load_explicit(&d->is_loaded, memory_order_relaxed))
		dso_symbols_load_first(d);
	pthread_mutex_unlock(&d->lock);
	return &d->loaded;
}

struct dso_symbols *dso_symbols_new(const struct symbols_shared *shared, enum dso_symbols_kind kind, const char *path)
{
	struct dso_symbols *d = calloc(1, sizeof(*d));

	if (!d)
		return NULL;
	d->path = strdup(path);
	if (!d->path) {
		free(d);
		return NULL;
	}
	d->shared = shared;
	d->kind = kind;
	pthread_mutex_init(&d->lock, NULL);
	return d;
}

void dso_symbols_free(struct dso_symbols *d)
{
	dso_content_free(d->loaded.own);
	jit_lines_free(d->loaded.jit_lines);
	bundled_dso_free(d->loaded.bundled);
	free(d->loaded.source_path);
	free((char *)d->module.name);
	free((char *)d->module.path);
	free(d->path);
	pthread_mutex_destroy(&d->lock);
	free(d);
}
