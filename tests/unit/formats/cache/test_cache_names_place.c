#include "formats/cache/cache_names.h"

#include "common/perf_config.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void check_place(const struct tree *t, uid_t user, const char *want)
{
	char dir[PATH_MAX] = "none";

	CHECK(cache_dir_find(dir, t->root, user));
	CHECK_STR(dir, want);
}

TEST(files)
{
	char path[300], usual[300], dir[PATH_MAX];
	struct tree t;

	if (!access("/etc/perfconfig", F_OK))
		test_skip("this machine has a perfconfig of its own");
	unsetenv("PERF_BUILDID_DIR");
	unsetenv("PERF_CONFIG");
	tree_init(&t);
	snprintf(usual, sizeof(usual), "%s/.debug", t.root);
	snprintf(path, sizeof(path), "%s/.perfconfig", t.root);
	check_place(&t, geteuid(), usual);
	tree_write(&t, ".perfconfig", "[buildid]\ndir = /elsewhere\n");
	check_place(&t, geteuid(), "/elsewhere");
	/* Another user's, which root's always is not. */
	check_place(&t, geteuid() + 1, geteuid() ? usual : "/elsewhere");
	setenv("PERF_BUILDID_DIR", "/given", 1);
	check_place(&t, geteuid(), "/given");
	CHECK(cache_dir_find(dir, NULL, 0));
	unsetenv("PERF_BUILDID_DIR");
	CHECK(!cache_dir_find(dir, NULL, 0));
	/* Another one in its place, and none at all. */
	snprintf(dir, sizeof(dir), "%s/other", t.root);
	tree_write(&t, "other", "[buildid]\ndir = /other\n");
	setenv("PERF_CONFIG", dir, 1);
	check_place(&t, geteuid(), "/other");
	setenv("PERF_CONFIG", "/dev/null", 1);
	check_place(&t, geteuid(), usual);
	unsetenv("PERF_CONFIG");
	/* No file: opening it would wait for ever. */
	CHECK(!unlink(path) && !mkfifo(path, 0600));
	check_place(&t, geteuid(), usual);
	CHECK(!unlink(path) && !mkdir(path, 0700));
	check_place(&t, geteuid(), usual);
	CHECK(!rmdir(path));
	tree_write(&t, ".perfconfig", "[buildid]\ndir = /elsewhere\n");
	CHECK(!truncate(path, PERF_CONFIG_MAX + 1));
	check_place(&t, geteuid(), usual);
	tree_fini(&t);
}
