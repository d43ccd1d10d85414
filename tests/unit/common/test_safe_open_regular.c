/* Files at paths that somebody else chose. */
#include "common/safe_open.h"

#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* A folder, below which a container sees everything, and a file beside it. */
struct fixture {
	struct tree tree;
	int root;
};

static void put_link(const struct fixture *f, const char *target, const char *name)
{
	CHECK(!symlinkat(target, f->root, name));
}

static void fixture_init(struct fixture *f)
{
	char path[300];

	tree_init(&f->tree);
	tree_write(&f->tree, "secret", "outside");
	tree_write(&f->tree, "root/secret", "inside");
	tree_write(&f->tree, "root/folder/file", "inside");
	snprintf(path, sizeof(path), "%s/root", f->tree.root);
	f->root = open(path, O_PATH | O_DIRECTORY);
	CHECK(f->root >= 0);
	snprintf(path, sizeof(path), "%s/secret", f->tree.root);
	put_link(f, path, "absolute");
	put_link(f, "../secret", "upwards");
	put_link(f, "/folder/file", "of-the-container");
	put_link(f, "..", "folder-upwards");
	put_link(f, "/proc/self/root", "magic");
}

static void fixture_fini(struct fixture *f)
{
	close(f->root);
	tree_fini(&f->tree);
}

/* Opens and reads what was found; NULL: nothing is to be found. */
static void check_text(int found, const char *want)
{
	char text[16] = "";
	int fd;

	CHECK((found < 0) == !want);
	if (found < 0)
		return;
	fd = regular_file_open(found);
	CHECK(fd >= 0);
	CHECK(read(fd, text, sizeof(text) - 1) > 0);
	CHECK_STR(text, want);
	close(fd);
}

TEST(no_link_leads_out_of_a_container)
{
	struct fixture f;
	struct stat st;
	int found;

	fixture_init(&f);
	found = regular_file_find_below(f.root, "/secret", &st);
	if (found == -ENOSYS || found == -EPERM) {
		fixture_fini(&f);
		test_skip("needs openat2(2)");
	}
	check_text(found, "inside");
	check_text(regular_file_find_below(f.root, "folder/file", &st), "inside");
	check_text(regular_file_find_below(f.root, "of-the-container", &st), "inside");
	check_text(regular_file_find_below(f.root, "absolute", &st), NULL);
	check_text(regular_file_find_below(f.root, "upwards", &st), "inside");
	check_text(regular_file_find_below(f.root, "folder-upwards/secret", &st), "inside");
	check_text(regular_file_find_below(f.root, "../../secret", &st), "inside");
	check_text(regular_file_find_below(f.root, "magic/etc/passwd", &st), NULL);
	CHECK_EQ_I64(regular_file_find_below(f.root, "folder", &st), -EINVAL);
	CHECK_EQ_I64(regular_file_find_below(f.root, "missing", &st), -ENOENT);
	fixture_fini(&f);
}

TEST(a_name_that_is_a_link_is_no_file)
{
	struct fixture f;
	struct stat st;

	fixture_init(&f);
	check_text(regular_file_find_here(f.root, "secret", &st), "inside");
	CHECK_EQ_I64(regular_file_find_here(f.root, "upwards", &st), -EINVAL);
	CHECK_EQ_I64(regular_file_find_here(f.root, "of-the-container", &st), -EINVAL);
	CHECK_EQ_I64(regular_file_find_here(f.root, "folder", &st), -EINVAL);
	check_text(regular_file_find(f.root, "upwards", &st), "outside");
	fixture_fini(&f);
}

/* Such files are regular ones, too. */
TEST(what_the_kernel_makes_up)
{
	struct fixture f;
	struct stat st;
	int found;

	fixture_init(&f);
	found = regular_file_find(AT_FDCWD, "/proc/self/status", &st);
	CHECK(found >= 0 && regular_file_is_made_up(found));
	close(found);
	found = regular_file_find(f.root, "secret", &st);
	CHECK(found >= 0 && !regular_file_is_made_up(found));
	close(found);
	fixture_fini(&f);
}
