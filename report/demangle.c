#include "report/demangle.h"

#include <libiberty/demangle.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define PLT_SUFFIX "@plt"

/* Only what begins as a mangled name is offered to libiberty: an ordinary C name costs nothing here. */
static bool demangle_may_be_mangled(const char *name)
{
	return name[0] == '_' && (name[1] == 'Z' || name[1] == 'R' || name[1] == 'D' || name[1] == '_');
}

static char *demangle_whole(const char *mangled, enum demangle_style style)
{
	char *name = cplus_demangle(mangled, style == DEMANGLE_PARAMS ? DMGL_PARAMS | DMGL_ANSI : DMGL_NO_OPTS);

	if (name && strlen(name) > DEMANGLE_MAX_RESULT) {
		free(name);
		return NULL;
	}
	return name;
}

static char *demangle_plt(const char *mangled, size_t size, enum demangle_style style)
{
	char *inner = strndup(mangled, size - strlen(PLT_SUFFIX));
	char *name = inner ? demangle_whole(inner, style) : NULL;
	char *longer = name ? realloc(name, strlen(name) + sizeof(PLT_SUFFIX)) : NULL;

	free(inner);
	if (!longer) {
		free(name);
		return NULL;
	}
	return strcat(longer, PLT_SUFFIX);
}

char *demangle_name(const char *mangled, enum demangle_style style)
{
	size_t size;

	if (style == DEMANGLE_NONE || !demangle_may_be_mangled(mangled))
		return NULL;
	size = strnlen(mangled, DEMANGLE_MAX_NAME);
	if (size == DEMANGLE_MAX_NAME)
		return NULL;
	if (size > strlen(PLT_SUFFIX) && strcmp(mangled + size - strlen(PLT_SUFFIX), PLT_SUFFIX) == 0)
		return demangle_plt(mangled, size, style);
	return demangle_whole(mangled, style);
}
