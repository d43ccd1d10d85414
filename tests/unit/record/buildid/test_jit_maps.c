#include "common/foreign_file.h"
#include "record/buildid/jit_copy.h"
#include "record/buildid/jit_maps.h"
#include "record/buildid/open_mapped_file.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Process 1234, which calls itself 7, with the tree as its /tmp; readers look into the tree's folder "out". */
struct fixture {
	struct tree tree;
	struct jit_maps maps;
	struct diagnostics diagnostics;
	uint64_t left;
	char out[300];
};

static void fixture_init(struct fixture *f)
{
	memset(f, 0, sizeof(*f));
	tree_init(&f->tree);
	tree_write(&f->tree, "out/other", "");
	snprintf(f->out, sizeof(f->out), "%s/out", f->tree.root);
	f->left = 1 << 20;
	f->maps.list[f->maps.n++] = (struct jit_process){ .process = { 1234, 7, geteuid(), getegid(), 99 },
							  .folder = open(f->tree.root, O_PATH | O_DIRECTORY) };
	diagnostics_init(&f->diagnostics, NOTICE_WARNING);
}

static void fixture_fini(struct fixture *f)
{
	jit_maps_fini(&f->maps);
	diagnostics_fini(&f->diagnostics);
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
	jit_maps_copy(&f.maps, f.out, &f.left, &f.diagnostics);
	check_copy(&f, "1000 10 function\n");
	/* The present one counts. */
	tree_write(&f.tree, "perf-7.map", "2000 10 later\n");
	jit_maps_copy(&f.maps, f.out, &f.left, &f.diagnostics);
	check_copy(&f, "2000 10 later\n");
	CHECK_EQ_U64(f.diagnostics.n, 0);
	fixture_fini(&f);
}

TEST(nothing_to_copy)
{
	struct fixture f;

	fixture_init(&f);
	jit_maps_copy(&f.maps, f.out, &f.left, &f.diagnostics);
	check_copy(&f, NULL);
	CHECK_EQ_U64(f.diagnostics.n, 0);
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
	jit_maps_copy(&f.maps, f.out, &f.left, &f.diagnostics);
	CHECK_EQ_U64(f.diagnostics.n, 1);
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
	jit_maps_copy(&f.maps, f.out, &f.left, &f.diagnostics);
	check_copy(&f, NULL);
	CHECK_EQ_U64(f.diagnostics.n, 1);
	fixture_fini(&f);
}

/* Root could read it, and the process's user could not. */
TEST(files_of_others_are_not_copied)
{
	struct fixture f;
	char path[400];

	if (geteuid())
		test_skip("needs root");
	fixture_init(&f);
	tree_write(&f.tree, "perf-7.map", "1000 10 secret\n");
	f.maps.list[0].process.uid = f.maps.list[0].process.gid = 65534;
	CHECK(!chmod(f.tree.root, 0755));
	jit_maps_copy(&f.maps, f.out, &f.left, &f.diagnostics);
	check_copy(&f, NULL);
	CHECK_EQ_U64(f.diagnostics.n, 1);
	/* His own, in a folder that is closed to him. */
	snprintf(path, sizeof(path), "%s/perf-7.map", f.tree.root);
	CHECK(!chown(path, 65534, 65534) && !chmod(f.tree.root, 0700));
	jit_maps_copy(&f.maps, f.out, &f.left, &f.diagnostics);
	check_copy(&f, NULL);
	CHECK_EQ_U64(f.diagnostics.n, 2);
	CHECK(!chmod(f.tree.root, 0755));
	jit_maps_copy(&f.maps, f.out, &f.left, &f.diagnostics);
	check_copy(&f, "1000 10 secret\n");
	CHECK_EQ_U64(f.diagnostics.n, 2);
	fixture_fini(&f);
}

/* What is the process's own stays it, by owner, mode and mark. */
TEST(a_copy_says_whose_it_is)
{
	struct fixture f;
	struct jit_mark mark;
	struct stat status;
	char path[400];

	if (geteuid())
		test_skip("needs root");
	fixture_init(&f);
	CHECK(!unsetenv("SUDO_UID"));
	tree_write(&f.tree, "perf-7.map", "1000 10 function\n");
	snprintf(path, sizeof(path), "%s/perf-7.map", f.tree.root);
	CHECK(!chmod(f.tree.root, 0755) && !chmod(path, 0640) && !chown(path, 65534, 65534));
	f.maps.list[0].process.uid = f.maps.list[0].process.gid = 65534;
	jit_maps_copy(&f.maps, f.out, &f.left, &f.diagnostics);
	snprintf(path, sizeof(path), "%s/perf-1234.map", f.out);
	CHECK(!stat(path, &status) && jit_mark_get_at(&mark, path));
	CHECK(status.st_uid == 65534 && status.st_gid == 65534 && (status.st_mode & 0777) == 0640);
	CHECK(mark.uid == 65534 && mark.started == 99);
	CHECK(!setenv("SUDO_UID", "1000", 1) && !setenv("SUDO_GID", "1001", 1));
	jit_maps_copy(&f.maps, f.out, &f.left, &f.diagnostics);
	CHECK(!stat(path, &status) && jit_mark_get_at(&mark, path));
	CHECK(status.st_uid == 1000 && status.st_gid == 1001 && mark.uid == 65534);
	CHECK_EQ_U64(f.diagnostics.n, 0);
	fixture_fini(&f);
}

/* A number that another process has now: its copy goes, and no other file does. */
TEST(copies_of_a_process_before_are_removed)
{
	struct fixture f;
	struct jit_mark mark = { .started = foreign_process_started((uint32_t)getpid()) };
	char name[64], path[400];
	int fd;

	fixture_init(&f);
	snprintf(name, sizeof(name), "out/perf-%d.map", (int)getpid());
	snprintf(path, sizeof(path), "%s/%s", f.tree.root, name);
	tree_write(&f.tree, name, "1000 10 function\n");
	jit_copy_forget(f.out, (uint32_t)getpid());
	CHECK(!access(path, F_OK));
	fd = open(path, O_RDWR);
	CHECK(mark.started && !jit_mark_set(fd, &mark));
	jit_copy_forget(f.out, (uint32_t)getpid());
	CHECK(!access(path, F_OK));
	mark.started--;
	CHECK(!jit_mark_set(fd, &mark));
	jit_copy_forget(f.out, (uint32_t)getpid());
	CHECK(access(path, F_OK));
	CHECK(!close(fd));
	fixture_fini(&f);
}

/* A hole takes no room, and what does is limited. */
TEST(no_room)
{
	struct fixture f;
	struct stat status;
	char path[400];

	fixture_init(&f);
	tree_write(&f.tree, "perf-7.map", "1000 10 function\n");
	snprintf(path, sizeof(path), "%s/perf-7.map", f.tree.root);
	CHECK(!truncate(path, 200 << 20));
	jit_maps_copy(&f.maps, f.out, &f.left, &f.diagnostics);
	CHECK_EQ_U64(f.diagnostics.n, 0);
	snprintf(path, sizeof(path), "%s/perf-1234.map", f.out);
	CHECK(!stat(path, &status));
	CHECK_EQ_I64(status.st_size, 200 << 20);
	CHECK(status.st_blocks <= 2048);
	CHECK(!unlink(path));
	f.left = 16;
	tree_write(&f.tree, "perf-7.map", "1000 10 function\n");
	jit_maps_copy(&f.maps, f.out, &f.left, &f.diagnostics);
	check_copy(&f, NULL);
	CHECK_EQ_U64(f.diagnostics.n, 1);
	CHECK_EQ_U64(f.left, 16);
	fixture_fini(&f);
}

/* A process that sees what this one sees is none of a container's. */
TEST(fork_guard)
{
	struct open_mapped_file_view here;
	struct jit_maps maps = { 0 };
	uint32_t own = (uint32_t)getpid();

	CHECK_EQ_I64(open_mapped_file_view_of(&here, getpid()), 0);
	CHECK_EQ_U64(open_mapped_file_look(&here, getpid()), 0);
	here.parts[1].inode++;
	CHECK_EQ_U64(open_mapped_file_look(&here, getpid()), OPEN_MAPPED_FILE_ELSEWHERE);
	CHECK(!jit_maps_has_seen(&maps, own));
	CHECK_EQ_I64(jit_maps_see(&maps, NULL, own, 0), 0);
	CHECK(jit_maps_has_seen(&maps, own));
	CHECK_EQ_U64(maps.n, 0);
	CHECK_EQ_I64(jit_maps_forget(&maps, own), 0);
	CHECK(!jit_maps_has_seen(&maps, own));
	CHECK_EQ_I64(jit_maps_see(&maps, NULL, own, OPEN_MAPPED_FILE_ELSEWHERE), 0);
	CHECK_EQ_U64(maps.n, 1);
	jit_maps_fini(&maps);
}
