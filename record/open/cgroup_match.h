/*
 * cgroup_match: the cgroups whose names match regular expressions, as Linux perf takes them for --for-each-cgroup
 * (tools/perf/util/cgroup.c).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_OPEN_CGROUP_MATCH_H
#define PREC_RECORD_OPEN_CGROUP_MATCH_H

#include "common/error.h"

#include <stdbool.h>

/* Whether a text names cgroups by patterns: it has one of the characters that make a basic regular expression. */
bool cgroup_match_is_wanted(const char *names);

/*
 * root: the path of the hierarchy. *ret_names: "NAME,NAME,..." of those that match one of "PATTERN,PATTERN,...",
 * ordered, each once, without a slash before them; to be given to free(). Those whose name has a comma are passed over.
 * 0 or a negative errno: -EINVAL of what is no pattern, -ENOENT where nothing matches.
 */
int cgroup_match(const char *root, const char *patterns, char **ret_names, struct error *err);

/* The same in the hierarchy of this process. */
int cgroup_match_own(const char *patterns, char **ret_names, struct error *err);

#endif
