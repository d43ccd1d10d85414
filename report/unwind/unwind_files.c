#include "report/unwind/unwind_files.h"

#include "common/word_list.h"
#include "report/symbols/dso_file.h"
#include "report/symbols/vdso_file.h"
#include "report/unwind/unwind_jit.h"

#include <pthread.h>
#include <stdlib.h>

/* Enough for short lists with all files of a machine. */
#define FILES_SLOTS 1024

/* A set of files and its call frame information, shared by all dsos with these files. */
struct unwind_file {
	struct unwind_file *next; /* of the same hash */
	struct dso_files files;   /* owned */
	bool has_cfi;
	struct cfi cfi;
	struct code_file *symbols; /* NULL: no memory */
	struct unwind_jit *jit;    /* of JIT code with call frame information; else NULL */
};

/* Marks a missing file. */
static const struct unwind_file no_file;

struct unwind_files {
	const struct timeline *timeline;
	struct elf_files open;
	struct dso_dirs dirs;
	char *default_cache;
	unsigned ways; /* bits of enum unwind_way */
	atomic_size_t memory;
	_Atomic(const struct unwind_file *) *by_dso; /* NULL: not asked for yet */
	pthread_mutex_t lock;                        /* of loading, and of the fields below */
	struct unwind_file *slots[FILES_SLOTS];      /* by the hash of the executed file */
	struct unwind_file *jits;
	const struct symbols_config *config; /* borrowed */
};

/* PREC_UNWIND_BY: the ways that are wanted. The search is right for half of those that the others do not find. */
static unsigned ways_wanted(void)
{
	static const char *const names[] = {
		[UNWIND_BY_CODE] = "code", [UNWIND_BY_CALL] = "call", [UNWIND_BY_SEARCH] = "search"
	};
	const char *wanted = getenv("PREC_UNWIND_BY");
	unsigned ways = 0;

	for (unsigned way = 0; way < UNWIND_WAYS; way++)
		if (word_list_has(wanted ? wanted : "code,call", names[way]))
			ways |= 1u << way;
	return ways;
}

struct unwind_files *unwind_files_new(const struct timeline *timeline, const struct symbols_config *config)
{
	struct unwind_files *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->timeline = timeline;
	f->config = config;
	f->ways = ways_wanted();
	elf_files_init(&f->open, config->opener);
	pthread_mutex_init(&f->lock, NULL);
	f->dirs.files = &f->open;
	f->dirs.fetch = config->fetch;
	f->dirs.fetched = DSO_FETCH_EXECUTABLE;
	f->dirs.until = config->until;
	f->dirs.symfs = config->symfs && strcmp(config->symfs, "/") != 0 ? config->symfs : "";
	f->dirs.believes = config->force || *f->dirs.symfs;
	f->default_cache = config->cache ? NULL : symbols_default_cache(f->dirs.symfs);
	f->dirs.cache = config->cache ? config->cache : f->default_cache;
	f->by_dso = calloc(timeline->dsos.n + 1, sizeof(*f->by_dso));
	if (!f->dirs.cache || !f->by_dso) {
		unwind_files_free(f);
		return NULL;
	}
	return f;
}

static void unwind_file_free(struct unwind_file *file)
{
	if (file->has_cfi)
		cfi_fini(&file->cfi);
	code_file_free(file->symbols);
	dso_files_fini(&file->files);
	unwind_jit_free(file->jit);
	free(file);
}

static void unwind_file_free_list(struct unwind_file *file)
{
	for (struct unwind_file *next; file; file = next) {
		next = file->next;
		unwind_file_free(file);
	}
}

void unwind_files_free(struct unwind_files *f)
{
	if (!f)
		return;
	for (unsigned i = 0; i < FILES_SLOTS; i++)
		unwind_file_free_list(f->slots[i]);
	unwind_file_free_list(f->jits);
	elf_files_fini(&f->open);
	pthread_mutex_destroy(&f->lock);
	free(f->default_cache);
	free(f->by_dso);
	free(f);
}

/* --- loading; the lock is held -------------------------------------------------------- */

static struct unwind_file **files_slot(struct unwind_files *f, const struct elf_file *runtime)
{
	return &f->slots[hash_u64((uintptr_t)runtime) % FILES_SLOTS];
}

/* Finds or makes the set of these files; takes them over. NULL without memory. */
static const struct unwind_file *files_keep(struct unwind_files *f, struct dso_files *files)
{
	struct unwind_file **slot = files_slot(f, files->runtime);
	struct unwind_file *file = *slot;

	while (file && (file->files.runtime != files->runtime || file->files.symbols != files->symbols))
		file = file->next;
	if (file) {
		dso_files_fini(files);
		return file;
	}
	file = calloc(1, sizeof(*file));
	if (!file) {
		dso_files_fini(files);
		return NULL;
	}
	file->files = *files;
	file->next = *slot;
	*slot = file;
	file->has_cfi = cfi_init(&file->cfi, &files->runtime->image, files->symbols ? &files->symbols->image : NULL,
				 &f->memory) == 0;
	file->symbols = code_file_new(&file->files, &f->memory);
	return file;
}

static const struct unwind_file *jit_load(struct unwind_files *f, uint32_t pid, const char *path)
{
	struct unwind_jit *jit = unwind_jit_open(f->config, pid, path, &f->memory);
	struct unwind_file *file = jit ? calloc(1, sizeof(*file)) : NULL;

	if (!file) {
		unwind_jit_free(jit);
		return &no_file;
	}
	file->jit = jit;
	file->next = f->jits;
	f->jits = file;
	return file;
}

static const struct unwind_file *files_load(struct unwind_files *f, const struct dso *dso)
{
	const struct unwind_file *file;
	const char *path = strtab_get(f->timeline->strings, dso->path);
	struct dso_files files;

	if (dso->kind == DSO_JIT)
		return jit_load(f, dso->pid, path);
	if (dso->kind == DSO_VDSO)
		dso_files_find_vdso(&files, &f->dirs, path, &dso->build_id);
	else
		dso_files_find(&files, &f->dirs, path, &dso->build_id, &dso->file);
	if (files.status != DSO_SYMBOLS_OK || !files.runtime) {
		dso_files_fini(&files);
		return &no_file;
	}
	file = files_keep(f, &files);
	return file ? file : &no_file;
}

/* Returns the file of a dso of a kind with files. */
static const struct unwind_file *files_get(struct unwind_files *f, uint32_t dso)
{
	const struct unwind_file *file = atomic_load_explicit(&f->by_dso[dso], memory_order_acquire);

	if (file)
		return file;
	pthread_mutex_lock(&f->lock);
	file = atomic_load_explicit(&f->by_dso[dso], memory_order_relaxed);
	if (!file) {
		file = files_load(f, &f->timeline->dsos.list[dso]);
		atomic_store_explicit(&f->by_dso[dso], file, memory_order_release);
	}
	pthread_mutex_unlock(&f->lock);
	return file;
}

unsigned unwind_files_ways(const struct unwind_files *f)
{
	return f->ways;
}

/* --- mappings ------------------------------------------------------------------------ */

static bool mappings_find(void *context, uint64_t address, struct unwind_location *ret_location)
{
	const struct unwind_mappings *m = context;
	const struct timeline *t = m->files->timeline;
	const struct map *map = timeline_epoch_caller(t, m->epoch, address);
	const struct unwind_file *file;
	const struct dso *dso;

	*ret_location = (struct unwind_location){ .cfi = NULL };
	if (!map)
		return false;
	dso = &t->dsos.list[map->dso];
	ret_location->is_data = map->anon_data;
	ret_location->has_file = dso->kind == DSO_FILE || dso->kind == DSO_VDSO;
	if (!ret_location->has_file && dso->kind != DSO_JIT)
		return true;
	file = files_get(m->files, map->dso);
	if (file->jit) {
		ret_location->address = address - map->start + map->pgoff;
		ret_location->cfi = unwind_jit_find(file->jit, ret_location->address);
		ret_location->is_jit = true;
		ret_location->code = unwind_jit_code(file->jit, ret_location->address, &ret_location->code_size);
		return true;
	}
	if (file->has_cfi) {
		ret_location->cfi = &file->cfi;
		ret_location->symbols = file->symbols;
		ret_location->address =
			elf_image_address(&file->files.runtime->image, address - map->start + map->pgoff);
	}
	return true;
}

struct unwind_space unwind_mappings_space(struct unwind_mappings *mappings, struct unwind_files *files, uint32_t pid,
					  uint64_t time)
{
	struct timeline_snapshot at = timeline_snapshot(files->timeline, pid, time);

	*mappings = (struct unwind_mappings){ .files = files, .epoch = at.own };
	/* Epochs with the same roots are the same, also of different processes. */
	return (struct unwind_space){ .id = at.own ? (uint64_t)at.own->root << 32 | at.own->before : 0,
				      .find = mappings_find,
				      .context = mappings };
}

uint32_t unwind_mappings_dso(const struct unwind_mappings *m, uint64_t address)
{
	const struct map *map = timeline_epoch_caller(m->files->timeline, m->epoch, address);

	return map ? map->dso : DSO_NONE;
}
