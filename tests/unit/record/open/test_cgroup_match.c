/* cgroup_match: folders by patterns, in the order of their names. */
#include "record/open/cgroup_match.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct tree tree; /* a hierarchy of cgroups */

static void check(const char *patterns, const char *want)
{
	struct error err = ERROR_INIT;
	char *names = NULL;

	CHECK_EQ_I64(cgroup_match(tree.root, patterns, &names, &err), 0);
	CHECK_STR(names ? names : err.message, want);
	free(names);
}

static void check_error(const char *patterns, int code, const char *message)
{
	struct error err = ERROR_INIT;
	char *names = NULL;

	CHECK_EQ_I64(cgroup_match(tree.root, patterns, &names, &err), code);
	CHECK(!names && strstr(err.message, message));
}

TEST(which_are_patterns)
{
	CHECK(!cgroup_match_is_wanted("system.slice/web-1,db"));
	CHECK(cgroup_match_is_wanted("^web") && cgroup_match_is_wanted("web,.*") && cgroup_match_is_wanted("a[12]"));
}

TEST(matching)
{
	tree_init(&tree);
	tree_write(&tree, "/web-2/cgroup.procs", "");
	tree_write(&tree, "/web-10/tasks/cgroup.procs", "");
	tree_write(&tree, "/system.slice/web-1/cgroup.procs", "");
	tree_write(&tree, "/web,odd/cgroup.procs", "");
	tree_write(&tree, "/db/cgroup.procs", "");
	check("^web", "web-10,web-10/tasks,web-2");
	check("^web-[0-9]*$", "web-10,web-2");
	check("web-1$", "system.slice/web-1");
	check("^db$,^system.slice$,^d", "db,system.slice");
	check("/", "system.slice/web-1,web-10/tasks");
	check_error("^none", -ENOENT, "'^none': no cgroup below");
	check_error("^a,[", -EINVAL, "'['");
	check_error("^a,,b", -EINVAL, "empty");
	tree_fini(&tree);
}
