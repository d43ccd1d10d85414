#include "record/output/output_watch.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* A file of a recording, and names for it. */
struct fixture {
	struct tree tree;
	char path[300], other[300], third[300];
	int fd;
	struct output_watch watch;
	struct error err;
};

static void put(int fd, const char *text, off_t offset)
{
	CHECK_EQ_I64(pwrite(fd, text, strlen(text), offset), (ssize_t)strlen(text));
}

static void fixture_init(struct fixture *f)
{
	memset(f, 0, sizeof(*f));
	tree_init(&f->tree);
	snprintf(f->path, sizeof(f->path), "%s/perf.data", f->tree.root);
	snprintf(f->other, sizeof(f->other), "%s/other", f->tree.root);
	snprintf(f->third, sizeof(f->third), "%s/third", f->tree.root);
	f->fd = open(f->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	CHECK(f->fd >= 0);
	output_watch_start(&f->watch, f->fd, f->path);
	CHECK_EQ_I64(output_watch_check(&f->watch, &f->err), OUTPUT_WATCH_SAME);
	put(f->fd, "header 0000000000000000 the first round", 0);
	output_watch_mark(&f->watch, 39);
}

static void fixture_fini(struct fixture *f)
{
	close(f->fd);
	tree_fini(&f->tree);
}

static int check(struct fixture *f)
{
	return output_watch_check(&f->watch, &f->err);
}

static void check_lost(struct fixture *f, const char *how)
{
	char want[600];

	snprintf(want, sizeof(want),
		 "%s was %s while it was being written: what was in it is lost, and recording ended", f->path, how);
	CHECK_EQ_I64(check(f), -ESTALE);
	CHECK_STR(f->err.message, want);
	CHECK(f->watch.is_lost);
	fixture_fini(f);
}

/* The next write makes it long again. */
TEST(emptied_between_a_write_and_its_mark)
{
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(ftruncate(f.fd, 0), 0);
	memset(&f.watch, 0, sizeof(f.watch));
	output_watch_start(&f.watch, f.fd, f.path);
	output_watch_mark(&f.watch, 39);
	put(f.fd, " and more", 39);
	check_lost(&f, "cut short");
}

TEST(the_writer_itself_changes_nothing)
{
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(check(&f), OUTPUT_WATCH_SAME);
	put(f.fd, " and more", 39);
	CHECK_EQ_I64(check(&f), OUTPUT_WATCH_SAME);
	put(f.fd, "renewed", 0);
	output_watch_mark(&f.watch, 0);
	CHECK_EQ_I64(check(&f), OUTPUT_WATCH_SAME);
	CHECK(!f.watch.is_lost);
	fixture_fini(&f);
}

TEST(removed)
{
	struct fixture f;

	fixture_init(&f);
	unlink(f.path);
	check_lost(&f, "removed");
}

TEST(removed_by_another_in_its_place)
{
	struct fixture f;

	fixture_init(&f);
	tree_write(&f.tree, "other", "header 0000000000000000 the first round");
	CHECK_EQ_I64(rename(f.other, f.path), 0);
	check_lost(&f, "removed");
}

TEST(emptied)
{
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(truncate(f.path, 0), 0);
	check_lost(&f, "cut short");
}

/* The size alone would not show it. */
TEST(emptied_and_written_on)
{
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(truncate(f.path, 0), 0);
	put(f.fd, "the second round", 39);
	check_lost(&f, "overwritten");
}

/* Between the check before a write and the mark after it. */
TEST(emptied_before_the_mark)
{
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(check(&f), OUTPUT_WATCH_SAME);
	CHECK_EQ_I64(truncate(f.path, 8), 0);
	put(f.fd, "the second round", 39);
	output_watch_mark(&f.watch, 0);
	check_lost(&f, "overwritten");
}

TEST(overwritten)
{
	struct fixture f;

	fixture_init(&f);
	tree_write(&f.tree, "perf.data", "something of somebody else's, which is longer than what was there");
	check_lost(&f, "overwritten");
}

TEST(renamed)
{
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(rename(f.path, f.other), 0);
	CHECK_EQ_I64(check(&f), OUTPUT_WATCH_RENAMED);
	CHECK_STR(f.watch.path, f.other);
	CHECK_EQ_I64(check(&f), OUTPUT_WATCH_SAME);
	/* Whatever has its old name now. */
	tree_write(&f.tree, "perf.data", "");
	CHECK_EQ_I64(check(&f), OUTPUT_WATCH_SAME);
	CHECK_EQ_I64(rename(f.other, f.third), 0);
	CHECK_EQ_I64(check(&f), OUTPUT_WATCH_RENAMED);
	CHECK_STR(f.watch.path, f.third);
	unlink(f.third);
	CHECK_EQ_I64(check(&f), -ESTALE);
	fixture_fini(&f);
}

TEST(another_name_that_is_not_known)
{
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(link(f.path, f.other), 0);
	CHECK_EQ_I64(check(&f), OUTPUT_WATCH_SAME);
	unlink(f.path);
	CHECK_EQ_I64(check(&f), OUTPUT_WATCH_NAMELESS);
	CHECK_STR(f.watch.path, f.path);
	CHECK_EQ_I64(check(&f), OUTPUT_WATCH_SAME);
	unlink(f.other);
	CHECK_EQ_I64(check(&f), -ESTALE);
	fixture_fini(&f);
}

TEST(devices_are_not_watched)
{
	struct output_watch watch;
	struct error err = ERROR_INIT;
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	CHECK(fd >= 0);
	output_watch_start(&watch, fd, "/dev/null");
	output_watch_mark(&watch, 0);
	CHECK_EQ_I64(output_watch_check(&watch, &err), OUTPUT_WATCH_SAME);
	close(fd);
}
