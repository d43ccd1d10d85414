#include "report/symbols/symbols.h"

#include "common/hash_table.h"
#include "report/symbols/dso_load.h"
#include "report/symbols/embedded_symbols.h"
#include "report/symbols/kallsyms_cache.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* Enough for short lists with a million files. */
#define SYMBOLS_SLOTS 65536

struct symbols {
	struct symbols_shared shared;
	struct symbols_memory memory;
	struct elf_files files;
	struct dso_contents contents;
	pthread_mutex_t lock;
	struct recorded_kernel *kernels;
	struct dso_symbols *slots[SYMBOLS_SLOTS];
};

/* NULL for NULL; *ok turns false without memory. */
static char *symbols_copy(const char *s, bool *ok)
{
	char *copy = s ? strdup(s) : NULL;

	*ok = *ok && (!s || copy);
	return copy;
}

struct symbols *symbols_new(const struct symbols_config *config, struct error *err)
{
	struct symbols *s = calloc(1, sizeof(*s));
	struct symbols_config *c;
	bool ok = true;

	if (!s) {
		error_nomem(err);
		return NULL;
	}
	pthread_mutex_init(&s->lock, NULL);
	elf_files_init(&s->files, config->opener);
	dso_contents_init(&s->contents);
	s->shared.memory = &s->memory;
	s->shared.contents = &s->contents;
	s->shared.dirs.files = &s->files;
	s->shared.dirs.fetch = config->fetch;
	s->shared.dirs.until = config->until;
	s->shared.dirs.fetched = DSO_FETCH_EXECUTABLE | DSO_FETCH_SYMBOLS;
	if (config->fetch_source)
		s->shared.dirs.fetched |= DSO_FETCH_SOURCE;
	s->memory.limit = config->max_memory ? config->max_memory : SYMBOLS_MAX_MEMORY;
	c = &s->shared.config;
	*c = *config;
	c->symfs = symbols_copy(config->symfs && strcmp(config->symfs, "/") != 0 ? config->symfs : "", &ok);
	c->vmlinux = symbols_copy(config->vmlinux, &ok);
	c->kallsyms = symbols_copy(config->kallsyms, &ok);
	c->kcore = symbols_copy(config->kcore, &ok);
	c->cache = symbols_copy(config->cache, &ok);
	if (ok && !c->cache)
		s->shared.default_cache = symbols_default_cache(c->symfs);
	s->shared.dirs.symfs = c->symfs;
	s->shared.dirs.believes = c->force || *c->symfs;
	s->shared.dirs.cache = c->cache ? c->cache : s->shared.default_cache;
	if (!ok || !s->shared.dirs.cache) {
		symbols_free(s);
		error_nomem(err);
		return NULL;
	}
	return s;
}

bool symbols_go_on(struct symbols *s, uint64_t until)
{
	for (int i = 0; i < SYMBOLS_SLOTS; i++)
		for (const struct dso_symbols *d = s->slots[i]; d; d = d->next)
			if (d->kind == DSO_KIND_PERF_MAP || d->kind == DSO_KIND_JIT_DUMP)
				return false;
	s->shared.dirs.until = s->shared.config.until = until;
	return true;
}

bool symbols_fetches(const struct symbols *s)
{
	return s && s->shared.dirs.fetch;
}

unsigned symbols_source_workers(const struct symbols *s)
{
	return s->shared.config.source ? source_workers(s->shared.config.source) : 0;
}

int symbols_shortage(const struct symbols *s)
{
	return atomic_load(&s->files.shortage);
}

bool symbols_has_embedded(const struct symbols *s)
{
	return s->shared.config.embedded && s->shared.config.embedded->n_files;
}

bool symbols_written(const struct symbols_config *config, struct kallsyms_folders *ret)
{
	struct build_id id;
	char *cache;
	bool ok;

	if (!kernel_symbols_keeps(config, &id))
		return false;
	cache = config->cache ? strdup(config->cache) : symbols_default_cache("");
	ok = cache && kallsyms_cache_folders(ret, cache, &id);
	free(cache);
	return ok;
}

void symbols_free(struct symbols *s)
{
	if (!s)
		return;
	for (int i = 0; i < SYMBOLS_SLOTS; i++) {
		for (struct dso_symbols *d = s->slots[i], *next; d; d = next) {
			next = d->next;
			dso_symbols_free(d);
		}
	}
	for (struct recorded_kernel *k = s->kernels, *next; k; k = next) {
		next = k->next;
		recorded_kernel_free(k);
	}
	dso_contents_fini(&s->contents);
	elf_files_fini(&s->files);
	free((char *)s->shared.config.symfs);
	free((char *)s->shared.config.vmlinux);
	free((char *)s->shared.config.kallsyms);
	free((char *)s->shared.config.kcore);
	free((char *)s->shared.config.cache);
	free(s->shared.default_cache);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

/* The key of a struct dso_symbols. */
struct dso_key {
	enum dso_symbols_kind kind;
	const char *path;
	struct build_id build_id;
	struct mapped_file file;
	struct recorded_kernel *kernel;
	uint64_t start; /* of a module */
	uint32_t pid;   /* of a perf map or JIT dump */
};

static bool dso_key_matches(const struct dso_key *key, const struct dso_symbols *d)
{
	return key->kind == d->kind && key->kernel == d->kernel && key->start == d->module.start &&
	       key->pid == d->pid && key->file.inode == d->file.inode && key->file.major == d->file.major &&
	       key->file.minor == d->file.minor && key->file.generation == d->file.generation &&
	       key->build_id.size == d->build_id.size &&
	       memcmp(key->build_id.data, d->build_id.data, key->build_id.size) == 0 && strcmp(key->path, d->path) == 0;
}

/* Finds or makes (*ret_new) the symbols of a key. NULL without memory. The caller holds the lock. */
static struct dso_symbols *symbols_get(struct symbols *s, const struct dso_key *key, bool *ret_new)
{
	uint64_t hash =
		hash_pair(hash_bytes(key->path, strlen(key->path)), hash_bytes(key->build_id.data, key->build_id.size));
	struct dso_symbols **slot = &s->slots[hash % SYMBOLS_SLOTS];
	struct dso_symbols *d;

	*ret_new = false;
	for (d = *slot; d; d = d->next) {
		if (dso_key_matches(key, d))
			return d;
	}
	d = dso_symbols_new(&s->shared, key->kind, key->path);
	if (!d)
		return NULL;
	d->build_id = key->build_id;
	d->file = key->file;
	d->kernel = key->kernel;
	d->module.start = key->start;
	d->pid = key->pid;
	d->next = *slot;
	*slot = d;
	*ret_new = true;
	return d;
}

static struct dso_symbols *symbols_get_locked(struct symbols *s, const struct dso_key *key)
{
	struct dso_symbols *d;
	bool is_new;

	pthread_mutex_lock(&s->lock);
	d = symbols_get(s, key, &is_new);
	pthread_mutex_unlock(&s->lock);
	return d;
}

struct dso_symbols *symbols_user(struct symbols *s, const char *path, const struct build_id *build_id)
{
	return symbols_mapped(s, path, build_id, NULL);
}

struct dso_symbols *symbols_mapped(struct symbols *s, const char *path, const struct build_id *build_id,
				   const struct mapped_file *file)
{
	bool vdso = strcmp(path, "[vdso]") == 0 || strcmp(path, "[vdso32]") == 0;
	struct dso_key key = { .kind = vdso ? DSO_KIND_VDSO : DSO_KIND_USER, .path = path };

	if (build_id)
		key.build_id = *build_id;
	if (file && !key.build_id.size)
		key.file = *file;
	return symbols_get_locked(s, &key);
}

struct dso_symbols *symbols_perf_map(struct symbols *s, pid_t pid)
{
	char path[64];
	struct dso_key key = { .kind = DSO_KIND_PERF_MAP, .path = path, .pid = (uint32_t)pid };

	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)pid);
	return symbols_get_locked(s, &key);
}

struct dso_symbols *symbols_jit_dump(struct symbols *s, pid_t pid, const char *path)
{
	const struct dso_key key = { .kind = DSO_KIND_JIT_DUMP, .path = path, .pid = (uint32_t)pid };

	return symbols_get_locked(s, &key);
}

/* The lock is held. */
static struct recorded_kernel *symbols_get_kernel(struct symbols *s, const struct kernel_identity *id)
{
	struct recorded_kernel *k = s->kernels;

	while (k && !recorded_kernel_is(k, id))
		k = k->next;
	if (k)
		return k;
	k = recorded_kernel_new(id);
	if (!k)
		return NULL;
	k->next = s->kernels;
	s->kernels = k;
	return k;
}

/* Returns a DSO without names, for --no-kernel. */
static struct dso_symbols *symbols_nothing(struct symbols *s)
{
	return symbols_user(s, "[kernel]", NULL);
}

struct dso_symbols *symbols_kernel(struct symbols *s, const struct kernel_identity *kernel)
{
	struct dso_key key = { .kind = DSO_KIND_KERNEL, .path = "" };
	struct dso_symbols *d = NULL;
	bool is_new;

	if (s->shared.config.no_kernel)
		return symbols_nothing(s);
	pthread_mutex_lock(&s->lock);
	key.kernel = symbols_get_kernel(s, kernel);
	if (key.kernel)
		d = symbols_get(s, &key, &is_new);
	pthread_mutex_unlock(&s->lock);
	return d;
}

struct dso_symbols *symbols_module(struct symbols *s, const struct kernel_identity *kernel,
				   const struct module_identity *module)
{
	struct dso_key key = {
		.kind = DSO_KIND_MODULE, .path = module->name, .build_id = module->build_id, .start = module->start
	};
	struct dso_symbols *d = NULL;
	bool is_new = false;
	bool ok = true;

	if (s->shared.config.no_kernel)
		return symbols_nothing(s);
	pthread_mutex_lock(&s->lock);
	key.kernel = symbols_get_kernel(s, kernel);
	if (key.kernel)
		d = symbols_get(s, &key, &is_new);
	if (is_new) {
		d->module.build_id = module->build_id;
		d->module.name = symbols_copy(module->name, &ok);
		d->module.path = symbols_copy(module->path, &ok);
		d->module.end = module->end;
	}
	pthread_mutex_unlock(&s->lock);
	return ok ? d : NULL;
}
