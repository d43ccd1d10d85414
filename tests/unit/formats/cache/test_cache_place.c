#include "formats/cache/cache_place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/test.h"
#include "tests/support/tree.h"

static void check(const char *text, const char *want)
{
	char dir[PATH_MAX] = "none";

	CHECK(cache_place_parse(dir, text, strlen(text)) == (strcmp(want, "none") != 0));
	CHECK_STR(dir, want);
}

TEST(values)
{
	check("[buildid]\n\tdir = /var/cache/ids\n", "/var/cache/ids");
	check("[buildid]dir=/a", "/a");
	check("[BuildID]\nDIR = /a\n", "/a");
	check("  [ buildid ]  # where\n dir = /a b  ; here\n", "/a b");
	check("[buildid]\ndir = \"/a # b \" \n", "/a # b ");
	check("[buildid]\ndir = /a\\\n/b\n", "/a/b");
	check("[buildid]\ndir = /a\\\\b\\\"c\n", "/a\\b\"c");
	check("[buildid]\ndir = /a\n[buildid]\ndir = /b\n", "/b");
	check("[report]\n\tpercent-limit = 1\n\n[buildid]\n# dir = /b\n\tdir = /a\n[top]\ndir = /c\n", "/a");
}

TEST(no_values)
{
	check("", "none");
	check("dir = /a\n", "none");
	check("[buildid \"x\"]\ndir = /a\n", "none");
	check("[buildids]\ndir = /a\n", "none");
	check("[buildid.x]\ndir = /a\n", "none");
	check("[buildid]\ndirs = /a\n", "none");
	check("[buildid]\ndir\n", "none");
	check("[buildid]\ndir =\n", "none");
	check("[buildid]\ndir = relative\n", "none");
	check("[buildid]\ndir = \"/open\n", "none");
	check("[buildid", "none");
	check("[buildid]\ndir = /a\\", "/a");
}

/* At every place where it can be cut, and with a value that is too long, nothing is read beyond the end. */
TEST(damaged)
{
	static const char text[] = "[buildid] dir = \"/a\\tb\" # c\n";
	char dir[PATH_MAX];
	char *large = malloc(3 * PATH_MAX);

	for (size_t size = 0; size < sizeof(text); size++) {
		char *cut = malloc(size + 1);

		memcpy(cut, text, size);
		cache_place_parse(dir, cut, size);
		free(cut);
	}
	CHECK(!cache_place_parse(dir, "[buildid]\ndir\0= /a\n", 20));
	memset(large, 'x', 3 * PATH_MAX);
	memcpy(large, "[buildid]\ndir = /", 17);
	CHECK(!cache_place_parse(dir, large, 3 * PATH_MAX));
	free(large);
}

static void check_place(const struct tree *t, uid_t user, const char *want)
{
	char dir[PATH_MAX] = "none";

	CHECK(cache_place_find(dir, t->root, user));
	CHECK_STR(dir, want);
}

TEST(files)
{
	char path[300], usual[300], dir[PATH_MAX];
	struct tree t;

	if (!access("/etc/perfconfig", F_OK))
		test_skip("this machine has a perfconfig of its own");
	unsetenv("PERF_BUILDID_DIR");
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
	CHECK(cache_place_find(dir, NULL, 0));
	unsetenv("PERF_BUILDID_DIR");
	CHECK(!cache_place_find(dir, NULL, 0));
	/* No file: opening it would wait for ever. */
	CHECK(!unlink(path) && !mkfifo(path, 0600));
	check_place(&t, geteuid(), usual);
	CHECK(!unlink(path) && !mkdir(path, 0700));
	check_place(&t, geteuid(), usual);
	CHECK(!rmdir(path));
	tree_write(&t, ".perfconfig", "[buildid]\ndir = /elsewhere\n");
	CHECK(!truncate(path, CACHE_CONFIG_MAX + 1));
	check_place(&t, geteuid(), usual);
	tree_fini(&t);
}
