/* program: which programs execvp would find. */
#include "common/program.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* "tool" in a folder, with mode. */
static void put_tool(const struct tree *t, const char *folder, mode_t mode)
{
	char path[400], full[700];

	snprintf(path, sizeof(path), "%s/tool", folder);
	tree_write(t, path, "#!/bin/sh\n");
	snprintf(full, sizeof(full), "%s/%s", t->root, path);
	CHECK_EQ_I64(chmod(full, mode), 0);
}

/* What is found with the folders in PATH, one after the other. */
static int find_in(const struct tree *t, const char *first, const char *second, const char *name)
{
	char path[1024];

	snprintf(path, sizeof(path), "%s/%s:%s/%s", t->root, first, t->root, second);
	setenv("PATH", path, 1);
	return program_find(name);
}

TEST(in_path)
{
	struct tree t;

	tree_init(&t);
	put_tool(&t, "good", 0755);
	put_tool(&t, "plain", 0644);
	tree_write(&t, "folder/tool/file", "");
	CHECK_EQ_I64(find_in(&t, "none", "good", "tool"), 0);
	CHECK_EQ_I64(find_in(&t, "plain", "good", "tool"), 0);
	CHECK_EQ_I64(find_in(&t, "folder", "good", "tool"), 0);
	CHECK_EQ_I64(find_in(&t, "good", "plain", "tool"), 0);
	CHECK_EQ_I64(find_in(&t, "plain", "none", "tool"), -EACCES);
	CHECK_EQ_I64(find_in(&t, "folder", "none", "tool"), -EACCES);
	CHECK_EQ_I64(find_in(&t, "good", "plain", "other"), -ENOENT);
	tree_fini(&t);
}

/* What would be executed: not what is before it and cannot be. */
TEST(path)
{
	char folders[1024], want[PATH_MAX], found[PATH_MAX];
	struct tree t;

	tree_init(&t);
	put_tool(&t, "good", 0755);
	put_tool(&t, "plain", 0644);
	tree_write(&t, "folder/tool/file", "");
	snprintf(folders, sizeof(folders), "%s/folder:%s/plain:%s/good", t.root, t.root, t.root);
	setenv("PATH", folders, 1);
	snprintf(want, sizeof(want), "%s/good/tool", t.root);
	CHECK_EQ_I64(program_path("tool", found), 0);
	CHECK_STR(found, want);
	setenv("PATH", "/nonexistent", 1);
	CHECK_EQ_I64(program_path(want, found), 0);
	CHECK_STR(found, want);
	snprintf(want, sizeof(want), "%s/good", t.root);
	CHECK_EQ_I64(chdir(want), 0);
	setenv("PATH", "", 1);
	CHECK_EQ_I64(program_path("tool", found), 0);
	CHECK_STR(found, "tool");
	CHECK_EQ_I64(chdir("/"), 0);
	tree_fini(&t);
}

/* PATH is not asked. */
TEST(with_a_slash)
{
	char path[400];
	struct tree t;

	tree_init(&t);
	put_tool(&t, "good", 0755);
	snprintf(path, sizeof(path), "%s/good/tool", t.root);
	setenv("PATH", "/nonexistent", 1);
	CHECK_EQ_I64(program_find(path), 0);
	snprintf(path, sizeof(path), "%s/good/none", t.root);
	CHECK_EQ_I64(program_find(path), -ENOENT);
	tree_fini(&t);
}

/* An empty entry of PATH is the working directory; without PATH there are the folders of the system. */
TEST(odd_paths)
{
	char path[400];
	struct tree t;

	tree_init(&t);
	put_tool(&t, "good", 0755);
	snprintf(path, sizeof(path), "%s/good", t.root);
	CHECK_EQ_I64(chdir(path), 0);
	setenv("PATH", "/nonexistent:", 1);
	CHECK_EQ_I64(program_find("tool"), 0);
	setenv("PATH", "/nonexistent", 1);
	CHECK_EQ_I64(program_find("tool"), -ENOENT);
	unsetenv("PATH");
	CHECK_EQ_I64(program_find("sh"), 0);
	CHECK_EQ_I64(program_find("tool"), -ENOENT);
	CHECK_EQ_I64(chdir("/"), 0);
	tree_fini(&t);
}
