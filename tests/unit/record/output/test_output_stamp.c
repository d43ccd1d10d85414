#include "record/output/output_stamp.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

struct fixture {
	struct tree tree;
	char path[600];
	struct diagnostics diagnostics;
	struct output out;
};

static void open_again(struct fixture *f)
{
	sigset_t signals;

	sigemptyset(&signals);
	CHECK_EQ_I64(output_open(&f->out, f->path, &signals, &f->diagnostics, NULL), 0);
	CHECK_EQ_I64(write(f->out.fd, "records", 7), 7);
}

static void fixture_init(struct fixture *f)
{
	memset(f, 0, sizeof(*f));
	tree_init(&f->tree);
	diagnostics_init(&f->diagnostics, NOTICE_DEBUG);
	snprintf(f->path, sizeof(f->path), "%s/perf.data", f->tree.root);
	open_again(f);
}

static void fixture_fini(struct fixture *f)
{
	output_close(&f->out);
	diagnostics_fini(&f->diagnostics);
	tree_fini(&f->tree);
}

/* perf.data.YYYYMMDDhhmmssNN */
TEST(the_time_is_added)
{
	struct stat before, after;
	struct fixture f;
	const char *added;

	fixture_init(&f);
	CHECK(!fstat(f.out.fd, &before));
	CHECK_EQ_I64(output_stamp(&f.out, &f.diagnostics, NULL), 0);
	CHECK(!strncmp(f.out.path, f.path, strlen(f.path)));
	added = f.out.path + strlen(f.path);
	CHECK_EQ_U64(strlen(added), 17);
	CHECK_EQ_U64(strspn(added + 1, "0123456789"), 16);
	CHECK(added[0] == '.' && added[1] == '2');
	CHECK(!stat(f.out.path, &after));
	CHECK_EQ_U64(after.st_ino, before.st_ino);
	CHECK(access(f.path, F_OK) && errno == ENOENT);
	/* The recording goes on under the new name. */
	CHECK_EQ_I64(output_check(&f.out, &f.diagnostics, NULL), 0);
	CHECK_EQ_U64(f.diagnostics.n, 0);
	fixture_fini(&f);
}

/* Many within the same hundredth of a second: none replaces another one. */
/* Of a file whose time somebody has set. */
TEST(a_year_that_no_calendar_has)
{
	const struct timeval end = { .tv_sec = 67768036191676800ll };
	char name[PATH_MAX];
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(output_stamp_file(f.path, &end, name, NULL), 0);
	CHECK_STR(name + strlen(f.path), ".6776803619167680000");
	CHECK(!access(name, F_OK));
	fixture_fini(&f);
}

TEST(no_name_twice)
{
	char names[40][PATH_MAX];
	struct fixture f;

	fixture_init(&f);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		CHECK_EQ_I64(output_stamp(&f.out, &f.diagnostics, NULL), 0);
		strcpy(names[i], f.out.path);
		CHECK_EQ_I64(output_close(&f.out), 0);
		open_again(&f);
	}
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		CHECK(!access(names[i], F_OK));
		for (size_t j = 0; j < i; j++)
			CHECK(strcmp(names[i], names[j]));
	}
	fixture_fini(&f);
}

TEST(a_name_of_the_user_stays)
{
	char other[310];
	struct fixture f;

	fixture_init(&f);
	snprintf(other, sizeof(other), "%s/mine", f.tree.root);
	CHECK(!rename(f.path, other));
	CHECK_EQ_I64(output_stamp(&f.out, &f.diagnostics, NULL), 0);
	CHECK_EQ_U64(f.diagnostics.n, 1);
	CHECK(!access(other, F_OK));
	/* Nor is another file renamed that has the name by now. */
	CHECK_EQ_I64(mknod(f.path, S_IFREG | 0600, 0), 0);
	CHECK_EQ_I64(output_stamp(&f.out, &f.diagnostics, NULL), 0);
	CHECK(!access(f.path, F_OK));
	fixture_fini(&f);
}

TEST(a_name_that_would_be_too_long)
{
	struct error err = ERROR_INIT;
	struct fixture f;
	char path[600];

	fixture_init(&f);
	output_close(&f.out);
	snprintf(path, sizeof(path), "%s/%0240d", f.tree.root, 0);
	strcpy(f.path, path);
	open_again(&f);
	CHECK_EQ_I64(output_stamp(&f.out, &f.diagnostics, &err), -ENAMETOOLONG);
	CHECK(f.out.path == f.out.asked && !access(f.path, F_OK));
	fixture_fini(&f);
}

TEST(what_cannot_be_renamed)
{
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(output_stamp_check("-", &err), -EINVAL);
	CHECK_STR(err.message, "standard output is no file that could be renamed: -o names one");
	CHECK_EQ_I64(output_stamp_check("/dev/null", &err), -EINVAL);
	CHECK_EQ_I64(output_stamp_check("/", &err), -EINVAL);
	CHECK_EQ_I64(output_stamp_check("/nonexistent/file", &err), 0);
}

/* A pipe would wait for a reader, a link would be followed. */
TEST(the_next_file_is_new)
{
	const struct timespec times[] = { { 1790000000, 0 }, { 1790000000, 0 } };
	struct error err = ERROR_INIT;
	char old[640], target[600];
	struct output next;
	struct fixture f;

	fixture_init(&f);
	snprintf(target, sizeof(target), "%s/target", f.tree.root);
	snprintf(f.path, sizeof(f.path), "%s/next", f.tree.root);
	snprintf(old, sizeof(old), "%s.2???????????????", f.path);
	CHECK_EQ_I64(mkfifo(f.path, 0600), 0);
	CHECK_EQ_I64(output_next_open(&next, f.path, &f.diagnostics, &err), -EEXIST);
	CHECK(!unlink(f.path) && !symlink(target, f.path));
	CHECK_EQ_I64(output_next_open(&next, f.path, &f.diagnostics, &err), -EEXIST);
	CHECK(access(target, F_OK) && !unlink(f.path));
	/* What a killed recording has left, twice. */
	for (size_t i = 1; i <= 2; i++) {
		glob_t found;

		tree_write(&f.tree, "next", "left");
		CHECK_EQ_I64(utimensat(AT_FDCWD, f.path, times, 0), 0);
		CHECK_EQ_I64(output_next_open(&next, f.path, &f.diagnostics, &err), 0);
		CHECK_EQ_I64(glob(old, 0, NULL, &found), 0);
		CHECK_EQ_U64(found.gl_pathc, i);
		CHECK_STR(strrchr(found.gl_pathv[i - 1], 0) - 2, i == 1 ? "00" : "01");
		globfree(&found);
		CHECK_EQ_U64(f.diagnostics.n, i);
		output_close(&next);
	}
	CHECK_EQ_I64(output_next_open(&next, f.path, &f.diagnostics, &err), 0);
	/* Another recording's. */
	CHECK_EQ_I64(output_next_open(&f.out, f.path, &f.diagnostics, &err), -EWOULDBLOCK);
	output_close(&next);
	fixture_fini(&f);
}

/* The name a file could not give up and the one with the time are two. */
TEST(a_name_that_is_taken_twice)
{
	char next_path[610], before[PATH_MAX];
	struct output next;
	struct fixture f;

	fixture_init(&f);
	snprintf(next_path, sizeof(next_path), "%s.next", f.path);
	CHECK_EQ_I64(output_next_open(&next, next_path, &f.diagnostics, NULL), 0);
	output_rename(&next, f.path, &f.diagnostics);
	CHECK_STR(next.path, next_path);
	strcpy(before, next.asked);
	CHECK_EQ_I64(output_stamp(&next, &f.diagnostics, NULL), 0);
	CHECK(strcmp(next.path, next_path));
	CHECK_STR(next.asked, before);
	output_close(&next);
	fixture_fini(&f);
}
