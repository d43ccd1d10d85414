#include "record/drain/rotation.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define S   1000000000ull
#define NOW (1000 * S)

TEST(when_a_file_is_due)
{
	const struct rotation_config never = { .max_files = 3 }, on_signal = { .on_signal = true },
				     size = { .bytes = 1000 }, age = { .interval_ns = 10 * S };
	struct rotation r;

	CHECK(!rotation_is_wanted(&never) && rotation_is_wanted(&on_signal) && rotation_is_wanted(&size) &&
	      rotation_is_wanted(&age));
	rotation_init(&r, &never);
	rotation_begin(&r, NOW);
	CHECK(!r.next_ns && !rotation_is_due(&r, NOW + 100 * S, UINT64_MAX, true));
	rotation_init(&r, &on_signal);
	CHECK(rotation_is_due(&r, NOW, 0, true) && !rotation_is_due(&r, NOW, UINT64_MAX, false));
	rotation_init(&r, &size);
	CHECK(!rotation_is_due(&r, NOW, 999, true) && rotation_is_due(&r, NOW, 1000, false));
	rotation_init(&r, &age);
	rotation_begin(&r, NOW);
	CHECK_EQ_U64(r.next_ns, NOW + 10 * S);
	CHECK(!rotation_is_due(&r, NOW + 10 * S - 1, 0, true) && rotation_is_due(&r, NOW + 10 * S, 0, false));
	rotation_begin(&r, NOW + 12 * S);
	CHECK(!rotation_is_due(&r, NOW + 21 * S, 0, false));
}

/* Where no other file can be opened there is one message, and a try a second. */
TEST(postponed)
{
	const struct rotation_config size = { .bytes = 1000 };
	struct rotation r;

	rotation_init(&r, &size);
	CHECK(rotation_postpone(&r, NOW));
	CHECK(!rotation_is_due(&r, NOW + S - 1, 2000, false) && rotation_is_due(&r, NOW + S, 2000, false));
	CHECK(!rotation_postpone(&r, NOW + S));
	rotation_begin(&r, NOW + 2 * S);
	CHECK(rotation_is_due(&r, NOW + 2 * S, 2000, false));
	CHECK(rotation_postpone(&r, NOW + 3 * S));
}

/* The recorder sleeps until the next try, however old the file is. */
TEST(postponed_by_age)
{
	const struct rotation_config age = { .interval_ns = 10 * S };
	struct rotation r;

	rotation_init(&r, &age);
	CHECK_EQ_U64(rotation_wake_ns(&r), 0);
	rotation_begin(&r, NOW);
	CHECK_EQ_U64(rotation_wake_ns(&r), NOW + 10 * S);
	rotation_postpone(&r, NOW + 10 * S);
	CHECK_EQ_U64(rotation_wake_ns(&r), NOW + 11 * S);
	rotation_begin(&r, NOW + 11 * S);
	CHECK_EQ_U64(rotation_wake_ns(&r), NOW + 21 * S);
}

struct fixture {
	struct tree tree;
	struct diagnostics diagnostics;
	char path[300];
};

static const char *name_of(struct fixture *f, unsigned i)
{
	snprintf(f->path, sizeof(f->path), "%s/file.%u", f->tree.root, i);
	return f->path;
}

static void put(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	CHECK(fd >= 0 && !close(fd));
}

static bool is_there(const char *path)
{
	return !access(path, F_OK);
}

static void fixture_init(struct fixture *f)
{
	tree_init(&f->tree);
	diagnostics_init(&f->diagnostics, NOTICE_DEBUG);
}

static void fixture_fini(struct fixture *f)
{
	CHECK_EQ_U64(f->diagnostics.n, 0);
	diagnostics_fini(&f->diagnostics);
	tree_fini(&f->tree);
}

/* After each file that ends, the last three are there. */
TEST(the_last_files_are_kept)
{
	const struct rotation_config three = { .on_signal = true, .max_files = 3 };
	struct rotation r;
	struct fixture f;

	fixture_init(&f);
	rotation_init(&r, &three);
	for (unsigned i = 0; i < 10; i++) {
		put(name_of(&f, i));
		CHECK_EQ_I64(rotation_keep(&r, name_of(&f, i), &f.diagnostics), 0);
		for (unsigned j = 0; j <= i; j++)
			CHECK_EQ_U64(is_there(name_of(&f, j)), j + 3 > i);
	}
	CHECK_EQ_U64(r.n_ended, 10);
	CHECK_EQ_U64(r.n, 3);
	rotation_fini(&r);
	fixture_fini(&f);
}

TEST(all_files_are_kept)
{
	const struct rotation_config all = { .on_signal = true };
	struct rotation r;
	struct fixture f;

	fixture_init(&f);
	rotation_init(&r, &all);
	for (unsigned i = 0; i < 10; i++) {
		put(name_of(&f, i));
		CHECK_EQ_I64(rotation_keep(&r, name_of(&f, i), &f.diagnostics), 0);
	}
	for (unsigned i = 0; i < 10; i++)
		CHECK(is_there(name_of(&f, i)));
	CHECK(!r.n && r.n_ended == 10);
	rotation_fini(&r);
	fixture_fini(&f);
}

/* A file that the user has removed or replaced is not ours to remove. */
TEST(files_of_others_stay)
{
	const struct rotation_config one = { .on_signal = true, .max_files = 1 };
	struct rotation r;
	struct fixture f;
	char other[300];

	fixture_init(&f);
	rotation_init(&r, &one);
	put(name_of(&f, 0));
	CHECK_EQ_I64(rotation_keep(&r, name_of(&f, 0), &f.diagnostics), 0);
	/* Both exist for a moment, so that the new file has another inode. */
	put(name_of(&f, 100));
	strcpy(other, f.path);
	CHECK(!rename(other, name_of(&f, 0)));
	put(name_of(&f, 1));
	CHECK_EQ_I64(rotation_keep(&r, name_of(&f, 1), &f.diagnostics), 0);
	CHECK(is_there(name_of(&f, 0)));
	CHECK(!unlink(name_of(&f, 1)));
	put(name_of(&f, 2));
	CHECK_EQ_I64(rotation_keep(&r, name_of(&f, 2), &f.diagnostics), 0);
	CHECK(is_there(name_of(&f, 2)));
	rotation_fini(&r);
	fixture_fini(&f);
}
