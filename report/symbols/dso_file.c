#include "report/symbols/dso_file.h"

#include "formats/cache/cache_names.h"
#include "formats/elf/build_id.h"
#include "report/symbols/file_match.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define DELETED " (deleted)"

/* Limit of files whose CRC is computed: a sparse file could take hours. */
#define DSO_CRC_MAX (4ull << 30)

struct dso_search {
	struct dso_files *files;
	const struct dso_dirs *dirs;
	const char *path;          /* as recorded; without DELETED, unless a file is really called so */
	const char *without;       /* the path without DELETED; NULL: it has none */
	struct build_id id;        /* the recorded one, else the main file's; size 0: neither */
	struct mapped_file mapped; /* inode 0: not known */
	struct elf_file *main;     /* the file at path, if it is the recorded one; owned until moved to files */
	char main_path[PATH_MAX];
};

static bool dso_path_join(char *ret, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool dso_path_join(char *ret, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(ret, PATH_MAX, format, args);
	va_end(args);
	return n > 0 && n < PATH_MAX;
}

bool dso_cache_path(char *path, size_t size, const char *cache, const struct build_id *id, const char *what)
{
	char text[BUILD_ID_TEXT_SIZE];
	int n;

	if (!id->size)
		return false;
	build_id_text(id, text);
	n = snprintf(path, size, "%s/.build-id/%.2s/%s/%s", cache, text, text + 2, what);
	return n > 0 && (size_t)n < size;
}

bool dso_debug_path(char *path, size_t size, const char *symfs, const struct build_id *id)
{
	char text[BUILD_ID_TEXT_SIZE];
	int n;

	if (!id->size)
		return false;
	build_id_text(id, text);
	n = snprintf(path, size, "%s/usr/lib/debug/.build-id/%.2s/%s.debug", symfs, text, text + 2);
	return n > 0 && (size_t)n < size;
}

/* Whether the name is no file's: anonymous memory, [heap], [stack], memfd, shared memory. */
static bool is_anonymous(const char *path)
{
	static const char *const prefixes[] = { "//anon",  "/dev/zero", "/anon_hugepage", "/SYSV",
						"/memfd:", "[",         "anon_inode:" };

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++) {
		if (strncmp(path, prefixes[i], strlen(prefixes[i])) == 0)
			return true;
	}
	return path[0] != '/';
}

static bool is_memfd(const char *path)
{
	return strncmp(path, "/memfd:", strlen("/memfd:")) == 0;
}

static bool dso_files_complete(const struct dso_files *f)
{
	return (f->symbols && f->runtime) || f->n == DSO_FILES_MAX;
}

/* Sets the source of the symbols; that of the executed file only while there is no other. */
static void dso_files_come_from(struct dso_files *f, const char *path, char origin)
{
	free(f->source);
	f->source = strdup(path);
	f->origin = origin;
}

/* Keeps the file if it has something that is still missing; else frees it. */
static void dso_files_offer(struct dso_files *f, struct elf_file *file, const char *path, char origin)
{
	bool used = false;

	if (!f->symbols && elf_symbols_has_symtab(&file->image)) {
		f->symbols = file;
		dso_files_come_from(f, path, origin);
		used = true;
	}
	if (!f->runtime && elf_symbols_has_code(&file->image)) {
		f->runtime = file;
		if (!f->symbols)
			dso_files_come_from(f, path, origin);
		used = true;
	}
	if (used)
		f->files[f->n++] = file;
	else
		elf_files_close(file);
}

static bool dso_has_crc(struct elf_file *file, uint32_t crc)
{
	const uint64_t size = file->image.size;

	return size <= DSO_CRC_MAX && elf_file_crc(file) == crc;
}

/* Opens a candidate, and offers it if it belongs to the DSO. crc: of .gnu_debuglink, used without a build-id. */
static void dso_search_try(struct dso_search *s, const char *path, char origin, const uint32_t *crc)
{
	struct elf_file *file;

	if (dso_files_complete(s->files) || elf_files_open(s->dirs->files, &file, path, NULL) != 0)
		return;
	if (s->id.size ? !build_id_matches(&s->id, &file->build_id) : crc && !dso_has_crc(file, *crc)) {
		elf_files_close(file);
		return;
	}
	dso_files_offer(s->files, file, path, origin);
}

static void dso_search_debuglink(struct dso_search *s)
{
	const char *slash = strrchr(s->path, '/');
	int dir = slash ? (int)(slash - s->path) : 0;
	const char *symfs = s->dirs->symfs;
	char path[PATH_MAX];
	const char *name;
	uint32_t crc;

	name = s->main ? elf_image_debuglink(&s->main->image, &crc) : NULL;
	if (!name || !*name || strchr(name, '/'))
		return;
	if (dso_path_join(path, "%s%.*s/%s", symfs, dir, s->path, name) && strcmp(path, s->main_path) != 0)
		dso_search_try(s, path, 'l', &crc);
	if (dso_path_join(path, "%s%.*s/.debug/%s", symfs, dir, s->path, name))
		dso_search_try(s, path, 'l', &crc);
	if (dso_path_join(path, "%s/usr/lib/debug%.*s/%s", symfs, dir, s->path, name))
		dso_search_try(s, path, 'l', &crc);
}

static void dso_search_cache(struct dso_search *s)
{
	char path[PATH_MAX];

	if (dso_cache_path(path, sizeof(path), s->dirs->cache, &s->id, "elf"))
		dso_search_try(s, path, 'B', NULL);
	if (dso_cache_path(path, sizeof(path), s->dirs->cache, &s->id, "debug"))
		dso_search_try(s, path, 'D', NULL);
}

/* Paths by build-id identify a debug file. Other paths do not, and are the only ones without an id. */
static void dso_search_debug_dirs(struct dso_search *s)
{
	const char *symfs = s->dirs->symfs;
	char path[PATH_MAX];

	if (dso_path_join(path, "%s/usr/lib/debug%s.debug", symfs, s->path))
		dso_search_try(s, path, 'f', NULL);
	if (dso_path_join(path, "%s/usr/lib/debug%s", symfs, s->path))
		dso_search_try(s, path, 'u', NULL);
	if (dso_debug_path(path, sizeof(path), symfs, &s->id))
		dso_search_try(s, path, 'b', NULL);
}

/* Offers MiniDebugInfo, if the file itself has no .symtab. */
static void dso_search_embedded(struct dso_search *s)
{
	struct dso_files *f = s->files;
	const struct elf_file *file;

	if (!s->main || f->symbols || f->n == DSO_FILES_MAX || elf_symbols_has_symtab(&s->main->image))
		return;
	file = elf_file_embedded(s->main);
	if (!file || !elf_symbols_has_symtab(&file->image))
		return;
	f->symbols = f->embedded = file;
	dso_files_come_from(f, s->main_path, 'n');
}

/* Offers the file itself, also without symbols, for the bounds of its functions. */
static void dso_search_main(struct dso_search *s)
{
	struct dso_files *f = s->files;
	bool has_symtab;

	if (!s->main || f->n == DSO_FILES_MAX)
		return;
	has_symtab = elf_symbols_has_symtab(&s->main->image);
	if (!f->symbols && (!f->runtime || has_symtab))
		dso_files_come_from(f, s->main_path, 'd');
	if (!f->runtime)
		f->runtime = s->main;
	if (!f->symbols && has_symtab)
		f->symbols = s->main;
	f->recorded = f->files[f->n++] = s->main;
	s->main = NULL;
}

static void dso_search_beside(struct dso_search *s)
{
	const char *slash = strrchr(s->path, '/');
	char path[PATH_MAX];

	if (slash && dso_path_join(path, "%s%.*s/.debug%s", s->dirs->symfs, (int)(slash - s->path), s->path, slash))
		dso_search_try(s, path, 'o', NULL);
}

/* Makes the copy that recording left of a file without a build-id the main file. False: there is none of that time. */
static bool dso_search_open_copy(struct dso_search *s)
{
	const struct build_id id = cache_mapped_id(&s->mapped);
	struct elf_file *copy;
	char path[PATH_MAX];

	if (!s->mapped.inode || !dso_cache_path(path, sizeof(path), s->dirs->cache, &id, "elf") ||
	    elf_files_open(s->dirs->files, &copy, path, NULL))
		return false;
	if (copy->build_id.size || (s->dirs->until && copy->version.modified > s->dirs->until)) {
		elf_files_close(copy);
		return false;
	}
	elf_files_close(s->main);
	s->main = copy;
	memcpy(s->main_path, path, sizeof(path));
	return true;
}

/* Sees to it that the main file is the one that was mapped, as far as can be told without a build-id. */
static void dso_search_match(struct dso_search *s)
{
	struct dso_files *f = s->files;
	enum file_match match = FILE_MATCH_SAME;

	if (!s->dirs->believes)
		match = file_match(&s->mapped, s->dirs->until, &s->main->version);
	if (match == FILE_MATCH_SAME) {
		s->id = s->main->build_id;
	} else if (dso_search_open_copy(s)) {
		f->doubt = match == FILE_MATCH_OTHER ? DSO_DOUBT_COPY : DSO_DOUBT_NONE;
	} else if (match == FILE_MATCH_DOUBTFUL) {
		f->doubt = DSO_DOUBT_FILE;
		s->id = s->main->build_id;
	} else {
		f->status = DSO_SYMBOLS_MISMATCH;
		f->other = s->main->build_id;
		error_set(&f->why, -ESTALE,
			  "%s is not the file that was recorded (it was replaced or changed since, and had no "
			  "build-id), so its functions have no names; -f takes it all the same",
			  s->main_path);
		elf_files_close(s->main);
		s->main = NULL;
	}
}

/* Opens the file at the recorded path, if it is the recorded one; else notes why not. */
static void dso_search_open_main(struct dso_search *s)
{
	struct dso_files *f = s->files;
	char expected[BUILD_ID_TEXT_SIZE], found[BUILD_ID_TEXT_SIZE];
	int ret;

	if (!dso_path_join(s->main_path, "%s%s", s->dirs->symfs, s->path)) {
		f->status = DSO_SYMBOLS_MISSING;
		error_set(&f->why, -ENAMETOOLONG, "%s: too long a path", s->path);
		return;
	}
	ret = elf_files_open(s->dirs->files, &s->main, s->main_path, &f->why);
	if (ret) {
		s->main = NULL;
		if (s->id.size || !dso_search_open_copy(s))
			f->status = ret == -EBADMSG || ret == -ENOTSUP ? DSO_SYMBOLS_BAD : DSO_SYMBOLS_MISSING;
		return;
	}
	if (!s->id.size) {
		dso_search_match(s);
		return;
	}
	if (build_id_matches(&s->id, &s->main->build_id))
		return;
	f->status = DSO_SYMBOLS_MISMATCH;
	f->other = s->main->build_id;
	build_id_text(&s->main->build_id, found);
	build_id_text(&s->id, expected);
	error_set(&f->why, -ESTALE,
		  "%s is not the file that was recorded (build-id %.8s; it was %.8s), so its functions have no names; "
		  "--symfs DIR finds a copy of that below DIR",
		  s->main_path, *found ? found : "missing", expected);
	elf_files_close(s->main);
	s->main = NULL;
}

static void dso_files_init(struct dso_files *f)
{
	*f = (struct dso_files){ .origin = '!', .status = DSO_SYMBOLS_OK, .why = ERROR_INIT };
}

static void dso_files_conclude(struct dso_files *f)
{
	if (f->symbols || f->runtime) {
		f->status = DSO_SYMBOLS_OK;
		f->why = (struct error)ERROR_INIT;
	}
}

static void dso_search_all(struct dso_search *s)
{
	dso_search_open_main(s);
	if (!s->main && s->without) {
		dso_files_init(s->files);
		s->path = s->without;
		dso_search_open_main(s);
	}
	dso_search_debuglink(s);
	dso_search_cache(s);
	dso_search_debug_dirs(s);
	dso_search_embedded(s);
	dso_search_main(s);
	dso_search_beside(s);
	elf_files_close(s->main);
	if (s->dirs->fetch)
		dso_fetch_add(s->files, s->dirs, &s->id);
	dso_files_conclude(s->files);
}

void dso_files_find(struct dso_files *ret_files, const struct dso_dirs *dirs, const char *path,
		    const struct build_id *build_id, const struct mapped_file *mapped)
{
	struct dso_search s = { .files = ret_files, .dirs = dirs, .path = path, .id = *build_id };
	size_t size = strlen(path);
	char kept[PATH_MAX];

	if (mapped && !build_id->size)
		s.mapped = *mapped;
	dso_files_init(ret_files);
	/* A program can run from a memfd: its file is only in the cache, under its build-id or inode. */
	if (is_anonymous(path) && !((build_id->size || s.mapped.inode) && is_memfd(path))) {
		ret_files->status = DSO_SYMBOLS_NO_FILE;
		return;
	}
	/* A file at a deleted file's path may be another one: it is used only if the build-id or the inode matches. */
	if (size > strlen(DELETED) && size < sizeof(kept) && (build_id->size || s.mapped.inode) &&
	    strcmp(path + size - strlen(DELETED), DELETED) == 0) {
		memcpy(kept, path, size - strlen(DELETED));
		kept[size - strlen(DELETED)] = 0;
		s.without = kept;
	}
	dso_search_all(&s);
	if (ret_files->status == DSO_SYMBOLS_MISSING && is_memfd(path)) {
		ret_files->status = DSO_SYMBOLS_NO_FILE;
		ret_files->why = (struct error)ERROR_INIT;
	}
}

bool dso_files_want(const struct dso_dirs *dirs, const char *path, const struct build_id *build_id,
		    const struct mapped_file *mapped)
{
	struct dso_dirs here = *dirs;
	struct dso_files files;
	bool wanted;

	here.fetch = NULL;
	dso_files_find(&files, &here, path, build_id, mapped);
	wanted = files.status != DSO_SYMBOLS_NO_FILE && dso_fetch_want_missing(&files, dirs, build_id);
	dso_files_fini(&files);
	return wanted;
}
