/*
 * The directory of a recording with the kernel's code, and what has its name already.
 */
#include "record/output/output_kcore.h"
#include "record/output/output_old.h"
#include "record/output/output_stamp.h"
#include "record/output/recording_dir.h"
#include "tests/support/made_kernel.h"
#include "tests/support/test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct fixture {
	struct tree proc, tree;
	char path[300];
	struct diagnostics diagnostics;
	struct error err;
	struct output out;
};

static void fixture_init(struct fixture *f)
{
	memset(f, 0, sizeof(*f));
	tree_init(&f->proc);
	tree_init(&f->tree);
	made_kernel_write(&f->proc);
	diagnostics_init(&f->diagnostics, NOTICE_DEBUG);
	snprintf(f->path, sizeof(f->path), "%s/rec", f->tree.root);
}

static void fixture_fini(struct fixture *f)
{
	output_close(&f->out);
	diagnostics_fini(&f->diagnostics);
	tree_fini(&f->proc);
	tree_fini(&f->tree);
}

static int open_kcore(struct fixture *f)
{
	struct kernel_code code;
	int result;

	CHECK_EQ_I64(kernel_code_open(&code, f->proc.root, &f->err), 0);
	result = output_kcore_open(&f->out, f->path, &code, &f->diagnostics, &f->err);
	kernel_code_close(&code);
	return result;
}

static int open_file(struct fixture *f)
{
	sigset_t signals;

	sigemptyset(&signals);
	return output_open(&f->out, f->path, &signals, &f->diagnostics, &f->err);
}

/* A finished recording of one record, which says which one it is. */
static void record(struct fixture *f, int (*begin)(struct fixture *f), const char *record)
{
	CHECK_EQ_I64(begin(f), 0);
	CHECK_EQ_I64(write(f->out.fd, "PERFILE2", 8), 8);
	CHECK_EQ_I64(write(f->out.fd, record, strlen(record)), (ssize_t)strlen(record));
	CHECK_EQ_I64(output_close(&f->out), 0);
}

static void check_file(const struct fixture *f, const char *name, const char *want)
{
	char path[400];

	snprintf(path, sizeof(path), "%s/%s", f->tree.root, name);
	tree_check(path, want);
}

static void check_mode(const struct fixture *f, const char *name, mode_t mode)
{
	char path[400];
	struct stat status;

	snprintf(path, sizeof(path), "%s/%s", f->tree.root, name);
	CHECK(!lstat(path, &status));
	CHECK_EQ_U64(status.st_mode, mode);
}

/* How many names the folder has: nothing is left of what was begun. */
static void check_names(const struct fixture *f, unsigned want)
{
	DIR *dir = opendir(f->tree.root);
	unsigned n = 0;

	CHECK(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	CHECK_EQ_U64(n, want + 2);
}

TEST(a_directory)
{
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(open_kcore(&f), 0);
	CHECK_STR(f.out.path, f.path);
	CHECK(f.out.is_dir && !f.out.is_pipe);
	check_mode(&f, "rec", S_IFDIR | 0700);
	check_mode(&f, "rec/data", S_IFREG | 0600);
	check_mode(&f, "rec/kcore_dir", S_IFDIR | 0700);
	check_mode(&f, "rec/kcore_dir/kcore", S_IFREG | 0400);
	check_mode(&f, "rec/kcore_dir/kallsyms", S_IFREG | 0400);
	check_file(&f, "rec/kcore_dir/modules", "module 6144 0 - Live 0xffffffffc0004000\n");
	check_names(&f, 1);
	CHECK_EQ_I64(recording_dir_check(f.path, &f.err), 0);
	CHECK_EQ_U64(f.diagnostics.n, 0);
	fixture_fini(&f);
}

TEST(slashes_at_the_end)
{
	struct fixture f;

	fixture_init(&f);
	strcat(f.path, "//");
	record(&f, open_kcore, "first");
	CHECK_EQ_I64(open_kcore(&f), 0);
	check_file(&f, "rec.old/data", "PERFILE2first");
	check_names(&f, 2);
	fixture_fini(&f);
}

/* Whichever of both is what. */
TEST(the_older_one_is_kept)
{
	int (*const begin[])(struct fixture *) = { open_file, open_kcore };
	struct fixture f;

	for (unsigned i = 0; i < 8; i++) {
		fixture_init(&f);
		record(&f, begin[i & 1], "first");
		record(&f, begin[i >> 1 & 1], "second");
		record(&f, begin[i >> 2 & 1], "third");
		check_file(&f, i >> 1 & 1 ? "rec.old/data" : "rec.old", "PERFILE2second");
		check_file(&f, i >> 2 & 1 ? "rec/data" : "rec", "PERFILE2third");
		check_names(&f, 2);
		fixture_fini(&f);
	}
}

TEST(an_empty_file_is_replaced)
{
	struct fixture f;

	fixture_init(&f);
	tree_write(&f.tree, "rec", "");
	CHECK_EQ_I64(open_kcore(&f), 0);
	check_names(&f, 1);
	fixture_fini(&f);
}

static void check_stays(struct fixture *f, const char *name, const char *message)
{
	CHECK_EQ_I64(open_file(f), -EISDIR);
	CHECK(strstr(f->err.message, message));
	CHECK_EQ_I64(open_kcore(f), -EISDIR);
	CHECK(strstr(f->err.message, message));
	check_file(f, name, "mine");
}

TEST(what_is_no_recording_stays)
{
	static const char *const names[] = { "rec/notes", "rec/kcore_dir/notes", "rec/data.01", "rec/header",
					     "rec/data.old" };
	struct fixture f;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		fixture_init(&f);
		tree_write(&f.tree, "rec/data", "PERFILE2");
		tree_write(&f.tree, names[i], "mine");
		check_stays(&f, names[i], strrchr(names[i], '/') + 1);
		check_file(&f, "rec/data", "PERFILE2");
		check_names(&f, 1);
		fixture_fini(&f);
	}
	fixture_init(&f);
	tree_write(&f.tree, "rec/data.0", "mine");
	check_stays(&f, "rec/data.0", "without a recording; -o names another file");
	fixture_fini(&f);
}

/* Links are never followed: what they lead to is somebody else's. */
TEST(links_in_a_directory)
{
	char link[400], target[300];
	struct fixture f;

	fixture_init(&f);
	tree_write(&f.tree, "target/kcore", "mine");
	snprintf(target, sizeof(target), "%s/target", f.tree.root);
	record(&f, open_kcore, "first");
	snprintf(link, sizeof(link), "%s/kcore_dir__1", f.path);
	CHECK(!symlink(target, link));
	check_stays(&f, "target/kcore", "kcore_dir__1");
	CHECK(!unlink(link));
	snprintf(link, sizeof(link), "%s/data.0", f.path);
	CHECK(!symlink("../target/kcore", link));
	check_stays(&f, "target/kcore", "data.0");
	fixture_fini(&f);
}

TEST(an_older_directory_that_is_no_recording)
{
	struct fixture f;

	fixture_init(&f);
	record(&f, open_kcore, "first");
	tree_write(&f.tree, "rec.old/notes", "mine");
	CHECK_EQ_I64(open_kcore(&f), -EISDIR);
	CHECK(strstr(f.err.message, "cannot keep") && strstr(f.err.message, "rec.old is a directory"));
	check_file(&f, "rec.old/notes", "mine");
	check_file(&f, "rec/data", "PERFILE2first");
	check_names(&f, 2);
	fixture_fini(&f);
}

/* Parts of perf record --threads, the code of a guest, and what a recorder that was killed has left. */
TEST(recordings_of_others)
{
	struct fixture f;

	fixture_init(&f);
	tree_write(&f.tree, "rec/header", "PERFILE2");
	tree_write(&f.tree, "rec/data.0", "records");
	tree_write(&f.tree, "rec/data.17", "records");
	tree_write(&f.tree, "rec/kcore_dir__12/kcore", "code");
	record(&f, open_kcore, "first");
	check_file(&f, "rec.old/data.17", "records");
	record(&f, open_kcore, "second");
	check_file(&f, "rec.old/data", "PERFILE2first");
	tree_write(&f.tree, "rec/data", "");
	record(&f, open_kcore, "third");
	check_file(&f, "rec.old/data", "");
	check_names(&f, 2);
	fixture_fini(&f);
}

TEST(another_recording_writes_it)
{
	struct output other;
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(open_kcore(&f), 0);
	other = f.out;
	CHECK_EQ_I64(open_kcore(&f), -EWOULDBLOCK);
	CHECK_EQ_I64(open_file(&f), -EWOULDBLOCK);
	check_names(&f, 1);
	/* As NAME.old it is not replaced either. */
	CHECK_EQ_I64(output_old_keep(f.path, &f.err), 0);
	record(&f, open_file, "file");
	CHECK_EQ_I64(open_kcore(&f), -EWOULDBLOCK);
	CHECK_EQ_I64(open_file(&f), -EWOULDBLOCK);
	check_file(&f, "rec", "PERFILE2file");
	output_close(&other);
	record(&f, open_kcore, "directory");
	check_file(&f, "rec.old", "PERFILE2file");
	fixture_fini(&f);
}

TEST(code_that_cannot_be_copied)
{
	struct kernel_code code;
	struct fixture f;
	char kcore[300];

	fixture_init(&f);
	record(&f, open_kcore, "first");
	CHECK_EQ_I64(kernel_code_open(&code, f.proc.root, &f.err), 0);
	snprintf(kcore, sizeof(kcore), "%s/kcore", f.proc.root);
	CHECK(!truncate(kcore, 20000));
	CHECK_EQ_I64(output_kcore_open(&f.out, f.path, &code, &f.diagnostics, &f.err), -ENODATA);
	kernel_code_close(&code);
	check_file(&f, "rec/data", "PERFILE2first");
	check_names(&f, 1);
	fixture_fini(&f);
}

TEST(what_can_be_no_directory)
{
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(output_kcore_check("-", &f.err), -EINVAL);
	CHECK_STR(f.err.message, "standard output takes no directory: -o names one");
	CHECK_EQ_I64(output_kcore_check("/dev/null", &f.err), -EINVAL);
	CHECK_EQ_I64(output_kcore_check(f.tree.root, &f.err), -EISDIR);
	CHECK_EQ_I64(output_kcore_check(f.path, &f.err), 0);
	CHECK(!mkfifo(f.path, 0600));
	CHECK_EQ_I64(open_kcore(&f), -EEXIST);
	CHECK(!unlink(f.path) && !symlink("nowhere", f.path));
	CHECK_EQ_I64(open_kcore(&f), -EEXIST);
	CHECK(strstr(f.err.message, "a link that leads nowhere"));
	strcat(f.path, "/below/nothing");
	CHECK_EQ_I64(open_kcore(&f), -ENOENT);
	check_names(&f, 1);
	fixture_fini(&f);
}

TEST(its_name_with_a_time)
{
	char data[PATH_MAX + 8];
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(open_kcore(&f), 0);
	CHECK_EQ_I64(output_stamp_check(f.path, &f.err), 0);
	CHECK_EQ_I64(output_stamp(&f.out, &f.diagnostics, &f.err), 0);
	CHECK_EQ_U64(strlen(f.out.path), strlen(f.path) + 17);
	snprintf(data, sizeof(data), "%s/data", f.out.path);
	CHECK(!access(data, F_OK) && access(f.path, F_OK));
	CHECK_EQ_I64(output_check(&f.out, &f.diagnostics, &f.err), 0);
	CHECK_EQ_U64(f.diagnostics.n, 0);
	fixture_fini(&f);
}

/* A directory that is renamed is followed; one that is removed is lost. */
TEST(what_others_do_to_it)
{
	char other[300], file[310];
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(open_kcore(&f), 0);
	snprintf(other, sizeof(other), "%s/other", f.tree.root);
	CHECK(!rename(f.path, other));
	CHECK_EQ_I64(output_check(&f.out, &f.diagnostics, &f.err), 0);
	CHECK_EQ_U64(f.diagnostics.n, 1);
	CHECK_STR(f.out.path, other);
	CHECK_EQ_I64(output_stamp(&f.out, &f.diagnostics, &f.err), 0);
	CHECK(!access(other, F_OK));
	snprintf(file, sizeof(file), "%s/data", other);
	CHECK(!unlink(file));
	CHECK_EQ_I64(output_check(&f.out, &f.diagnostics, &f.err), -ESTALE);
	fixture_fini(&f);
}
