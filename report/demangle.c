#include "report/demangle.h"

#include <libiberty/demangle.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Only what begins as a mangled name is offered to libiberty: an ordinary C name costs nothing here. */
static bool demangle_may_be_mangled(const char *name)
{
	return name[0] == '_' && (name[1] == 'Z' || name[1] == 'R' || name[1] == 'D' || name[1] == '_');
}

static char *demangle_whole(const char *mangled, enum demangle_style style)
{
	int flags = style == DEMANGLE_PARAMS ? DMGL_PARAMS | DMGL_ANSI : DMGL_NO_OPTS;
	char *name;

	/* D is not among the manglings libiberty finds out by itself. */
	if (mangled[1] == 'D')
		flags |= DMGL_DLANG;
	name = cplus_demangle(mangled, flags);
	if (name && strlen(name) > DEMANGLE_MAX_RESULT) {
		free(name);
		return NULL;
	}
	return name;
}

/* suffix: where in mangled "@plt" or a version begins. */
static char *demangle_with_suffix(const char *mangled, const char *suffix, enum demangle_style style)
{
	char *inner = strndup(mangled, (size_t)(suffix - mangled));
	char *name = inner ? demangle_whole(inner, style) : NULL;
	char *longer = name ? realloc(name, strlen(name) + strlen(suffix) + 1) : NULL;

	free(inner);
	if (!longer) {
		free(name);
		return NULL;
	}
	return strcat(longer, suffix);
}

char *demangle_name(const char *mangled, enum demangle_style style)
{
	const char *suffix;

	if (style == DEMANGLE_NONE || !demangle_may_be_mangled(mangled) ||
	    strnlen(mangled, DEMANGLE_MAX_NAME) == DEMANGLE_MAX_NAME)
		return NULL;
	suffix = strchr(mangled, '@');
	return suffix ? demangle_with_suffix(mangled, suffix, style) : demangle_whole(mangled, style);
}
