/* Files of another user's process, taken with that user's rights. */
#include "common/foreign_file.h"

#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <string.h>
#include <sys/fsuid.h>
#include <unistd.h>

#define USER        65534
#define ROOTS_GROUP 4242 /* one of root's, and not of the user's */

struct fixture {
	struct tree tree;
	struct foreign_process process;
	int root;
};

/* FOLDER/own is the user's; the folder is root's and its group's. */
static void fixture_init(struct fixture *f, mode_t mode)
{
	const gid_t groups[] = { 0, ROOTS_GROUP };
	char path[300];

	if (geteuid())
		test_skip("needs root");
	if (setgroups(ARRAY_SIZE(groups), groups))
		test_skip("cannot have other groups: %s", strerror(errno));
	f->process = (struct foreign_process){ .pid = 1, .inner = 1, .uid = USER, .gid = USER };
	tree_init(&f->tree);
	tree_write(&f->tree, "folder/own", "text");
	f->root = open(f->tree.root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	CHECK(f->root >= 0 && !chmod(f->tree.root, 0755));
	snprintf(path, sizeof(path), "%s/folder/own", f->tree.root);
	CHECK(!chown(path, USER, USER) && !chmod(path, 0600));
	*strrchr(path, '/') = 0;
	CHECK(!chown(path, 0, ROOTS_GROUP) && !chmod(path, mode));
}

static void fixture_fini(struct fixture *f)
{
	close(f->root);
	tree_fini(&f->tree);
}

/* This thread is who it was. */
static void check_rights(void)
{
	gid_t groups[8];

	CHECK_EQ_I64(getgroups(ARRAY_SIZE(groups), groups), 2);
	CHECK_EQ_U64(groups[1], ROOTS_GROUP);
	CHECK_EQ_I64(setfsuid(-1), 0);
	CHECK_EQ_I64(setfsgid(-1), (int)getegid());
}

TEST(what_the_user_may)
{
	struct fixture f;
	struct stat status;
	char text[8] = "";
	int fd;

	fixture_init(&f, 0711);
	fd = foreign_path_find(&f.process, f.root, "/folder/own", &status);
	CHECK(fd >= 0 && status.st_uid == USER);
	check_rights();
	fd = foreign_file_open(&f.process, fd);
	CHECK(fd >= 0 && read(fd, text, sizeof(text) - 1) == 4 && !close(fd));
	CHECK_STR(text, "text");
	check_rights();
	fixture_fini(&f);
}

TEST(what_groups_of_root_may)
{
	struct fixture f;
	struct stat status;

	fixture_init(&f, 0770);
	CHECK_EQ_I64(foreign_path_find(&f.process, f.root, "/folder/own", &status), -EACCES);
	CHECK_EQ_I64(foreign_folder_open(&f.process, f.root, "/folder/."), -EACCES);
	check_rights();
	fixture_fini(&f);
}

/* Rights that cannot be taken are not done without. */
TEST(rights_that_cannot_be_taken)
{
	struct fixture f;
	struct stat status;

	fixture_init(&f, 0711);
	f.process.uid = (uid_t)-1;
	CHECK_EQ_I64(foreign_path_find(&f.process, f.root, "/folder/own", &status), -EPERM);
	CHECK_EQ_I64(foreign_file_open(&f.process, open("/dev/null", O_PATH)), -EPERM);
	check_rights();
	fixture_fini(&f);
}
