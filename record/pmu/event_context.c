#include "record/pmu/event_context.h"

#include <stdlib.h>

static const char *folder_of(const char *variable)
{
	const char *folder = secure_getenv(variable);

	return folder && *folder ? folder : NULL;
}

struct event_context event_context_of_environment(void)
{
	return (struct event_context){ .sys_root = folder_of("SYSFS_PATH"), .tracefs = folder_of("TRACEFS_PATH") };
}
