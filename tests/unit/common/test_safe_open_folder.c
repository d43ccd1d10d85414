/* Folders that are this user's, however a path leads there. */
#include "common/safe_open.h"

#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static struct tree tree;

static char *below(const char *path)
{
	static char text[400];

	snprintf(text, sizeof(text), "%s/%s", tree.root, path);
	return text;
}

/* 0, or what opening says. */
static int open_it(const char *path, unsigned flags)
{
	int fd = own_folder_open(below(path), flags, 0755);

	if (fd < 0)
		return fd;
	CHECK(!close(fd));
	return 0;
}

TEST(made_where_there_is_none)
{
	struct stat status;

	tree_init(&tree);
	CHECK_EQ_I64(open_it("a/b", 0), -ENOENT);
	CHECK_EQ_I64(open_it("a//b/", OWN_FOLDER_MAKE | OWN_FOLDER_OWN), 0);
	CHECK(!stat(below("a/b"), &status) && S_ISDIR(status.st_mode) && (status.st_mode & 0777) == 0755);
	CHECK_EQ_I64(open_it("a/../a/b", OWN_FOLDER_OWN), 0);
	tree_write(&tree, "file", "");
	CHECK_EQ_I64(open_it("file/c", OWN_FOLDER_MAKE), -ENOTDIR);
	CHECK_EQ_I64(own_folder_open("", OWN_FOLDER_MAKE, 0755), -ENOENT);
	tree_fini(&tree);
}

TEST(links_of_ones_own)
{
	struct stat status;

	tree_init(&tree);
	tree_write(&tree, "there/x", "");
	CHECK(!symlink("there", below("here")) && !symlink("loop", below("loop")));
	CHECK(!symlink("/nowhere/at/all", below("away")));
	CHECK_EQ_I64(open_it("here/new", OWN_FOLDER_MAKE | OWN_FOLDER_OWN), 0);
	CHECK(!lstat(below("there/new"), &status) && S_ISDIR(status.st_mode));
	CHECK_EQ_I64(open_it("loop", 0), -ELOOP);
	CHECK_EQ_I64(open_it("away", 0), -ENOENT);
	tree_fini(&tree);
}

/* Where others may write what is there is not this user's; their links lead nowhere. */
TEST(what_is_of_others)
{
	tree_init(&tree);
	tree_write(&tree, "open/x", "");
	CHECK(!chmod(below("open"), 0777));
	CHECK_EQ_I64(open_it("open", OWN_FOLDER_OWN), -EPERM);
	CHECK_EQ_I64(open_it("open", 0), 0);
	tree_write(&tree, "open/own/x", "");
	CHECK_EQ_I64(open_it("open/own", OWN_FOLDER_OWN), 0);
	CHECK_EQ_I64(open_it("open/own", OWN_FOLDER_OWN | OWN_FOLDER_WHOLE), -EPERM);
	CHECK(!chmod(below("open"), 01777));
	CHECK_EQ_I64(open_it("open/own", OWN_FOLDER_OWN | OWN_FOLDER_WHOLE), 0);
	if (!geteuid()) {
		tree_write(&tree, "victim/x", "");
		tree_write(&tree, "home/x", "");
		CHECK(!symlink("../victim", below("home/link")));
		CHECK(!lchown(below("home/link"), 65534, 65534));
		CHECK_EQ_I64(open_it("home/link", 0), -EPERM);
		CHECK_EQ_I64(open_it("home/link/new", OWN_FOLDER_MAKE | OWN_FOLDER_OWN), -EPERM);
		CHECK(access(below("victim/new"), F_OK));
		CHECK(!chown(below("home"), 65534, 65534));
		CHECK_EQ_I64(open_it("home/new", OWN_FOLDER_MAKE | OWN_FOLDER_OWN), -EPERM);
		CHECK(access(below("home/new"), F_OK));
		CHECK_EQ_I64(open_it("home", OWN_FOLDER_OWN), -EPERM);
	}
	tree_fini(&tree);
}
