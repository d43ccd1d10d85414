#include "report/symbols/kernel_symbols.h"

#include "common/fileio.h"
#include "formats/elf/build_id.h"
#include "report/fetch/fetch.h"
#include "report/symbols/embedded_symbols.h"
#include "report/symbols/kallsyms_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#define KERNEL_KALLSYMS_LINES 4096

struct kernel_search {
	struct kernel_symbols *k;
	const struct symbols_config *config;
	const struct dso_dirs *dirs;
	const struct kernel_identity *kernel;
	bool with_modules;
};

static void kernel_symbols_clear(struct kernel_symbols *k)
{
	kernel_table_fini(&k->table);
	elf_file_free(k->file);
	free(k->source);
}

/* Empties the table for the next source. False without memory. */
static bool kernel_symbols_reset(struct kernel_symbols *k)
{
	enum dso_symbols_status status = k->status;
	struct error why = k->why;

	kernel_symbols_clear(k);
	*k = (struct kernel_symbols){ .status = status, .why = why, .origin = '!' };
	return kernel_table_init(&k->table) == 0;
}

void kernel_symbols_fini(struct kernel_symbols *k)
{
	kernel_symbols_clear(k);
	memset(k, 0, sizeof(*k));
}

static void kernel_search_found(struct kernel_search *s, const char *source, char origin)
{
	s->k->source = strdup(source);
	s->k->origin = origin;
	s->k->status = DSO_SYMBOLS_OK;
	s->k->why = (struct error)ERROR_INIT;
}

/* Stores the first reason, which is that of the best source. */
static bool kernel_search_failed(struct kernel_search *s, int code, const struct error *why)
{
	if (s->k->why.code)
		return false;
	s->k->why = *why;
	s->k->status = code == -ESTALE   ? DSO_SYMBOLS_MISMATCH
		       : code == -EACCES ? DSO_SYMBOLS_RESTRICTED
		       : code == -ENOENT ? DSO_SYMBOLS_MISSING
					 : DSO_SYMBOLS_BAD;
	return false;
}

/*
 * Takes the descriptor over. keep_as: build-id under which the text is stored in the cache; NULL or size 0: not stored.
 */
static int kernel_load_kallsyms(struct kernel_search *s, int fd, const char *path, const struct build_id *keep_as,
				struct error *err)
{
	int ret;

	if (!kernel_symbols_reset(s->k)) {
		close(fd);
		return error_nomem(err);
	}
	ret = kernel_table_read_kallsyms(&s->k->table, fd, path, err);
	if (ret)
		return ret;
	if (keep_as && keep_as->size && !s->config->no_kallsyms_cache)
		kallsyms_cache_store(s->dirs->cache, keep_as, (const char *)s->k->table.text.data,
				     s->k->table.text.size);
	return kernel_table_fill_kallsyms(&s->k->table, path, s->kernel, err);
}

static bool kernel_search_kallsyms(struct kernel_search *s, const char *path, const struct build_id *keep_as)
{
	struct error err = ERROR_INIT;
	uint64_t size;
	int ret = file_opener_open(s->config->opener, path, FILE_REGULAR, &size, &err);

	elf_files_note(s->dirs->files, ret);
	if (ret >= 0)
		ret = kernel_load_kallsyms(s, ret, path, keep_as, &err);
	if (ret)
		return kernel_search_failed(s, ret, &err);
	kernel_search_found(s, path, 'k');
	return true;
}

/* Loads the cache's copy for the build-id. If it is not trusted, that is the reason to report. */
static bool kernel_search_copy(struct kernel_search *s, const struct build_id *id)
{
	struct error err = ERROR_INIT;
	char path[PATH_MAX];
	int ret = kallsyms_cache_open(path, sizeof(path), s->dirs->cache, id, &err);

	elf_files_note(s->dirs->files, ret);
	if (ret == -EPERM)
		s->k->why.code = 0;
	else if (ret < 0)
		return false;
	else
		ret = kernel_load_kallsyms(s, ret, path, NULL, &err);
	if (ret)
		return kernel_search_failed(s, ret, &err);
	kernel_search_found(s, path, 'k');
	return true;
}

/*
 * Loads the cache's copy before /proc/kallsyms, which takes ten times longer. It may be of another boot: the relocation
 * symbol says where the kernel itself is, but not its modules.
 */
static bool kernel_search_cached(struct kernel_search *s, const struct build_id *id)
{
	struct kernel_symbols *k = s->k;
	struct error why = k->why;
	enum dso_symbols_status status = k->status;

	if (s->with_modules || !s->kernel->reloc_name)
		return false;
	if (!kernel_search_copy(s, id)) {
		/* The running kernel is tried next, and has its own reasons. */
		k->why = why;
		k->status = status;
		return false;
	}
	k->table.has_modules = false;
	return true;
}

/* Loads the text of /proc/kallsyms in the recording. */
static bool kernel_search_carried_kallsyms(struct kernel_search *s, const struct buffer *text)
{
	struct error err = ERROR_INIT;
	int ret = kernel_symbols_reset(s->k) ? 0 : -ENOMEM;

	/* A NUL follows the text. */
	if (!ret &&
	    (!buffer_append(&s->k->table.text, text->data, text->size) || !buffer_reserve(&s->k->table.text, 1)))
		ret = -ENOMEM;
	if (!ret) {
		s->k->table.text.data[s->k->table.text.size] = 0;
		ret = kernel_table_fill_kallsyms(&s->k->table, "the recording", s->kernel, &err);
	}
	if (ret)
		return kernel_search_failed(s, ret, &err);
	kernel_search_found(s, "the recording", 'e');
	return true;
}

/* The symbols are of the recorded boot, at recorded addresses. */
static bool kernel_search_embedded(struct kernel_search *s)
{
	const struct embedded_symbols *e = s->config->embedded;
	const struct embedded_file *file;

	if (!e)
		return false;
	if (e->kallsyms.size && kernel_search_carried_kallsyms(s, &e->kallsyms))
		return true;
	file = s->with_modules ? NULL : embedded_symbols_kernel(e);
	if (!file || !kernel_symbols_reset(s->k))
		return false;
	embedded_file_add(e, file, &s->k->table.symbols);
	if (symtab_index(&s->k->table.symbols) || !s->k->table.symbols.n)
		return false;
	kernel_search_found(s, "the recording", 'e');
	return true;
}

static bool kernel_translate(void *context, const struct elf_image *image, const struct elf_section *section,
			     uint64_t value, uint64_t *ret_address)
{
	(void)context;
	(void)image;
	(void)section;
	*ret_address = value;
	return true;
}

static int kernel_check_vmlinux(const struct kernel_search *s, const struct elf_file *f, bool force, struct error *err)
{
	const struct kernel_identity *kernel = s->kernel;

	if (kernel->build_id.size && !force && !build_id_matches(&kernel->build_id, &f->build_id))
		return error_set(err, -ESTALE, "%s: not the recorded kernel: its build-id differs", f->path);
	if (!elf_symbols_has_symtab(&f->image))
		return error_set(err, -ENOENT, "%s: no symbols in it", f->path);
	return 0;
}

static int kernel_load_vmlinux(struct kernel_search *s, const char *path, bool force, struct error *err)
{
	struct kernel_symbols *k = s->k;
	uint64_t value;
	int ret = kernel_symbols_reset(k) ? 0 : error_nomem(err);

	if (!ret)
		ret = elf_file_open(&k->file, s->config->opener, path, err);
	if (!ret)
		ret = kernel_check_vmlinux(s, k->file, force, err);
	if (!ret && s->kernel->reloc_name) {
		if (elf_symbols_value(&k->file->image, s->kernel->reloc_name, &value))
			k->table.delta = value - s->kernel->reloc_address;
		else
			ret = error_set(err, -ESTALE, "%s: no symbol %s, which the recorded kernel has", path,
					s->kernel->reloc_name);
	}
	if (!ret)
		ret = elf_symbols_add_translated(&k->table.symbols, &k->file->image, kernel_translate, NULL, err);
	return ret;
}

static bool kernel_search_vmlinux(struct kernel_search *s, const char *path, bool named)
{
	struct error err = ERROR_INIT;
	int ret = kernel_load_vmlinux(s, path, named && s->config->force, &err);

	elf_files_note(s->dirs->files, ret);
	if (!ret)
		kernel_search_found(s, path, 'v');
	else if (named)
		kernel_search_failed(s, ret, &err);
	return ret == 0;
}

/* The paths where distributions install vmlinux. Paths without a release are used only with a build-id. */
static bool kernel_search_paths(struct kernel_search *s)
{
	static const struct {
		const char *before, *after; /* of the release */
	} paths[] = {
		{ "/boot/vmlinux-", "" },
		{ "/usr/lib/debug/boot/vmlinux-", "" },
		{ "/lib/modules/", "/build/vmlinux" },
		{ "/usr/lib/debug/lib/modules/", "/vmlinux" },
		{ "/usr/lib/debug/boot/vmlinux-", ".debug" },
	};
	const char *release = s->kernel->osrelease;
	const char *symfs = s->dirs->symfs;
	char path[PATH_MAX];

	if (dso_cache_path(path, sizeof(path), s->dirs->cache, &s->kernel->build_id, "elf") &&
	    kernel_search_vmlinux(s, path, false))
		return true;
	if (s->kernel->build_id.size) {
		snprintf(path, sizeof(path), "%s/boot/vmlinux", symfs);
		if (kernel_search_vmlinux(s, "vmlinux", false) || kernel_search_vmlinux(s, path, false))
			return true;
	}
	for (size_t i = 0; release && !strchr(release, '/') && i < ARRAY_SIZE(paths); i++) {
		int n = snprintf(path, sizeof(path), "%s%s%s%s", symfs, paths[i].before, release, paths[i].after);

		if (n > 0 && (size_t)n < sizeof(path) && kernel_search_vmlinux(s, path, false))
			return true;
	}
	return false;
}

static struct build_id kernel_running_build_id(void)
{
	struct build_id id = { 0 };

	build_id_read_notes(&id, "/sys/kernel/notes");
	return id;
}

/* Reads the first lines, which show whether this user may see addresses. */
bool kernel_symbols_keeps(const struct symbols_config *config, struct build_id *ret_id)
{
	char text[KERNEL_KALLSYMS_LINES];
	ssize_t n;
	int fd;

	if (config->no_kernel || config->no_kallsyms_cache || config->kallsyms ||
	    (config->symfs && *config->symfs && strcmp(config->symfs, "/")))
		return false;
	*ret_id = kernel_running_build_id();
	fd = ret_id->size ? open("/proc/kallsyms", O_RDONLY | O_CLOEXEC) : -1;
	if (fd < 0)
		return false;
	n = fileio_read(fd, text, sizeof(text));
	close(fd);
	return n > 0 && kallsyms_shows_addresses(text, (size_t)n);
}

/* Whether the running kernel is the recorded one, as far as the recording identifies it. */
static bool kernel_is_running(const struct kernel_identity *kernel, const struct build_id *running,
			      bool *ret_by_address)
{
	struct utsname uts;

	*ret_by_address = false;
	if (kernel->build_id.size && running->size)
		return build_id_matches(&kernel->build_id, running);
	if (kernel->osrelease)
		return uname(&uts) == 0 && strcmp(uts.release, kernel->osrelease) == 0;
	*ret_by_address = true;
	return kernel->reloc_name != NULL;
}

static bool kernel_search_running(struct kernel_search *s)
{
	struct error err = ERROR_INIT;
	struct build_id running;
	bool by_address;

	if (*s->dirs->symfs)
		return false;
	running = kernel_running_build_id();
	if (!kernel_is_running(s->kernel, &running, &by_address)) {
		error_set(
			&err, -ESTALE,
			"the kernel running here is not the recorded one; its symbols can be given with -k VMLINUX or "
			"--kallsyms FILE");
		return kernel_search_failed(s, -ESTALE, &err);
	}
	/* A recording without build-ids, of the same release: trusted like kallsyms itself. */
	if (!by_address && kernel_search_cached(s, &running))
		return true;
	if (!kernel_search_kallsyms(s, "/proc/kallsyms", &running))
		return false;
	if (!by_address || !s->k->table.delta)
		return true;
	kernel_symbols_reset(s->k);
	error_set(&err, -ESTALE,
		  "the recording does not say which kernel it is of, and the one running here is loaded at another "
		  "address; give --kallsyms FILE or -k VMLINUX");
	return kernel_search_failed(s, -ESTALE, &err);
}

/*
 * Asks debuginfod last: the file has hundreds of megabytes. One with another build-id is removed from the client's
 * cache.
 */
static bool kernel_search_fetched(struct kernel_search *s)
{
	const struct build_id *id = &s->kernel->build_id;
	const bool wanted = s->dirs->fetch && s->dirs->fetched & DSO_FETCH_SYMBOLS && id->size && !s->with_modules;
	const char *path = wanted ? fetch_path(s->dirs->fetch, id, FETCH_DEBUGINFO) : NULL;

	if (!path)
		return false;
	if (kernel_search_vmlinux(s, path, false))
		return true;
	fetch_refuse(s->dirs->fetch, id, FETCH_DEBUGINFO);
	return false;
}

static bool kernel_search_all(struct kernel_search *s)
{
	if (s->config->kallsyms)
		return kernel_search_kallsyms(s, s->config->kallsyms, NULL);
	if (s->config->vmlinux && !s->with_modules)
		return kernel_search_vmlinux(s, s->config->vmlinux, true);
	if (!s->with_modules && !s->config->no_vmlinux && kernel_search_paths(s))
		return true;
	if (kernel_search_embedded(s) || kernel_search_cached(s, &s->kernel->build_id) || kernel_search_running(s))
		return true;
	return kernel_search_copy(s, &s->kernel->build_id) || kernel_search_fetched(s);
}

void kernel_symbols_load(struct kernel_symbols *ret_symbols, const struct symbols_config *config,
			 const struct dso_dirs *dirs, const struct kernel_identity *kernel, bool modules)
{
	struct kernel_search s = {
		.k = ret_symbols, .config = config, .dirs = dirs, .kernel = kernel, .with_modules = modules
	};

	*ret_symbols = (struct kernel_symbols){ .status = DSO_SYMBOLS_MISSING, .origin = '!', .why = ERROR_INIT };
	if (!kernel_search_all(&s))
		kernel_symbols_reset(ret_symbols);
}
