/* The keeper of the line cache: what it writes, where, and what it refuses. */
#include "report/linecache/line_cache.h"
#include "report/linecache/line_store.h"
#include "report/linecache/line_writer.h"
#include "report/sandbox/sandbox.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct scene {
	struct tree tree;
	struct line_store_options options;
	struct line_store keeper;
};

static struct line_key key_of(uint8_t number)
{
	struct line_key key;

	memset(&key, 0, sizeof(key));
	key.build_id = (struct build_id){ .size = 2, .data = { 0xee, number } };
	key.file.inode = number;
	return key;
}

/* confine: called in the keeper before anything is read. */
static void scene_begin(struct scene *s, void (*confine)(const char *directory))
{
	tree_init(&s->tree);
	s->options = (struct line_store_options){ .limit = 1 << 20, .confine = confine };
	snprintf(s->options.directory, sizeof(s->options.directory), "%s/a/b/lines", s->tree.root);
	CHECK_EQ_I64(line_store_start(&s->keeper, &s->options), 0);
}

static void scene_end(struct scene *s)
{
	line_store_stop(&s->keeper);
	tree_fini(&s->tree);
}

/* Files in the cache. */
static unsigned count(const struct scene *s)
{
	DIR *dir = opendir(s->options.directory);
	struct dirent *e;
	unsigned n = 0;

	while (dir && (e = readdir(dir)))
		n += e->d_name[0] != '.';
	if (dir)
		closedir(dir);
	return n;
}

/* An entry of so many bytes. */
static struct buffer entry(const struct line_key *key, uint32_t size)
{
	struct line_piece piece = { .begin = 1, .end = 2, .size = size };
	struct buffer b;

	piece.data = calloc(1, size);
	buffer_init(&b);
	line_entry_encode(&b, key, NULL, 0, &piece, 1);
	CHECK(buffer_ok(&b));
	free((void *)piece.data);
	return b;
}

static int keep(struct scene *s, uint8_t number, uint32_t size)
{
	struct line_key key = key_of(number);
	struct buffer b = entry(&key, size);
	int result = line_store_keep(&s->keeper, &key, b.data, b.size);

	buffer_fini(&b);
	return result;
}

static int read_back(const struct scene *s, uint8_t number)
{
	struct line_key key = key_of(number);
	struct line_entry e;
	int result = line_cache_read(&e, s->options.directory, &key);

	if (!result)
		free((void *)e.data);
	return result;
}

TEST(an_entry_is_kept)
{
	struct scene s;

	scene_begin(&s, NULL);
	CHECK_EQ_I64(read_back(&s, 1), -ENOENT);
	CHECK_EQ_I64(keep(&s, 1, 100000), 0);
	CHECK_EQ_I64(keep(&s, 2, 1), 0);
	CHECK_EQ_I64(keep(&s, 1, 50000), 0);
	CHECK_EQ_I64(read_back(&s, 1), 0);
	CHECK_EQ_I64(read_back(&s, 2), 0);
	CHECK_EQ_I64(read_back(&s, 3), -ENOENT);
	CHECK_EQ_U64(count(&s), 2);
	scene_end(&s);
}

TEST(nothing_is_made_before_there_is_an_entry)
{
	char path[300];
	struct scene s;

	scene_begin(&s, NULL);
	line_store_stop(&s.keeper);
	snprintf(path, sizeof(path), "%s/a", s.tree.root);
	CHECK(access(path, F_OK));
	scene_end(&s);
}

TEST(the_oldest_entries_make_room)
{
	struct timespec times[2] = { { .tv_sec = 1000 }, { .tv_sec = 1000 } };
	struct line_key key = key_of(2);
	char path[2 * PATH_MAX], name[LINE_NAME_SIZE];
	struct scene s;

	scene_begin(&s, NULL);
	CHECK_EQ_I64(keep(&s, 1, 400000), 0);
	CHECK_EQ_I64(keep(&s, 2, 400000), 0);
	snprintf(path, sizeof(path), "%s/%s", s.options.directory, line_key_name(&key, name));
	CHECK(!utimensat(AT_FDCWD, path, times, 0));
	tree_write(&s.tree, "a/b/lines/README", "not an entry");
	CHECK_EQ_I64(keep(&s, 3, 400000), 0);
	CHECK_EQ_I64(read_back(&s, 1), 0);
	CHECK_EQ_I64(read_back(&s, 2), -ENOENT);
	CHECK_EQ_I64(read_back(&s, 3), 0);
	CHECK_EQ_U64(count(&s), 3);
	scene_end(&s);
}

TEST(what_a_killed_writer_left_goes_after_an_hour)
{
	struct timespec times[2] = { { .tv_sec = 1000 }, { .tv_sec = 1000 } };
	char path[2 * PATH_MAX];
	struct scene s;

	scene_begin(&s, NULL);
	CHECK_EQ_I64(keep(&s, 1, 1), 0);
	tree_write(&s.tree, "a/b/lines/abcd-01234567.new-99", "half");
	tree_write(&s.tree, "a/b/lines/abcd-01234567.new-98", "half");
	snprintf(path, sizeof(path), "%s/abcd-01234567.new-99", s.options.directory);
	CHECK(!utimensat(AT_FDCWD, path, times, 0));
	CHECK_EQ_I64(keep(&s, 2, 1), 0);
	CHECK(access(path, F_OK));
	CHECK_EQ_U64(count(&s), 3);
	scene_end(&s);
}

/* What the file system would say when it is full. */
static void allow_little(const char *directory)
{
	const struct rlimit limit = { 1000, 1000 };

	(void)directory;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
}

TEST(what_cannot_be_written_leaves_nothing)
{
	struct scene s;

	scene_begin(&s, allow_little);
	CHECK_EQ_I64(keep(&s, 1, 100000), -EFBIG);
	CHECK_EQ_U64(count(&s), 0);
	CHECK_EQ_I64(keep(&s, 2, 10), 0);
	CHECK_EQ_U64(count(&s), 1);
	scene_end(&s);
}

TEST(a_full_disk_leaves_nothing)
{
	struct scene s;
	char path[300];

	if (geteuid())
		test_skip("needs root, to mount a small file system");
	scene_begin(&s, NULL);
	tree_write(&s.tree, "a/x", "");
	snprintf(path, sizeof(path), "%s/a", s.tree.root);
	if (mount("none", path, "tmpfs", 0, "size=64k")) {
		scene_end(&s);
		test_skip("a tmpfs cannot be mounted here");
	}
	CHECK_EQ_I64(keep(&s, 1, 10), 0);
	CHECK_EQ_I64(keep(&s, 2, 200000), -ENOSPC);
	CHECK_EQ_I64(read_back(&s, 1), 0);
	CHECK_EQ_U64(count(&s), 1);
	line_store_stop(&s.keeper);
	CHECK(!umount2(path, MNT_DETACH));
	scene_end(&s);
}

TEST(a_directory_of_others_is_not_used)
{
	struct scene s;

	scene_begin(&s, NULL);
	tree_write(&s.tree, "a/b/lines/x", "");
	CHECK(!chmod(s.options.directory, 0777));
	CHECK_EQ_I64(keep(&s, 1, 10), -EPERM);
	CHECK_EQ_I64(read_back(&s, 1), -EPERM);
	CHECK_EQ_U64(count(&s), 1);
	scene_end(&s);
}

TEST(a_link_of_another_user_is_not_followed)
{
	struct scene s;
	char path[300];

	if (geteuid())
		test_skip("needs root, to be another user");
	scene_begin(&s, NULL);
	tree_write(&s.tree, "a/b/x", "");
	tree_write(&s.tree, "elsewhere/x", "");
	snprintf(path, sizeof(path), "%s/elsewhere", s.tree.root);
	CHECK(!symlink(path, s.options.directory) && !lchown(s.options.directory, 65534, 65534));
	CHECK_EQ_I64(keep(&s, 1, 10), -EPERM);
	CHECK_EQ_U64(count(&s), 1);
	scene_end(&s);
}

TEST(an_entry_that_others_may_write_is_not_read)
{
	struct line_key key = key_of(1);
	char path[2 * PATH_MAX], name[LINE_NAME_SIZE], other[PATH_MAX];
	struct scene s;

	scene_begin(&s, NULL);
	CHECK_EQ_I64(keep(&s, 1, 10), 0);
	snprintf(path, sizeof(path), "%s/%s", s.options.directory, line_key_name(&key, name));
	CHECK(!chmod(path, 0666));
	CHECK_EQ_I64(read_back(&s, 1), -EPERM);
	CHECK(!chmod(path, 0600));
	CHECK_EQ_I64(read_back(&s, 1), 0);
	snprintf(other, sizeof(other), "%s/moved", s.tree.root);
	CHECK(!rename(path, other));
	CHECK(!symlink(other, path));
	CHECK_EQ_I64(read_back(&s, 1), -ELOOP);
	CHECK(!unlink(path));
	CHECK(!mkfifo(path, 0600));
	CHECK_EQ_I64(read_back(&s, 1), -EPERM);
	scene_end(&s);
}

TEST(two_keepers_leave_a_whole_entry)
{
	struct line_key key = key_of(1);
	struct line_store other;
	struct buffer b = entry(&key, 300000);
	struct scene s;

	scene_begin(&s, NULL);
	CHECK_EQ_I64(line_store_start(&other, &s.options), 0);
	for (int i = 0; i < 20; i++) {
		CHECK_EQ_I64(line_store_keep(i % 2 ? &other : &s.keeper, &key, b.data, b.size), 0);
		CHECK_EQ_I64(read_back(&s, 1), 0);
	}
	CHECK_EQ_U64(count(&s), 1);
	line_store_stop(&other);
	buffer_fini(&b);
	scene_end(&s);
}

/* As the command does it; then tries to write beside the directory. */
static void confine(const char *directory)
{
	struct sandbox sandbox;
	char path[2 * PATH_MAX];
	unsigned parts;

	sandbox_init(&sandbox);
	sandbox_allow(&sandbox, directory, SANDBOX_WRITE | SANDBOX_MAKE_FILES);
	parts = sandbox_enter(&sandbox);
	snprintf(path, sizeof(path), "%s/../%s", directory, parts & SANDBOX_LANDLOCK ? "escaped" : "no-landlock");
	open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
}

TEST(a_confined_keeper_writes_there_and_nowhere_else)
{
	char path[2 * PATH_MAX];
	struct scene s;

	scene_begin(&s, confine);
	for (uint8_t i = 1; i <= 4; i++)
		CHECK_EQ_I64(keep(&s, i, 400000), 0);
	snprintf(path, sizeof(path), "%s/../no-landlock", s.options.directory);
	if (!access(path, F_OK)) {
		scene_end(&s);
		test_skip("needs Landlock");
	}
	CHECK_EQ_U64(count(&s), 2);
	snprintf(path, sizeof(path), "%s/../escaped", s.options.directory);
	CHECK(access(path, F_OK));
	CHECK_EQ_I64(read_back(&s, 4), 0);
	scene_end(&s);
}

/* --- what a reader that was taken over may send -------------------------------------------- */

/* Sends a packet; a keeper that does not like it ends, which the socket shows. */
static void hostile(struct scene *s, const struct line_packet *head, size_t size)
{
	char packet[sizeof(*head) + LINE_PACKET_BYTES] = { 0 };

	memcpy(packet, head, sizeof(*head));
	(void)!send(s->keeper.socket, packet, size, MSG_NOSIGNAL);
}

static void check_writes_nothing(const struct line_packet *packets, const size_t *sizes, unsigned n)
{
	struct scene s;

	scene_begin(&s, NULL);
	for (unsigned i = 0; i < n; i++)
		hostile(&s, &packets[i], sizes[i]);
	line_store_stop(&s.keeper);
	CHECK_EQ_U64(count(&s), 0);
	scene_end(&s);
}

TEST(hostile_packets_write_nothing)
{
	struct line_packet begin, bytes, end;
	struct line_packet no_id, long_id, large;
	size_t head = sizeof(begin);

	memset(&begin, 0, sizeof(begin));
	memset(&bytes, 0, sizeof(bytes));
	memset(&end, 0, sizeof(end));
	begin = (struct line_packet){ .type = LINE_BEGIN, .size = 10, .key = key_of(1) };
	bytes = (struct line_packet){ .type = LINE_BYTES, .n = 10 };
	end = (struct line_packet){ .type = LINE_END };
	no_id = long_id = large = begin;
	no_id.key.build_id.size = 0;
	long_id.key.build_id.size = 200;
	large.size = (uint64_t)LINE_ENTRY_MAX + 1;
	check_writes_nothing((struct line_packet[]){ no_id, bytes, end }, (size_t[]){ head, head + 10, head }, 3);
	check_writes_nothing((struct line_packet[]){ long_id, bytes, end }, (size_t[]){ head, head + 10, head }, 3);
	check_writes_nothing((struct line_packet[]){ large, bytes, end }, (size_t[]){ head, head + 10, head }, 3);
	/* Less than was announced, more than that, fewer bytes than the packet says. */
	check_writes_nothing((struct line_packet[]){ begin, end }, (size_t[]){ head, head }, 2);
	check_writes_nothing((struct line_packet[]){ begin, bytes, bytes, end },
			     (size_t[]){ head, head + 10, head + 10, head }, 4);
	check_writes_nothing((struct line_packet[]){ begin, bytes, end }, (size_t[]){ head, head + 5, head }, 3);
	/* Out of order, and no packets at all. */
	check_writes_nothing((struct line_packet[]){ bytes, end }, (size_t[]){ head + 10, head }, 2);
	check_writes_nothing((struct line_packet[]){ begin }, (size_t[]){ 1 }, 1);
	check_writes_nothing((struct line_packet[]){ { .type = 77 } }, (size_t[]){ head }, 1);
	/* The reader ends in the middle. */
	check_writes_nothing((struct line_packet[]){ begin }, (size_t[]){ head }, 1);
}

/* --- where ------------------------------------------------------------------------------------ */

TEST(the_directory_is_where_the_specification_says)
{
	char path[PATH_MAX];

	CHECK(!setenv("XDG_CACHE_HOME", "/x", 1));
	CHECK(line_cache_directory(path));
	CHECK_STR(path, "/x/prec/lines");
	CHECK(!setenv("XDG_CACHE_HOME", "relative", 1));
	CHECK(!setenv("HOME", "/nobody", 1));
	CHECK(line_cache_directory(path));
	CHECK_STR(path, "/nobody/.cache/prec/lines");
	CHECK(!unsetenv("XDG_CACHE_HOME"));
	CHECK(!unsetenv("HOME"));
	CHECK(!line_cache_directory(path));
}

TEST(the_limit_is_a_number_of_mebibytes)
{
	static const char *const wrong[] = { "x", "-1", "1M", " 1", "99999999999999999999" };
	uint64_t bytes;

	CHECK(!unsetenv("PREC_LINE_CACHE"));
	CHECK(line_cache_limit(&bytes));
	CHECK_EQ_U64(bytes, LINE_CACHE_DEFAULT);
	CHECK(!setenv("PREC_LINE_CACHE", "3", 1));
	CHECK(line_cache_limit(&bytes));
	CHECK_EQ_U64(bytes, 3 << 20);
	CHECK(!setenv("PREC_LINE_CACHE", "0", 1));
	CHECK(line_cache_limit(&bytes));
	CHECK_EQ_U64(bytes, 0);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		CHECK(!setenv("PREC_LINE_CACHE", wrong[i], 1));
		CHECK(!line_cache_limit(&bytes));
	}
	CHECK(!unsetenv("PREC_LINE_CACHE"));
}

TEST(a_directory_is_made_only_below_ones_own)
{
	char path[300];
	struct tree t;
	int fd;

	tree_init(&t);
	tree_write(&t, "home/x", "");
	snprintf(path, sizeof(path), "%s/home/.cache/prec/lines", t.root);
	fd = line_eviction_open(path);
	CHECK(fd >= 0);
	close(fd);
	if (geteuid())
		test_skip("needs root, to be somebody else");
	tree_write(&t, "other/x", "");
	snprintf(path, sizeof(path), "%s/other", t.root);
	CHECK(!chown(path, 65534, 65534));
	snprintf(path, sizeof(path), "%s/other/.cache/prec/lines", t.root);
	CHECK_EQ_I64(line_eviction_open(path), -EPERM);
	snprintf(path, sizeof(path), "%s/other/.cache", t.root);
	CHECK(access(path, F_OK));
	tree_fini(&t);
}

/* The first reason is kept: here that the folder is gone. */
TEST(a_folder_that_is_gone)
{
	const struct line_key key = { .build_id = { .size = 4, .data = "gone" }, .file = { .inode = 1, .size = 2 } };
	char path[] = "/tmp/prec-line-writer-XXXXXX";
	struct line_writer w = { .file = -1 };
	int directory;

	CHECK(mkdtemp(path));
	directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	CHECK(directory >= 0 && !rmdir(path));
	line_writer_begin(&w, directory, &key, 4);
	line_writer_put(&w, "text", 4);
	CHECK_EQ_I64(line_writer_end(&w), -ENOENT);
	close(directory);
}
