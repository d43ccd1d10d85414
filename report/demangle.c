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

char *demangle_name(const char *mangled)
{
	char *name;

	if (!demangle_may_be_mangled(mangled) || strnlen(mangled, DEMANGLE_MAX_NAME) == DEMANGLE_MAX_NAME)
		return NULL;
	name = cplus_demangle(mangled, DMGL_NO_OPTS);
	if (name && strlen(name) > DEMANGLE_MAX_RESULT) {
		free(name);
		return NULL;
	}
	return name;
}
