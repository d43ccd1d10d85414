#include "report/symbols/dso_files.h"

#include <stdlib.h>

bool dso_file_has_debug(const struct elf_file *f, bool module)
{
	return f && f->map && (f->image.type == ET_REL) == module &&
	       (elf_image_section(&f->image, ".debug_info") || elf_image_section(&f->image, ".zdebug_info"));
}

const struct elf_file *dso_files_debug(const struct dso_files *f)
{
	if (dso_file_has_debug(f->recorded, f->module))
		return f->recorded;
	if (dso_file_has_debug(f->symbols, f->module))
		return f->symbols;
	return dso_file_has_debug(f->runtime, f->module) ? f->runtime : f->debug;
}

void dso_files_fini(struct dso_files *f)
{
	for (unsigned i = 0; i < f->n; i++)
		elf_files_close(f->files[i]);
	free(f->source);
	memset(f, 0, sizeof(*f));
}
