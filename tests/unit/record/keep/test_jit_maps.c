#include "record/keep/file_grab.h"
#include "record/keep/jit_maps.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/test.h"
#include "tests/support/tree.h"

/* Process 1234, which calls itself 7, with the tree as its /tmp; readers look into the tree's folder "out". */
struct fixture {
	struct tree tree;
	struct jit_maps maps;
	struct notices notices;
	char out[300];
};

static void fixture_init(struct fixture *f)
{
	memset(f, 0, sizeof(*f));
	tree_init(&f->tree);
	tree_write(&f->tree, "out/other", "");
	snprintf(f->out, sizeof(f->out), "%s/out", f->tree.root);
	f->maps.list[f->maps.n++] =
		(struct jit_process){ .pid = 1234, .inner = 7, .folder = open(f->tree.root, O_PATH | O_DIRECTORY) };
	notices_init(&f->notices, NOTICE_WARNING);
}

static void fixture_fini(struct fixture *f)
{
	jit_maps_fini(&f->maps);
	notices_fini(&f->notices);
	tree_fini(&f->tree);
}

static void check_copy(const struct fixture *f, const char *want)
{
	char path[400];

	snprintf(path, sizeof(path), "%s/perf-1234.map", f->out);
	tree_check(path, want);
}

TEST(copied_under_the_outer_number)
{
	struct fixture f;

	fixture_init(&f);
	tree_write(&f.tree, "perf-7.map", "1000 10 function\n");
	tree_write(&f.tree, "perf-1234.map", "1000 10 of_another\n");
	jit_maps_copy(&f.maps, f.out, &f.notices);
	check_copy(&f, "1000 10 function\n");
	/* The present one counts. */
	tree_write(&f.tree, "perf-7.map", "2000 10 later\n");
	jit_maps_copy(&f.maps, f.out, &f.notices);
	check_copy(&f, "2000 10 later\n");
	CHECK_EQ_U64(f.notices.n, 0);
	fixture_fini(&f);
}

TEST(nothing_to_copy)
{
	struct fixture f;

	fixture_init(&f);
	jit_maps_copy(&f.maps, f.out, &f.notices);
	check_copy(&f, NULL);
	CHECK_EQ_U64(f.notices.n, 0);
	fixture_fini(&f);
}

/* A link stays, and so does what it leads to: somebody may have put it there. */
TEST(links_are_not_followed)
{
	struct fixture f;
	char link[400];

	fixture_init(&f);
	tree_write(&f.tree, "perf-7.map", "1000 10 function\n");
	snprintf(link, sizeof(link), "%s/perf-1234.map", f.out);
	CHECK(!symlink("other", link));
	jit_maps_copy(&f.maps, f.out, &f.notices);
	CHECK_EQ_U64(f.notices.n, 1);
	snprintf(link, sizeof(link), "%s/other", f.out);
	CHECK(!access(link, F_OK));
	fixture_fini(&f);
}

/* What a process in a container calls its map may lead to any file of whoever records it. */
TEST(links_of_the_process_are_not_followed)
{
	struct fixture f;
	char link[400];

	fixture_init(&f);
	tree_write(&f.tree, "secret", "of the host");
	snprintf(link, sizeof(link), "%s/perf-7.map", f.tree.root);
	CHECK(!symlink("secret", link));
	jit_maps_copy(&f.maps, f.out, &f.notices);
	check_copy(&f, NULL);
	CHECK_EQ_U64(f.notices.n, 1);
	fixture_fini(&f);
}

/* A process that sees what this one sees is none of a container's. */
TEST(own_process)
{
	struct file_grab_place here;
	struct jit_maps maps = { 0 };
	uint32_t own = (uint32_t)getpid();

	CHECK_EQ_I64(file_grab_find_place(&here, getpid()), 0);
	CHECK_EQ_U64(file_grab_look(&here, getpid()), 0);
	here.parts[1].inode++;
	CHECK_EQ_U64(file_grab_look(&here, getpid()), FILE_GRAB_ELSEWHERE);
	CHECK(!jit_maps_has_seen(&maps, own));
	CHECK_EQ_I64(jit_maps_see(&maps, own, 0), 0);
	CHECK(jit_maps_has_seen(&maps, own));
	CHECK_EQ_U64(maps.n, 0);
	CHECK_EQ_I64(jit_maps_forget(&maps, own), 0);
	CHECK(!jit_maps_has_seen(&maps, own));
	CHECK_EQ_I64(jit_maps_see(&maps, own, FILE_GRAB_ELSEWHERE), 0);
	CHECK_EQ_U64(maps.n, 1);
	jit_maps_fini(&maps);
}
