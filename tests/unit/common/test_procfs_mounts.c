/* mounts: the mount point of a type of file system, out of a file like /proc/mounts. */
#include "common/procfs.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char found[32];

/* The mount point of type, mounted with option, in a file of this text, or NULL. */
static const char *find_with(const char *text, const char *type, const char *option, const char *usual)
{
	const struct mount_query query = { type, option, usual };
	char path[300];
	struct tree tree;
	int result;

	tree_init(&tree);
	tree_write(&tree, "mounts", text);
	snprintf(path, sizeof(path), "%s/mounts", tree.root);
	result = mounts_find(AT_FDCWD, path, &query, found, sizeof(found));
	CHECK(result >= 0);
	tree_fini(&tree);
	return result ? found : NULL;
}

static const char *find(const char *text, const char *type, const char *usual)
{
	return find_with(text, type, NULL, usual);
}

TEST(first_of_a_type)
{
	CHECK(!find("", "proc", NULL));
	CHECK(!find("tracefs /a/tracefs ext4 rw 0 0\n", "tracefs", NULL));
	CHECK_STR(find("proc /proc proc rw 0 0\nnodev /a tracefs rw 0 0\nnodev /b tracefs rw 0 0\n", "tracefs", NULL),
		  "/a");
}

TEST(usual_place_before_the_first)
{
	const char *text = "nodev /a tracefs rw 0 0\nnodev /b tracefs rw 0 0\nnodev /c tracefs rw 0 0\n";

	CHECK_STR(find(text, "tracefs", "/b"), "/b");
	CHECK_STR(find(text, "tracefs", "/d"), "/a");
}

TEST(mounted_with_an_option)
{
	const char *text = "x /cpu cgroup rw,cpu 0 0\nx /perf cgroup rw,perf_event,cpu 0 0\n";

	CHECK_STR(find_with(text, "cgroup", "perf_event", NULL), "/perf");
	CHECK_STR(find_with(text, "cgroup", "cpu", "/perf"), "/perf");
	CHECK_STR(find_with(text, "cgroup", "cpu", NULL), "/cpu");
	CHECK(!find_with(text, "cgroup", "perf", NULL));
}

/* The kernel writes white space and backslashes of names as octal numbers. */
TEST(names_with_blanks)
{
	CHECK_STR(find("nodev /a\\040b\\011c\\134 tracefs rw 0 0\n", "tracefs", NULL), "/a b\tc\\");
}

/* Options of overlays name all their layers. */
TEST(long_options)
{
	size_t size = 1u << 20;
	char *text = malloc(size + 100);
	char *p = text + sprintf(text, "overlay / overlay lowerdir=");

	memset(p, 'x', size);
	strcpy(p + size, " 0 0\nnodev /a tracefs rw 0 0\n");
	CHECK_STR(find(text, "overlay", NULL), "/");
	CHECK_STR(find(text, "tracefs", NULL), "/a");
	free(text);
}

TEST(names_without_room_are_passed_over)
{
	CHECK_STR(find("nodev /0123456789012345678901234567890 tracefs rw 0 0\nnodev /a tracefs rw 0 0\n", "tracefs",
		       NULL),
		  "/a");
}

TEST(no_file)
{
	CHECK_EQ_I64(mounts_find(AT_FDCWD, "/nonexistent/mounts", &(struct mount_query){ .type = "proc" }, found,
				 sizeof(found)),
		     -ENOENT);
}

static bool have_served(const char *text)
{
	char path[300];
	struct tree tree;
	bool served;

	tree_init(&tree);
	tree_write(&tree, "mounts", text);
	snprintf(path, sizeof(path), "%s/mounts", tree.root);
	served = mounts_have_served(AT_FDCWD, path);
	tree_fini(&tree);
	return served;
}

TEST(served_by_others)
{
	CHECK(!have_served(""));
	CHECK(!have_served("/dev/sda / ext4 rw 0 0\nnfs /nfs tmpfs rw 0 0\nfusectl /f fusectl rw 0 0\n"));
	CHECK(have_served("/dev/sda / ext4 rw 0 0\nhost:/home /home nfs4 rw 0 0\n"));
	CHECK(have_served("host: /mnt fuse.sshfs rw 0 0\n"));
	CHECK(have_served("silent /mnt fuse rw 0 0\n"));
	CHECK(!mounts_have_served(AT_FDCWD, "/nonexistent"));
}
