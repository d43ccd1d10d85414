/* Takes the place of pfm_library.c in a build without libpfm4. */
#include "record/pmu/pfm_library.h"

#include <errno.h>

int pfm_library_open(struct pfm_library **ret_library, struct error *err)
{
	*ret_library = NULL;
	return error_set(err, -ENOTSUP, "prec was built without the headers of libpfm4 (Debian: libpfm4-dev)");
}

void pfm_library_close(struct pfm_library *library)
{
	(void)library;
}

int pfm_library_encode(const struct pfm_library *library, const char *name, void *attr, size_t size, int *ret_cpu,
		       struct error *err)
{
	(void)library, (void)attr, (void)size, (void)ret_cpu;
	return error_set(err, -ENOENT, "no event '%s'", name);
}

void pfm_library_each(const struct pfm_library *library, void (*found)(void *context, const struct pfm_event *event),
		      void *context)
{
	(void)library, (void)found, (void)context;
}
