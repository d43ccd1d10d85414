#include "report/symbols/vdso_file.h"

#include "formats/elf/build_id.h"
#include "report/symbols/dso_files.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>

/* The size of the mapping that begins at start, by /proc/self/maps; 0 when it is not found. */
static size_t vdso_mapping_size(uintptr_t start)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[PATH_MAX + 128];
	size_t size = 0;

	if (!maps)
		return 0;
	while (!size && fgets(line, sizeof(line), maps)) {
		uint64_t from, to;

		if (sscanf(line, "%" SCNx64 "-%" SCNx64, &from, &to) == 2 && from == start && to > from)
			size = to - from;
	}
	fclose(maps);
	return size;
}

static void vdso_check(struct dso_files *f, struct elf_file *file, const char *name, const struct build_id *build_id)
{
	if (build_id->size && !build_id_matches(build_id, &file->build_id)) {
		f->status = DSO_SYMBOLS_MISMATCH;
		error_set(&f->why, -ESTALE, "%s: recorded on another kernel", name);
		elf_files_close(file);
		return;
	}
	f->files[f->n++] = file;
	f->source = strdup(file->path);
	f->runtime = file;
	f->symbols = elf_symbols_has_symtab(&file->image) ? file : NULL;
	f->origin = 'd';
}

static bool vdso_find_cached(struct dso_files *f, const struct dso_dirs *dirs, const char *name,
			     const struct build_id *build_id)
{
	struct elf_file *file;
	char path[PATH_MAX];

	if (!dso_cache_path(path, sizeof(path), dirs->cache, build_id, "vdso") ||
	    elf_files_open(dirs->files, &file, path, NULL) != 0)
		return false;
	vdso_check(f, file, name, build_id);
	f->origin = f->runtime ? 'B' : '!';
	return f->runtime != NULL;
}

/* That of this process. */
static void vdso_find_own(struct dso_files *f, const struct build_id *build_id)
{
	uintptr_t start = getauxval(AT_SYSINFO_EHDR);
	size_t size = start ? vdso_mapping_size(start) : 0;
	struct elf_file *file;

	if (!size || elf_file_from_memory(&file, "[vdso]", (const void *)start, size, &f->why) != 0) {
		f->status = DSO_SYMBOLS_MISSING;
		error_set(&f->why, -ENOENT, "[vdso]: this machine shows none");
		return;
	}
	vdso_check(f, file, "[vdso]", build_id);
}

/* The image has no more than .dynsym; its debug file by build-id has all symbols, and lines. */
static void vdso_add_debug_file(struct dso_files *f, const struct dso_dirs *dirs)
{
	char text[BUILD_ID_TEXT_SIZE], path[PATH_MAX];
	struct elf_file *file;

	if (!f->runtime || f->symbols || !f->runtime->build_id.size)
		return;
	build_id_text(&f->runtime->build_id, text);
	if (snprintf(path, sizeof(path), "%s/usr/lib/debug/.build-id/%.2s/%s.debug", dirs->symfs, text, text + 2) >=
		    (int)sizeof(path) ||
	    elf_files_open(dirs->files, &file, path, NULL) != 0)
		return;
	if (!build_id_matches(&f->runtime->build_id, &file->build_id) || !elf_symbols_has_symtab(&file->image)) {
		elf_files_close(file);
		return;
	}
	f->files[f->n++] = file;
	f->symbols = file;
	free(f->source);
	f->source = strdup(file->path);
	f->origin = 'b';
}

static void vdso_find(struct dso_files *ret_files, const struct dso_dirs *dirs, const char *name,
		      const struct build_id *build_id)
{
	*ret_files = (struct dso_files){ .origin = '!', .status = DSO_SYMBOLS_OK, .why = ERROR_INIT };
	if (vdso_find_cached(ret_files, dirs, name, build_id))
		return;
	*ret_files = (struct dso_files){ .origin = '!', .status = DSO_SYMBOLS_OK, .why = ERROR_INIT };
	if (strcmp(name, "[vdso32]") != 0) {
		vdso_find_own(ret_files, build_id);
		return;
	}
	ret_files->status = DSO_SYMBOLS_MISSING;
	error_set(&ret_files->why, -ENOENT, "[vdso32]: the vdso of 32-bit programs is not in the build-id cache");
}

/* What debuginfod has of it: the image of another kernel, and its debug file. */
static void vdso_fetch(struct dso_files *f, const struct dso_dirs *dirs, const struct build_id *build_id)
{
	dso_fetch_add(f, dirs, build_id->size || !f->runtime ? build_id : &f->runtime->build_id);
	if (f->symbols || f->runtime) {
		f->status = DSO_SYMBOLS_OK;
		f->why = (struct error)ERROR_INIT;
	}
}

void dso_files_find_vdso(struct dso_files *ret_files, const struct dso_dirs *dirs, const char *name,
			 const struct build_id *build_id)
{
	vdso_find(ret_files, dirs, name, build_id);
	vdso_add_debug_file(ret_files, dirs);
	if (dirs->fetch)
		vdso_fetch(ret_files, dirs, build_id);
}

bool dso_files_want_vdso(const struct dso_dirs *dirs, const char *name, const struct build_id *build_id)
{
	struct dso_dirs here = *dirs;
	struct dso_files files;
	bool wanted;

	here.fetch = NULL;
	dso_files_find_vdso(&files, &here, name, build_id);
	wanted = dso_fetch_want_missing(&files, dirs, build_id);
	dso_files_fini(&files);
	return wanted;
}
