#include "report/symbols/module_symbols.h"

#include "formats/elf/build_id.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>

/* What is known of a module's file: where .text lies, and how far the sections reach that are loaded along with it. */
struct module_layout {
	uint64_t text_offset;
	uint64_t end_offset;
};

static bool module_is_code(const struct elf_section *s)
{
	return (s->flags & (SHF_ALLOC | SHF_EXECINSTR)) == (SHF_ALLOC | SHF_EXECINSTR);
}

static bool module_starts_with(const char *name, const char *prefix)
{
	return strncmp(name, prefix, strlen(prefix)) == 0;
}

/*
 * The kernel lays out a module's code in the order of its sections, those of .init and .exit apart; so do files, and as
 * far as one follows the other the distances are the same.
 */
static bool module_find_layout(struct module_layout *ret, const struct elf_image *e)
{
	const struct elf_section *text = elf_image_section(e, ".text");
	uint64_t end;

	if (!text)
		return false;
	end = text->offset + text->size;
	for (const struct elf_section *s = text + 1; s < e->sections + e->n_sections; s++) {
		const char *name;

		if (!module_is_code(s))
			continue;
		name = elf_image_section_name(e, s);
		if (module_starts_with(name, ".init") || module_starts_with(name, ".exit") || !s->align ||
		    (s->align & (s->align - 1)) || align_up(end, s->align) != s->offset)
			break;
		end = s->offset + s->size;
	}
	*ret = (struct module_layout){ .text_offset = text->offset, .end_offset = end };
	return true;
}

static bool module_translate(void *context, const struct elf_image *image, const struct elf_section *section,
			     uint64_t value, uint64_t *ret_address)
{
	const struct module_layout *l = context;

	(void)image;
	if (!module_is_code(section) || section->offset < l->text_offset || section->offset >= l->end_offset)
		return false;
	*ret_address = value - section->address + section->offset - l->text_offset;
	return true;
}

struct elf_file *module_file_open(const struct dso_dirs *dirs, const struct module_identity *module,
				  enum dso_symbols_status *ret_status, struct error *why)
{
	struct elf_file *file;
	char path[PATH_MAX];
	int ret;

	if (dso_cache_path(path, sizeof(path), dirs->cache, &module->build_id, "elf") &&
	    elf_files_open(dirs->files, &file, path, NULL) == 0) {
		if (build_id_matches(&module->build_id, &file->build_id))
			return file;
		elf_files_close(file);
	}
	*ret_status = DSO_SYMBOLS_MISSING;
	if (!module->path || module->path[0] != '/') {
		error_set(why, -ENOENT, "module %s: its file was not recorded", module->name);
		return NULL;
	}
	if (snprintf(path, sizeof(path), "%s%s", dirs->symfs, module->path) >= (int)sizeof(path)) {
		error_set(why, -ENAMETOOLONG, "%s: too long a path", module->path);
		return NULL;
	}
	ret = elf_files_open(dirs->files, &file, path, why);
	if (ret) {
		*ret_status = ret == -EBADMSG || ret == -ENOTSUP ? DSO_SYMBOLS_BAD : DSO_SYMBOLS_MISSING;
		return NULL;
	}
	if (!module->build_id.size || build_id_matches(&module->build_id, &file->build_id))
		return file;
	elf_files_close(file);
	*ret_status = DSO_SYMBOLS_MISMATCH;
	error_set(why, -ESTALE, "%s: not the recorded module: its build-id differs", path);
	return NULL;
}

static struct elf_file *module_debug_try(const struct dso_dirs *dirs, const struct build_id *id, const char *path)
{
	struct elf_file *file;

	if (elf_files_open(dirs->files, &file, path, NULL))
		return NULL;
	if (build_id_matches(id, &file->build_id) && dso_file_has_debug(file, true))
		return file;
	elf_files_close(file);
	return NULL;
}

/* As packages have it: below /usr/lib/debug, by build-id, and by the path of the module, which is not packed there. */
struct elf_file *module_debug_open(const struct dso_dirs *dirs, const struct module_identity *module,
				   const struct build_id *id)
{
	const char *slash = module->path ? strrchr(module->path, '/') : NULL;
	const char *end = slash ? strstr(slash, ".ko") : NULL;
	struct elf_file *file = NULL;
	char path[PATH_MAX];

	if (!id->size)
		return NULL;
	if (dso_cache_path(path, sizeof(path), dirs->cache, id, "debug"))
		file = module_debug_try(dirs, id, path);
	if (!file && dso_debug_path(path, sizeof(path), dirs->symfs, id))
		file = module_debug_try(dirs, id, path);
	for (const char *const *suffix = (const char *const[]){ "", ".debug", NULL }; !file && end && *suffix; suffix++)
		if (snprintf(path, sizeof(path), "%s/usr/lib/debug%.*s%s", dirs->symfs,
			     (int)(end + strlen(".ko") - module->path), module->path, *suffix) < (int)sizeof(path))
			file = module_debug_try(dirs, id, path);
	return file;
}

int module_symbols_add(struct symtab *table, const struct elf_image *image, struct error *why)
{
	struct module_layout layout;

	if (!module_find_layout(&layout, image))
		return error_set(why, -EBADMSG, "no .text in it");
	return elf_symbols_add_translated(table, image, module_translate, &layout, why);
}
