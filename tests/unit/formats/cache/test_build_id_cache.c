#include "formats/cache/build_id_cache.h"

#include "formats/cache/jit_cache.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGE (17u << 20) /* more than is copied where it can be linked */

struct fixture {
	struct tree tree;
	struct build_id_cache cache;
};

static void fixture_init(struct fixture *f)
{
	char path[512];

	tree_init(&f->tree);
	snprintf(path, sizeof(path), "%s/debug", f->tree.root);
	CHECK_EQ_I64(build_id_cache_open(&f->cache, path, true, NULL), 0);
}

static void fixture_fini(struct fixture *f)
{
	build_id_cache_close(&f->cache);
	tree_fini(&f->tree);
}

static struct build_id make_id(uint8_t first)
{
	struct build_id id = { .size = 20, .data = { first, 0xcd, 0xef } };

	return id;
}

static int open_file(const struct fixture *f, const char *name, const char *text)
{
	char path[512];

	tree_write(&f->tree, name, text);
	snprintf(path, sizeof(path), "%s/%s", f->tree.root, name);
	return open(path, O_RDONLY);
}

static int open_hole(const struct fixture *f, off_t size)
{
	char path[512];

	close(open_file(f, "hole", ""));
	snprintf(path, sizeof(path), "%s/hole", f->tree.root);
	CHECK(!truncate(path, size));
	return open(path, O_RDONLY);
}

static int add(struct fixture *f, uint8_t first, const char *name, const char *text, bool mark)
{
	const struct build_id id = make_id(first);
	int fd = open_file(f, "file", text);
	int result = build_id_cache_add(&f->cache, &id, name, fd, mark, NULL);

	close(fd);
	return result;
}

static bool is_there(const struct fixture *f, const char *path)
{
	return !faccessat(f->cache.dir, path, F_OK, AT_SYMLINK_NOFOLLOW);
}

static void check_text(const struct fixture *f, const char *path, const char *want)
{
	char text[64] = "";
	int fd = openat(f->cache.dir, path, O_RDONLY);

	CHECK(fd >= 0);
	CHECK(read(fd, text, sizeof(text) - 1) >= 0);
	CHECK_STR(text, want);
	close(fd);
}

#define REST "cdef0000000000000000000000000000000000"

/* As perf has it: the file below its path and id, and a link from the id. */
TEST(layout)
{
	const struct build_id id = make_id(0xab);
	struct fixture f;
	char target[128] = "";

	fixture_init(&f);
	CHECK(!build_id_cache_has(&f.cache, BUILD_ID_CACHE_ELF, &id));
	CHECK_EQ_I64(add(&f, 0xab, "/usr/bin/prog", "the file", false), 1);
	CHECK(build_id_cache_has(&f.cache, BUILD_ID_CACHE_ELF, &id));
	check_text(&f, "usr/bin/prog/ab" REST "/elf", "the file");
	check_text(&f, ".build-id/ab/" REST "/elf", "the file");
	CHECK(readlinkat(f.cache.dir, ".build-id/ab/" REST, target, sizeof(target) - 1) > 0);
	CHECK_STR(target, "../../usr/bin/prog/ab" REST);
	CHECK(!is_there(&f, ".prec/ab" REST));
	/* What is there stays, whatever is offered. */
	CHECK_EQ_I64(add(&f, 0xab, "/usr/bin/other", "another", false), 0);
	check_text(&f, ".build-id/ab/" REST "/elf", "the file");
	fixture_fini(&f);
}

TEST(names)
{
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(add(&f, 1, "/bin/a (deleted)", "x", false), 1);
	CHECK(is_there(&f, "bin/a/01" REST "/elf"));
	CHECK_EQ_I64(add(&f, 2, "/bin/../../../a", "x", false), -EINVAL);
	CHECK_EQ_I64(add(&f, 2, "a", "x", false), -EINVAL);
	CHECK_EQ_I64(add(&f, 2, "/.build-id/ab/cd", "x", false), -EINVAL);
	fixture_fini(&f);
}

/* A file that its owner alone may read has such a copy. */
TEST(modes)
{
	const struct build_id id = make_id(1);
	struct fixture f;
	struct stat status;
	int fd;

	fixture_init(&f);
	fd = open_file(&f, "secret", "x");
	CHECK(!fchmod(fd, 0700));
	CHECK_EQ_I64(build_id_cache_add(&f.cache, &id, "/secret", fd, false, NULL), 1);
	close(fd);
	CHECK(!fstatat(f.cache.dir, "secret/01" REST "/elf", &status, 0));
	CHECK_EQ_U64(status.st_mode & 07777, 0500);
	fixture_fini(&f);
}

/* A small file that is written anew in its place keeps its copy; a large one is not copied, unless it has no name. */
TEST(copied_or_linked)
{
	const struct build_id id = make_id(2);
	struct fixture f;
	struct stat original, cached;
	char path[512];
	int fd;

	fixture_init(&f);
	CHECK_EQ_I64(add(&f, 1, "/small", "before", false), 1);
	tree_write(&f.tree, "file", "after!");
	check_text(&f, "small/01" REST "/elf", "before");
	fd = open_file(&f, "large", "x");
	snprintf(path, sizeof(path), "%s/large", f.tree.root);
	CHECK(!truncate(path, LARGE));
	CHECK_EQ_I64(build_id_cache_add(&f.cache, &id, "/large", fd, false, NULL), 1);
	CHECK(!fstat(fd, &original));
	CHECK(!fstatat(f.cache.dir, "large/02" REST "/elf", &cached, 0));
	CHECK_EQ_U64(original.st_ino, cached.st_ino);
	CHECK_EQ_I64(build_id_cache_remove(&f.cache, &id, NULL), 0);
	CHECK(!unlink(path));
	CHECK_EQ_I64(build_id_cache_add(&f.cache, &id, "/large (deleted)", fd, false, NULL), 1);
	CHECK(!fstatat(f.cache.dir, "large/02" REST "/elf", &cached, 0));
	CHECK_EQ_U64(cached.st_size, LARGE);
	close(fd);
	fixture_fini(&f);
}

/* Of a program without a build-id: by device, inode and generation, as it was when it was last changed. */
TEST(of_an_inode)
{
	const struct mapped_file file = { .major = 8, .minor = 1, .inode = 0x123456789a, .generation = 7 };
	const struct timespec then = { .tv_sec = 1000, .tv_nsec = 5 }, later = { .tv_sec = 2000 };
	const char *copy = ".build-id/00/000008000000010000001234"
			   "56789a00000007/elf";
	struct fixture f;
	struct stat cached;
	int fd;

	fixture_init(&f);
	fd = open_file(&f, "prog", "first");
	CHECK_EQ_I64(build_id_cache_add_mapped(&f.cache, &file, "/bin/prog", fd, &then, NULL), 1);
	CHECK_EQ_I64(build_id_cache_add_mapped(&f.cache, &file, "/bin/prog", fd, &then, NULL), 0);
	close(fd);
	check_text(&f, copy, "first");
	CHECK(!fstatat(f.cache.dir, copy, &cached, 0));
	CHECK_EQ_I64(cached.st_mtim.tv_sec, 1000);
	CHECK_EQ_I64(cached.st_mtim.tv_nsec, 5);
	fd = open_file(&f, "prog", "second");
	CHECK_EQ_I64(build_id_cache_add_mapped(&f.cache, &file, "/bin/prog", fd, &later, NULL), 1);
	close(fd);
	check_text(&f, copy, "second");
	fixture_fini(&f);
}

/* Of several processes with a pid the last one that the recorder met before a recording ended. */
TEST(maps_of_other_users)
{
	struct fixture f;
	char path[512], cache[512];
	int fd;

	fixture_init(&f);
	snprintf(cache, sizeof(cache), "%s/debug", f.tree.root);
	CHECK(!jit_cache_find(path, sizeof(path), cache, false, 7, 0));
	fd = open_file(&f, "map", "first");
	CHECK_EQ_I64(jit_cache_put(f.cache.dir, false, 7, 1000, fd, &f.cache.room), 0);
	CHECK_EQ_I64(jit_cache_put(f.cache.dir, false, 7, 20000, fd, &f.cache.room), 0);
	CHECK_EQ_I64(jit_cache_put(f.cache.dir, true, 71, 1000, fd, &f.cache.room), 0);
	CHECK(!jit_cache_find(path, sizeof(path), cache, false, 7, 999));
	CHECK(jit_cache_find(path, sizeof(path), cache, false, 7, 19999));
	CHECK(strstr(path, "/perf-7-00000000000000001000.map"));
	CHECK(jit_cache_find(path, sizeof(path), cache, false, 7, 0));
	CHECK(strstr(path, "/perf-7-00000000000000020000.map"));
	CHECK(!jit_cache_find(path, sizeof(path), cache, true, 7, 0));
	CHECK(jit_cache_find(path, sizeof(path), cache, true, 71, 2000));
	for (uint32_t i = 0; i < JIT_CACHE_FILES_MAX; i++)
		CHECK_EQ_I64(jit_cache_put(f.cache.dir, false, 100 + i, 1000, fd, &f.cache.room), 0);
	close(fd);
	jit_cache_limit(f.cache.dir);
	CHECK(!jit_cache_find(path, sizeof(path), cache, false, 7, 19999));
	CHECK(jit_cache_find(path, sizeof(path), cache, false, 100 + JIT_CACHE_FILES_MAX - 1, 0));
	fixture_fini(&f);
}

TEST(remove)
{
	const struct build_id first = make_id(1), second = make_id(2);
	struct fixture f;

	fixture_init(&f);
	add(&f, 1, "/usr/bin/prog", "one", true);
	add(&f, 2, "/usr/bin/prog", "two", true);
	CHECK_EQ_I64(build_id_cache_remove(&f.cache, &first, NULL), 0);
	CHECK(!is_there(&f, ".build-id/01/" REST) && !is_there(&f, "usr/bin/prog/01" REST));
	CHECK(build_id_cache_has(&f.cache, BUILD_ID_CACHE_ELF, &second));
	CHECK(!is_there(&f, ".prec/01" REST) && is_there(&f, ".prec/02" REST));
	CHECK_EQ_I64(build_id_cache_remove(&f.cache, &second, NULL), 0);
	CHECK(!is_there(&f, "usr"));
	CHECK_EQ_I64(build_id_cache_remove(&f.cache, &second, NULL), -ENOENT);
	fixture_fini(&f);
}

struct listed {
	int n;
	char names[4][64];
};

static int list(void *context, const struct build_id_cache_entry *entry)
{
	struct listed *l = context;

	CHECK(l->n < 4);
	snprintf(l->names[l->n++], sizeof(l->names[0]), "%02x %.40s", entry->id.data[0], entry->name);
	return 0;
}

TEST(each)
{
	struct listed l = { 0 };
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(build_id_cache_each(&f.cache, list, &l, NULL), 0);
	CHECK_EQ_I64(l.n, 0);
	add(&f, 0x1f, "/usr/bin/prog", "one", false);
	CHECK(!mkdirat(f.cache.dir, ".build-id/zz", 0755));
	CHECK(!symlinkat("../../../elsewhere/x", f.cache.dir, ".build-id/1f/00"));
	CHECK_EQ_I64(build_id_cache_each(&f.cache, list, &l, NULL), 0);
	CHECK_EQ_I64(l.n, 1);
	CHECK_STR(l.names[0], "1f /usr/bin/prog");
	fixture_fini(&f);
}

static void set_age(const struct fixture *f, const char *mark, long seconds)
{
	const struct timespec times[2] = { { seconds, 0 }, { seconds, 0 } };

	CHECK(!utimensat(f->cache.dir, mark, times, 0));
}

/* Of the kernel and the vdso, in perf's places, and counted like files. */
TEST(images)
{
	const struct build_id kernel = make_id(0x1e), vdso = make_id(0x1d);
	const struct timespec since = { 1000, 0 };
	struct listed l = { 0 };
	struct fixture f;
	uint32_t removed;
	int fd;

	fixture_init(&f);
	fd = open_file(&f, "text", "ffffffff81000000 T _text\n");
	CHECK(!fchmod(fd, 0400));
	CHECK(!build_id_cache_has(&f.cache, BUILD_ID_CACHE_KALLSYMS, &kernel));
	CHECK_EQ_I64(build_id_cache_add_image(&f.cache, BUILD_ID_CACHE_KALLSYMS, &kernel, fd, true, NULL), 1);
	CHECK_EQ_I64(build_id_cache_add_image(&f.cache, BUILD_ID_CACHE_KALLSYMS, &kernel, fd, true, NULL), 0);
	CHECK_EQ_I64(build_id_cache_add_image(&f.cache, BUILD_ID_CACHE_VDSO, &vdso, fd, true, NULL), 1);
	close(fd);
	CHECK(build_id_cache_has(&f.cache, BUILD_ID_CACHE_KALLSYMS, &kernel));
	CHECK(!build_id_cache_has(&f.cache, BUILD_ID_CACHE_ELF, &kernel));
	CHECK(is_there(&f, "[kernel.kallsyms]/1e" REST "/kallsyms") && is_there(&f, "[vdso]/1d" REST "/vdso"));
	CHECK_EQ_I64(build_id_cache_each(&f.cache, list, &l, NULL), 0);
	CHECK_EQ_I64(l.n, 2);
	set_age(&f, ".prec/1e" REST, 10);
	set_age(&f, ".prec/1d" REST, 20);
	CHECK_EQ_I64(build_id_cache_limit(&f.cache, 4096, since, &removed, NULL), 0);
	CHECK_EQ_U64(removed, 1);
	CHECK(!is_there(&f, "[kernel.kallsyms]") && is_there(&f, "[vdso]"));
	fixture_fini(&f);
}

/* The oldest that recordings made go, but none of now, nor what was added by hand. */
TEST(limit)
{
	const struct timespec since = { 1000, 0 };
	struct fixture f;
	uint32_t removed;

	fixture_init(&f);
	add(&f, 1, "/a", "text of a", true);
	add(&f, 2, "/b", "text of b", true);
	add(&f, 3, "/c", "text of c", true);
	add(&f, 4, "/d", "text of d", false);
	set_age(&f, ".prec/01" REST, 20);
	set_age(&f, ".prec/02" REST, 10);
	set_age(&f, ".prec/03" REST, 1000);
	CHECK_EQ_I64(build_id_cache_limit(&f.cache, 1 << 20, since, &removed, NULL), 0);
	CHECK_EQ_U64(removed, 0);
	CHECK_EQ_I64(build_id_cache_limit(&f.cache, 8192, since, &removed, NULL), 0);
	CHECK_EQ_U64(removed, 1);
	CHECK(!is_there(&f, "b") && is_there(&f, "a"));
	CHECK_EQ_I64(build_id_cache_limit(&f.cache, 0, since, &removed, NULL), 0);
	CHECK_EQ_U64(removed, 1);
	CHECK(!is_there(&f, "a") && is_there(&f, "c") && is_there(&f, "d"));
	fixture_fini(&f);
}

/* What is used again is not old. */
/* What is copied is counted; a hole is not, nor what was refused. */
TEST(room)
{
	const struct build_id id = make_id(9);
	struct fixture f;
	struct stat status;
	int fd;

	fixture_init(&f);
	f.cache.room.left = 25;
	f.cache.room.file = 12;
	CHECK_EQ_I64(add(&f, 1, "/a", "0123456789", true), 1);
	CHECK_EQ_I64(add(&f, 2, "/b", "0123456789ABC", true), -EFBIG);
	CHECK(!is_there(&f, ".build-id/02"));
	CHECK_EQ_I64(add(&f, 3, "/c", "0123456789", true), 1);
	CHECK_EQ_U64(f.cache.room.left, 5);
	CHECK_EQ_I64(add(&f, 4, "/d", "012345", true), -EFBIG);
	CHECK_EQ_I64(add(&f, 1, "/a", "0123456789", true), 0);
	fd = open_hole(&f, 1 << 20);
	CHECK_EQ_I64(build_id_cache_add(&f.cache, &id, "/hole", fd, true, NULL), 1);
	CHECK_EQ_U64(f.cache.room.left, 5);
	CHECK(!fstatat(f.cache.dir, ".build-id/09/cdef0000000000000000000000000000000000/elf", &status, 0));
	CHECK_EQ_I64(status.st_size, 1 << 20);
	CHECK(!close(fd));
	fixture_fini(&f);
}

TEST(marks_are_renewed)
{
	struct fixture f;
	struct stat status;

	fixture_init(&f);
	add(&f, 1, "/a", "text", true);
	set_age(&f, ".prec/01" REST, 20);
	CHECK_EQ_I64(add(&f, 1, "/a", "text", true), 0);
	CHECK(!fstatat(f.cache.dir, ".prec/01" REST, &status, 0));
	CHECK(status.st_mtim.tv_sec > 20);
	fixture_fini(&f);
}
