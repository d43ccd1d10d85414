#include "formats/cache/cache_place.h"

#include "common/perf_config.h"

#include <stdio.h>
#include <stdlib.h>

static bool configured(char dir[PATH_MAX], const char *home, uid_t user)
{
	struct perf_config config;
	bool found;

	perf_config_read(&config, home, user);
	found = perf_config_get(&config, "buildid", "dir", dir) && dir[0] == '/';
	perf_config_fini(&config);
	return found;
}

bool cache_place_find(char dir[PATH_MAX], const char *home, uid_t user)
{
	const char *given = getenv("PERF_BUILDID_DIR");

	if (given)
		return snprintf(dir, PATH_MAX, "%s", given) < PATH_MAX;
	if (configured(dir, home, user))
		return true;
	return home && *home && snprintf(dir, PATH_MAX, "%s/.debug", home) < PATH_MAX;
}
