#include "report/symbols/dso_files.h"

#include "formats/elf/build_id.h"
#include "report/fetch/fetch.h"

#include <errno.h>
#include <stdlib.h>

bool dso_file_has_debug(const struct elf_file *f, bool module)
{
	return f && f->map && (f->image.type == ET_REL) == module &&
	       (elf_image_section(&f->image, ".debug_info") || elf_image_section(&f->image, ".zdebug_info"));
}

const struct elf_file *dso_files_debug(const struct dso_files *f)
{
	if (dso_file_has_debug(f->recorded, f->is_module))
		return f->recorded;
	if (dso_file_has_debug(f->symbols, f->is_module))
		return f->symbols;
	return dso_file_has_debug(f->runtime, f->is_module) ? f->runtime : f->debug;
}

void dso_files_fini(struct dso_files *f)
{
	for (unsigned i = 0; i < f->n; i++)
		elf_files_close(f->files[i]);
	free(f->source);
	memset(f, 0, sizeof(*f));
}

/* Returns what dirs->fetched wants and the files lack: bits of enum dso_fetched. */
static unsigned dso_fetch_missing(const struct dso_files *files, const struct dso_dirs *dirs)
{
	unsigned missing = 0;

	if (!files->runtime)
		missing |= DSO_FETCH_EXECUTABLE;
	if (!files->symbols)
		missing |= DSO_FETCH_SYMBOLS;
	if (!dso_files_debug(files))
		missing |= DSO_FETCH_SOURCE;
	return missing & dirs->fetched;
}

/* Asks for the files that may have it. */
static void dso_fetch_want(const struct dso_dirs *dirs, const struct build_id *id, unsigned missing)
{
	if (missing & DSO_FETCH_EXECUTABLE)
		fetch_want(dirs->fetch, id, FETCH_EXECUTABLE);
	if (missing & (DSO_FETCH_SYMBOLS | DSO_FETCH_SOURCE))
		fetch_want(dirs->fetch, id, FETCH_DEBUGINFO);
}

bool dso_fetch_want_missing(const struct dso_files *files, const struct dso_dirs *dirs, const struct build_id *build_id)
{
	const struct build_id *id = build_id->size || !files->runtime ? build_id : &files->runtime->build_id;
	unsigned missing = id->size ? dso_fetch_missing(files, dirs) : 0;

	dso_fetch_want(dirs, id, missing);
	return missing != 0;
}

/* Opens the file that debuginfod has for an id, or NULL. */
static struct elf_file *open_fetched(const struct dso_dirs *dirs, const struct build_id *id, enum fetch_kind kind)
{
	const char *path = fetch_path(dirs->fetch, id, kind);
	struct elf_file *file;
	int code;

	if (!path)
		return NULL;
	code = elf_files_open(dirs->files, &file, path, NULL);
	if (!code && build_id_matches(id, &file->build_id))
		return file;
	if (!code)
		elf_files_close(file);
	if (!code || code == -EBADMSG || code == -ENOTSUP)
		fetch_refuse(dirs->fetch, id, kind);
	return NULL;
}

static bool keep(struct dso_files *files, struct elf_file *file)
{
	if (files->n == DSO_FILES_MAX) {
		elf_files_close(file);
		return false;
	}
	files->files[files->n++] = file;
	return true;
}

static void use_symbols(struct dso_files *files, const struct elf_file *file)
{
	files->symbols = file;
	free(files->source);
	files->source = strdup(file->path);
	files->origin = 'D';
}

static void add_executable(struct dso_files *files, const struct dso_dirs *dirs, const struct build_id *id)
{
	struct elf_file *file = open_fetched(dirs, id, FETCH_EXECUTABLE);

	if (!file || !keep(files, file))
		return;
	files->runtime = file;
	if (!files->symbols && elf_symbols_has_symtab(&file->image))
		use_symbols(files, file);
}

/* Fetches the supplementary file too, which the reader of debug information searches beside it. */
static void fetch_alternate(const struct elf_file *file, const struct dso_dirs *dirs)
{
	struct elf_file *alternate;
	struct build_id id;

	if (elf_image_debugaltlink(&file->image, &id)) {
		alternate = open_fetched(dirs, &id, FETCH_DEBUGINFO);
		elf_files_close(alternate);
	}
}

static void add_debug(struct dso_files *files, const struct dso_dirs *dirs, const struct build_id *id)
{
	struct elf_file *file = open_fetched(dirs, id, FETCH_DEBUGINFO);

	if (!file || !keep(files, file))
		return;
	if (!files->symbols && elf_symbols_has_symtab(&file->image))
		use_symbols(files, file);
	if (!dso_files_debug(files) && dso_file_has_debug(file, false))
		files->debug = file;
	if (dirs->fetched & DSO_FETCH_SOURCE)
		fetch_alternate(file, dirs);
}

void dso_fetch_add(struct dso_files *files, const struct dso_dirs *dirs, const struct build_id *id)
{
	unsigned missing = dso_fetch_missing(files, dirs);

	if (!id->size || !missing)
		return;
	dso_fetch_want(dirs, id, missing);
	if (missing & DSO_FETCH_EXECUTABLE)
		add_executable(files, dirs, id);
	if (dso_fetch_missing(files, dirs) & (DSO_FETCH_SYMBOLS | DSO_FETCH_SOURCE))
		add_debug(files, dirs, id);
}
