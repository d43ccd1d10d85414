#include "report/symbols/dso_content.h"

#include "common/hash_table.h"
#include "common/list.h"
#include "report/elf/demangle.h"
#include "report/elf/elf_plt.h"
#include "report/elf/gopclntab.h"
#include "report/symbols/module_symbols.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

bool symbols_memory_take(struct symbols_memory *m, size_t size)
{
	if (atomic_fetch_add(&m->taken, size) + size <= m->limit)
		return true;
	atomic_fetch_sub(&m->taken, size);
	return false;
}

/* --- one a set of files -------------------------------------------------------------- */

struct dso_content *dso_content_new(enum demangle_style style, struct symbols_memory *memory)
{
	struct dso_content *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->memory = memory;
	c->why = (struct error)ERROR_INIT;
	pthread_mutex_init(&c->lock, NULL);
	buffer_init(&c->text);
	symtab_init(&c->symbols, style);
	return c;
}

static void clear_bounds(struct dso_content *c)
{
	elf_bounds_fini(&c->bounds);
	c->bounds = (struct elf_bounds){ 0 };
	free(c->bound_names);
	c->bound_names = NULL;
}

/* Frees the files and all that was made of them. */
static void dso_content_clear(struct dso_content *c)
{
	clear_bounds(c);
	symtab_fini(&c->symbols);
	dso_files_fini(&c->files);
}

void dso_content_free(struct dso_content *c)
{
	if (!c)
		return;
	dso_content_clear(c);
	buffer_fini(&c->text);
	if (c->names_ready)
		strtab_fini(&c->names);
	free(c->demangled);
	free(c->functions);
	pthread_mutex_destroy(&c->lock);
	free(c);
}

void dso_contents_init(struct dso_contents *all)
{
	memset(all->slots, 0, sizeof(all->slots));
	pthread_mutex_init(&all->lock, NULL);
}

void dso_contents_fini(struct dso_contents *all)
{
	for (int i = 0; i < DSO_CONTENTS_SLOTS; i++) {
		for (struct dso_content *c = all->slots[i], *next; c; c = next) {
			next = c->next;
			dso_content_free(c);
		}
	}
	pthread_mutex_destroy(&all->lock);
}

static struct dso_content_key dso_content_key(const struct dso_files *f)
{
	struct dso_content_key key;

	/* Compared by memcmp, so padding is zeroed. */
	memset(&key, 0, sizeof(key));
	/* A file unpacked from another has no identity of its own. */
	if (f->symbols)
		key.symbols = f->embedded ? f->runtime->id : f->symbols->id;
	if (f->runtime)
		key.runtime = f->runtime->id;
	key.is_embedded = f->embedded;
	key.is_module = f->is_module;
	return key;
}

/* The lock is held. */
static struct dso_content *dso_contents_find(struct dso_content *c, const struct dso_content_key *key)
{
	while (c && memcmp(&c->key, key, sizeof(*key)) != 0)
		c = c->next;
	return c;
}

struct dso_content *dso_contents_get(struct dso_contents *all, struct dso_files *files, enum demangle_style style,
				     struct symbols_memory *memory)
{
	struct dso_content_key key = dso_content_key(files);
	struct dso_content **slot = &all->slots[hash_bytes(&key, sizeof(key)) % DSO_CONTENTS_SLOTS];
	bool on_disk = key.symbols.inode || key.runtime.inode;
	struct dso_content *c, *made = NULL;

	pthread_mutex_lock(&all->lock);
	c = on_disk ? dso_contents_find(*slot, &key) : NULL;
	if (!c) {
		c = made = dso_content_new(style, memory);
		if (made) {
			made->key = key;
			made->files = *files;
			made->files.source = NULL;
			made->next = *slot;
			*slot = made;
		}
	}
	pthread_mutex_unlock(&all->lock);
	for (unsigned i = 0; !made && i < files->n; i++)
		elf_files_close(files->files[i]);
	*files = (struct dso_files){ .source = files->source };
	return c;
}

/*
 * Reads .symtab and .dynsym of the file with the symbols. MiniDebugInfo has only what .dynsym lacks, so then .dynsym is
 * that of the executed file. A Go program that has none names its functions for itself.
 */
static int dso_content_add_files(struct dso_content *c)
{
	const struct dso_files *f = &c->files;
	const struct elf_file *symbols = f->symbols ? f->symbols : f->runtime;
	const struct elf_file *runtime = f->runtime ? f->runtime : f->symbols;
	const struct elf_file *dynamic = f->embedded ? f->runtime : symbols;
	int ret;

	c->is_exported = !f->embedded && !elf_symbols_has_symtab(&symbols->image);
	if (c->key.is_module)
		return module_symbols_add(&c->symbols, &symbols->image, &c->why);
	ret = elf_symbols_add_symtab(&c->symbols, &symbols->image, &runtime->image, &c->why);
	if (!ret && dynamic)
		ret = elf_symbols_add_dynsym(&c->symbols, &dynamic->image, &runtime->image, &c->why);
	if (!ret && !elf_symbols_has_symtab(&symbols->image))
		ret = gopclntab_add(&c->symbols, &runtime->image, &c->why);
	if (!ret && c->symbols.n)
		ret = elf_plt_add(&c->symbols, &runtime->image, &c->why);
	if (!ret && (elf_file_was_cut(symbols) || elf_file_was_cut(runtime)))
		ret = error_set(&c->why, -EBADMSG, "cut short while it was read");
	return ret;
}

/* The memory of the symbols, of what lookups add to each (dso_content_name), and of the files. */
size_t dso_content_memory(const struct dso_content *c)
{
	const struct symtab *t = &c->symbols;
	size_t size = t->capacity * sizeof(*t->symbols) +
		      t->n * (sizeof(*t->outer) + sizeof(*t->chosen) + sizeof(*c->demangled)) + t->own_names.capacity +
		      c->text.capacity + sizeof(*c);

	for (unsigned i = 0; i < c->files.n; i++)
		size += elf_file_memory(c->files.files[i]);
	return size;
}

static enum dso_symbols_status dso_content_read(struct dso_content *c)
{
	if (dso_content_add_files(c)) {
		symtab_fini(&c->symbols);
		symtab_init(&c->symbols, DEMANGLE_NONE);
		return DSO_SYMBOLS_BAD;
	}
	if (!symbols_memory_take(c->memory, dso_content_memory(c))) {
		dso_content_clear(c);
		symtab_init(&c->symbols, DEMANGLE_NONE);
		c->why.code = -E2BIG;
		return DSO_SYMBOLS_UNLOADED;
	}
	return c->symbols.n ? DSO_SYMBOLS_OK : DSO_SYMBOLS_STRIPPED;
}

enum dso_symbols_status dso_content_load(struct dso_content *c, struct error *why)
{
	enum dso_symbols_status status;

	pthread_mutex_lock(&c->lock);
	/* Once refused, memory is not requested again. */
	if (c->status == DSO_SYMBOLS_UNLOADED && c->why.code != -E2BIG)
		c->status = dso_content_read(c);
	status = c->status;
	*why = c->why;
	pthread_mutex_unlock(&c->lock);
	return status;
}

/* --- names --------------------------------------------------------------------------- */

/* Stores a string for the life of c. NULL without memory. */
static const char *dso_content_keep(struct dso_content *c, const char *name)
{
	uint32_t id;

	if (!c->names_ready && strtab_init(&c->names) != 0)
		return NULL;
	c->names_ready = true;
	id = strtab_add_string(&c->names, name);
	return id == STRTAB_NONE ? NULL : strtab_get(&c->names, id);
}

/* Keeps the name of a symbol; NULL: the mangled one. NULL without memory for it. The lock is held. */
static const char *dso_content_keep_name(struct dso_content *c, size_t index, const char *name, const char *mangled)
{
	dso_content_kept *names = atomic_load_explicit(&c->demangled, memory_order_relaxed);
	const char *kept = NULL;

	if (!names) {
		names = calloc(c->symbols.n, sizeof(*names));
		atomic_store_explicit(&c->demangled, names, memory_order_release);
	}
	if (!names)
		return NULL;
	kept = atomic_load_explicit(&names[index], memory_order_relaxed);
	if (kept)
		return kept;
	if (name && symbols_memory_take(c->memory, strlen(name)))
		kept = dso_content_keep(c, name);
	atomic_store_explicit(&names[index], kept ? kept : mangled, memory_order_release);
	return kept;
}

/* Returns the demangled name, computed once for each symbol; the mangled one if there is none, or no memory. */
static const char *dso_content_name(struct dso_content *c, const struct symbol *s, const char *mangled)
{
	size_t index = (size_t)(s - c->symbols.symbols);
	dso_content_kept *names;
	const char *name;
	char *demangled;

	if (c->symbols.style != DEMANGLE_FULL || !demangle_may_be_mangled(mangled))
		return mangled;
	names = atomic_load_explicit(&c->demangled, memory_order_acquire);
	name = names ? atomic_load_explicit(&names[index], memory_order_acquire) : NULL;
	if (name)
		return name;
	/* Demangling is slow, so it runs without the lock; two threads may demangle the same name. */
	demangled = demangle_name(mangled, c->symbols.style);
	pthread_mutex_lock(&c->lock);
	name = dso_content_keep_name(c, index, demangled, mangled);
	pthread_mutex_unlock(&c->lock);
	free(demangled);
	return name ? name : mangled;
}

bool dso_content_symbol(struct dso_content *c, uint64_t addr, struct symbol_name *ret)
{
	/* An indexed table is constant: it is searched without the lock. */
	const struct symbol *s = symtab_find(&c->symbols, addr);
	const char *mangled = s ? symtab_name(&c->symbols, s) : "";

	if (*mangled) /* else the file was truncated since it was loaded */
		*ret = symbol_name_of(s, dso_content_name(c, s, mangled), mangled);
	return *mangled;
}

/* Without memory there are no bounds. The caller holds the lock. */
static void dso_content_read_bounds(struct dso_content *c)
{
	size_t n;

	if (!c->files.runtime || elf_bounds_init(&c->bounds, &c->files.runtime->image) != 0)
		c->bounds = (struct elf_bounds){ 0 };
	n = elf_bounds_count(&c->bounds);
	c->bound_names = calloc(n + 1, sizeof(*c->bound_names));
	if (!c->bound_names ||
	    !symbols_memory_take(c->memory, elf_bounds_memory(&c->bounds) + n * sizeof(*c->bound_names)))
		clear_bounds(c);
}

/* What does not change once it is loaded. */
static const struct elf_bounds *dso_content_bounds(struct dso_content *c)
{
	if (atomic_load_explicit(&c->bounds_loaded, memory_order_acquire))
		return &c->bounds;
	pthread_mutex_lock(&c->lock);
	if (!atomic_load_explicit(&c->bounds_loaded, memory_order_relaxed)) {
		dso_content_read_bounds(c);
		atomic_store_explicit(&c->bounds_loaded, true, memory_order_release);
	}
	pthread_mutex_unlock(&c->lock);
	return &c->bounds;
}

void bound_name_text(char text[static BOUND_NAME_MAX], const char *base, uint64_t address)
{
	snprintf(text, BOUND_NAME_MAX, "%.*s[+0x%" PRIx64 "]", BOUND_BASE_MAX, base, address);
}

/* Paths may share a content, so the stored name may begin with another path. */
static const char *bound_name(struct dso_content *c, const struct elf_bound *b, const char *base)
{
	const char *kept = atomic_load_explicit(&c->bound_names[b->number], memory_order_acquire);
	const size_t size = strnlen(base, BOUND_BASE_MAX);
	char text[BOUND_NAME_MAX];

	if (kept && !strncmp(kept, base, size) && kept[size] == '[')
		return kept;
	bound_name_text(text, base, elf_image_address(&c->files.runtime->image, b->start));
	pthread_mutex_lock(&c->lock);
	kept = dso_content_keep(c, text);
	pthread_mutex_unlock(&c->lock);
	atomic_store_explicit(&c->bound_names[b->number], kept, memory_order_release);
	return kept;
}

bool dso_content_bound(struct dso_content *c, uint64_t addr, const char *base, struct symbol_name *ret)
{
	struct elf_bound b;
	const char *name;

	if (!elf_bounds_find(dso_content_bounds(c), addr, &b))
		return false;
	name = bound_name(c, &b, base);
	if (!name)
		return false;
	*ret = (struct symbol_name){
		.name = name, .mangled = name, .start = b.start, .end = b.end, .kind = SYMBOL_KIND_BOUNDS
	};
	return true;
}

/* --- source -------------------------------------------------------------------------- */

uint64_t dso_content_virtual(const struct dso_content *c, uint64_t addr)
{
	const struct elf_file *f = c->files.runtime ? c->files.runtime : c->files.symbols;

	return f ? elf_image_address(&f->image, addr) : addr;
}

/* Returns the file with debug information, or the Go program that has a table of its own; or NULL. */
static struct source_file *content_source(const struct dso_content *c, struct source *source, const char *symfs)
{
	const struct elf_file *debug = dso_files_debug(&c->files), *recorded = c->files.recorded;
	const struct elf_file *f = debug ? debug : c->files.runtime;

	if (!debug && f && (!f->id.inode || !gopclntab_is_there(&f->image)))
		f = NULL;
	return f && source ? source_file_new(source,
					     &(struct source_origin){ .path = f->path,
								      .program = recorded ? recorded->path : f->path,
								      .symfs = symfs,
								      .device = f->id.device,
								      .inode = f->id.inode,
								      .build_id = f->build_id })
			   : NULL;
}

bool dso_content_has_source(struct dso_content *c, struct source *source, const char *symfs)
{
	if (atomic_load_explicit(&c->source_cache, memory_order_acquire))
		return c->source != NULL;
	pthread_mutex_lock(&c->lock);
	if (!atomic_load_explicit(&c->source_cache, memory_order_relaxed)) {
		c->source = content_source(c, source, symfs);
		atomic_store_explicit(&c->source_cache, true, memory_order_release);
	}
	pthread_mutex_unlock(&c->lock);
	return c->source != NULL;
}

/* Returns the name as shown, made once for each. The caller holds the lock. */
static const char *dso_content_function(struct dso_content *c, const char *mangled)
{
	const char *kept = dso_content_keep(c, mangled);
	uint32_t id = kept ? strtab_find(&c->names, mangled, strlen(mangled)) : STRTAB_NONE;
	char *name = NULL;

	if (id == STRTAB_NONE || c->symbols.style != DEMANGLE_FULL || !demangle_may_be_mangled(mangled))
		return kept;
	while (c->n_functions <= id) {
		if (!list_reserve(&c->functions, c->n_functions, &c->functions_capacity, sizeof(*c->functions)))
			return kept;
		c->functions[c->n_functions++] = NULL;
	}
	if (c->functions[id])
		return c->functions[id];
	name = demangle_name(mangled, c->symbols.style);
	if (name && symbols_memory_take(c->memory, strlen(name)))
		c->functions[id] = dso_content_keep(c, name);
	free(name);
	if (!c->functions[id])
		c->functions[id] = kept;
	return c->functions[id];
}

static_assert(SOURCE_FRAMES_MAX == DSO_FRAMES_MAX, "frames of a row are those of an address");

unsigned dso_content_frames(struct dso_content *c, uint64_t addr, bool want_lines, struct dso_frame *frames)
{
	const struct source_window *w;
	const struct source_row *row;
	unsigned n = 0;

	/* struct source has its own lock: a thread that waits for a worker does not block others. */
	if (!source_file_find(c->source, addr, want_lines, &w, &row))
		return 0;
	pthread_mutex_lock(&c->lock);
	for (; n < row->n; n++) {
		const struct source_frame *f = &w->frames[row->first + n];

		frames[n] = (struct dso_frame){
			.name = f->name ? dso_content_function(c, w->strings + f->name) : NULL,
			.file = f->file ? w->strings + f->file : NULL,
			.line = f->line,
		};
	}
	pthread_mutex_unlock(&c->lock);
	return n;
}
