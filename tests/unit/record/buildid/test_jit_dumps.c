#include "record/buildid/jit_dumps.h"

#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Processes whose dumps are in the tree; readers look into the tree's folder "out". */
struct fixture {
	struct tree tree;
	struct jit_dumps dumps;
	struct diagnostics diagnostics;
	uint64_t left;
	char out[300];
};

static void fixture_init(struct fixture *f)
{
	memset(f, 0, sizeof(*f));
	f->left = 1 << 20;
	tree_init(&f->tree);
	tree_write(&f->tree, "out/other", "");
	snprintf(f->out, sizeof(f->out), "%s/out", f->tree.root);
	diagnostics_init(&f->diagnostics, NOTICE_WARNING);
}

static void fixture_fini(struct fixture *f)
{
	jit_dumps_fini(&f->dumps);
	diagnostics_fini(&f->diagnostics);
	tree_fini(&f->tree);
}

/* The process has what is in the tree as its dump. */
static void take(struct fixture *f, uint32_t pid, const char *name, const char *text)
{
	char path[400];

	tree_write(&f->tree, name, text);
	snprintf(path, sizeof(path), "%s/%s", f->tree.root, name);
	jit_dumps_take(&f->dumps, &(struct foreign_process){ .pid = pid, .uid = geteuid(), .gid = getegid() }, true,
		       open(path, O_RDONLY));
}

static void check_copy(const struct fixture *f, uint32_t pid, const char *want)
{
	char path[400];

	snprintf(path, sizeof(path), "%s/jit-%u.dump", f->out, pid);
	tree_check(path, want);
}

/* The file itself is gone by then, as that of a container is. */
TEST(copied_under_the_outer_number)
{
	struct fixture f;
	char path[400];

	fixture_init(&f);
	take(&f, 1234, "jit-7.dump", "code of 1234");
	take(&f, 1235, "jit-8.dump", "code of 1235");
	snprintf(path, sizeof(path), "%s/jit-7.dump", f.tree.root);
	CHECK(!unlink(path));
	jit_dumps_copy(&f.dumps, f.out, &f.left, &f.diagnostics);
	check_copy(&f, 1234, "code of 1234");
	check_copy(&f, 1235, "code of 1235");
	CHECK_EQ_U64(f.diagnostics.n, 0);
	fixture_fini(&f);
}

TEST(the_last_one_counts)
{
	struct fixture f;

	fixture_init(&f);
	take(&f, 1234, "jit-7.dump", "before the exec");
	take(&f, 1234, "other/jit-7.dump", "after it");
	CHECK_EQ_U64(f.dumps.n, 1);
	jit_dumps_copy(&f.dumps, f.out, &f.left, &f.diagnostics);
	check_copy(&f, 1234, "after it");
	fixture_fini(&f);
}

/* All copies together have a limit. */
TEST(no_room)
{
	struct fixture f;

	fixture_init(&f);
	take(&f, 1, "jit-1.dump", "0123456789");
	take(&f, 2, "jit-2.dump", "0123456789");
	take(&f, 3, "jit-3.dump", "0123");
	f.left = 14;
	jit_dumps_copy(&f.dumps, f.out, &f.left, &f.diagnostics);
	check_copy(&f, 1, "0123456789");
	check_copy(&f, 2, NULL);
	check_copy(&f, 3, "0123");
	CHECK_EQ_U64(f.diagnostics.n, 1);
	fixture_fini(&f);
}

TEST(what_is_another_users_stays)
{
	struct fixture f;
	char path[400], target[16];

	fixture_init(&f);
	take(&f, 1234, "jit-7.dump", "code");
	snprintf(path, sizeof(path), "%s/jit-1234.dump", f.out);
	CHECK(!symlink("/nowhere", path));
	jit_dumps_copy(&f.dumps, f.out, &f.left, &f.diagnostics);
	CHECK_EQ_U64(f.diagnostics.n, 1);
	CHECK_EQ_I64(readlink(path, target, sizeof(target)), 8);
	fixture_fini(&f);
}

/* A process whose root is the tree; it lives until the pipe is closed. */
static pid_t start_in_tree(const struct fixture *f, int *ret_pipe)
{
	int begun[2], end[2];
	char byte = 0;
	pid_t child;

	CHECK(!pipe(begun) && !pipe(end));
	child = fork();
	CHECK(child >= 0);
	if (!child) {
		close(end[1]);
		if (!chroot(f->tree.root))
			(void)!write(begun[1], &byte, 1);
		close(begun[1]);
		_exit((int)read(end[0], &byte, 1));
	}
	close(begun[1]);
	close(end[0]);
	*ret_pipe = end[1];
	if (read(begun[0], &byte, 1) != 1)
		test_skip("needs the right to chroot");
	close(begun[0]);
	return child;
}

/* What a process in a container calls its dump may lead to any file of whoever records it. */
TEST(links_do_not_lead_out_of_a_container)
{
	struct fixture f;
	char path[400], target[400];
	pid_t child;
	int pipe_end;

	fixture_init(&f);
	tree_write(&f.tree, "secret", "of the host");
	tree_write(&f.tree, "tmp/jit-7.dump", "code");
	snprintf(path, sizeof(path), "%s/tmp/jit-8.dump", f.tree.root);
	snprintf(target, sizeof(target), "%s/secret", f.tree.root);
	CHECK(!symlink(target, path));
	child = start_in_tree(&f, &pipe_end);
	jit_dumps_see(&f.dumps, NULL, (uint32_t)child, "/tmp/jit-8.dump", true);
	CHECK_EQ_U64(f.dumps.n, 0);
	jit_dumps_see(&f.dumps, NULL, (uint32_t)child, "/tmp/jit-7.dump", true);
	CHECK_EQ_U64(f.dumps.n, 1);
	close(pipe_end);
	CHECK(waitpid(child, NULL, 0) == child);
	fixture_fini(&f);
}

TEST(no_more_than_so_many)
{
	struct fixture f;

	fixture_init(&f);
	for (uint32_t pid = 1; pid <= JIT_DUMPS_MAX + 3; pid++)
		take(&f, pid, "jit-7.dump", "code");
	CHECK_EQ_U64(f.dumps.n, JIT_DUMPS_MAX);
	fixture_fini(&f);
}
