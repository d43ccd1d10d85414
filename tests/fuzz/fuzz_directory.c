/*
 * A directory as `perf record --threads` or --kcore leaves it, through the commands.
 *
 * The input: a byte that says which command with which options (fuzz_commands.c); then pieces of files until it ends,
 * each a byte that chooses the name, the number of its bytes (u16), and these. A piece is added to the ones before it
 * of the same name.
 */

#include "common/cursor.h"
#include "common/fileio.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_commands.h"

#include <fcntl.h>
#include <ftw.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TREE_FILES 4

/* Holes between the numbers, and what only looks like one of the files. */
static const char *const names[] = {
	"data", "data.0", "data.1", "data.2", "data.7", "header", "data.01", "kcore_dir/kallsyms",
};

static char root[64];

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static void remove_root(void)
{
	nftw(root, remove_entry, TREE_FILES, FTW_DEPTH | FTW_PHYS);
}

/* One for the process; what an input writes into it is removed after it. */
static int open_root(void)
{
	const char *tmp = getenv("TMPDIR");
	int fd;

	if (!*root) {
		snprintf(root, sizeof(root), "%.40s/prec-fuzz-XXXXXX", tmp ? tmp : "/tmp");
		FUZZ_CHECK(mkdtemp(root));
		atexit(remove_root);
	}
	fd = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	FUZZ_CHECK(fd >= 0);
	return fd;
}

static void add_piece(int dir, const char *name, struct cursor *piece)
{
	size_t size = cursor_left(piece);
	const uint8_t *data = cursor_bytes(piece, size);
	int fd;

	if (strchr(name, '/'))
		mkdirat(dir, "kcore_dir", 0777);
	fd = openat(dir, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	FUZZ_CHECK(fd >= 0 && !fileio_write(fd, data, size, NULL));
	close(fd);
}

static void put_files(int dir, struct cursor *c)
{
	while (cursor_ok(c) && cursor_left(c)) {
		uint8_t name = cursor_u8(c);
		uint16_t size = cursor_u16(c);
		/* The last piece may be cut: it is what is there. */
		struct cursor piece = cursor_sub(c, size < cursor_left(c) ? size : cursor_left(c));

		add_piece(dir, names[name % ARRAY_SIZE(names)], &piece);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cursor c = cursor_make(data, size, false);
	uint8_t what = cursor_u8(&c);
	int dir = open_root();

	put_files(dir, &c);
	fuzz_command_quiet(what % FUZZ_COMMANDS, what / FUZZ_COMMANDS, dir);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		unlinkat(dir, names[i], 0);
	unlinkat(dir, "kcore_dir", AT_REMOVEDIR);
	close(dir);
	return 0;
}
