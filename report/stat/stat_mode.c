#include "report/stat/stat_mode.h"

#include "common/bytes.h"

#include <stdio.h>

/* enum aggr_mode of tools/perf/util/stat.h, and the version that brought it. */
static const struct numbering {
	unsigned major, minor;
	enum stat_by by[10];
} numberings[] = {
	{ 6,
	  9,
	  { STAT_BY_CPU, STAT_BY_ALL, STAT_BY_SOCKET, STAT_BY_DIE, STAT_BY_CLUSTER, STAT_BY_CACHE, STAT_BY_CORE,
	    STAT_BY_THREAD, STAT_BY_ALL, STAT_BY_NODE } },
	{ 6,
	  5,
	  { STAT_BY_CPU, STAT_BY_ALL, STAT_BY_SOCKET, STAT_BY_DIE, STAT_BY_CACHE, STAT_BY_CORE, STAT_BY_THREAD,
	    STAT_BY_ALL, STAT_BY_NODE } },
	{ 5,
	  3,
	  { STAT_BY_CPU, STAT_BY_ALL, STAT_BY_SOCKET, STAT_BY_DIE, STAT_BY_CORE, STAT_BY_THREAD, STAT_BY_ALL,
	    STAT_BY_NODE } },
	{ 0, 0, { STAT_BY_CPU, STAT_BY_ALL, STAT_BY_SOCKET, STAT_BY_CORE, STAT_BY_THREAD } },
};

static const struct numbering *numbering_of(const char *version)
{
	const struct numbering *n = numberings;
	unsigned major, minor;

	if (sscanf(version, "%u.%u", &major, &minor) != 2)
		return n;
	while (major < n->major || (major == n->major && minor < n->minor))
		n++;
	return n;
}

enum stat_by stat_mode_by(uint64_t mode, const char *version)
{
	const struct numbering *n = numbering_of(version);

	return mode < ARRAY_SIZE(n->by) ? n->by[mode] : STAT_BY_ALL;
}
