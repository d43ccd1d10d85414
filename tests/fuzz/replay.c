/*
 * replay: main() of a fuzz target without a fuzzer: runs the target on every file of its corpus, a TAP case each, or
 * on the files named. A crash ends the program before its plan is fulfilled, which automake counts as an error. In a
 * file of the corpus the target has to find as much as the table tests/fuzz/counts says.
 *
 * --damage FILE...: on damaged copies of the files too: up to CUTS of the lengths each can be cut to, and CHANGES
 * changes of one to four bytes, the same ones each time.
 *
 * --count FILE...: writes their lines of the table.
 *
 * --afl: what AFL++ hands over, in its persistent mode (configure --enable-fuzz=afl).
 */
#include "tests/fuzz/fuzz.h"
#include "tests/support/random.h"

#include <dirent.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <string.h>

#define INPUT_MAX (64 << 20)
#define CUTS      10
#define CHANGES   15
#define CORPUS    "/corpus/"

enum how { UNDAMAGED, DAMAGE, COUNT };

/* Exactly as large as the input, so that a sanitizer sees a read beyond it. */
static void replay_bytes(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);

	if (!copy)
		abort();
	memcpy(copy, data, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

static void replay_damaged(uint8_t *data, size_t size)
{
	for (size_t cut = 0; cut < size; cut += size / CUTS + 1)
		replay_bytes(data, cut);
	for (int i = 0; size && i < CHANGES; i++) {
		uint32_t n = 1 + random_below(4), at = random_below((uint32_t)size);
		uint8_t before[4];

		if (n > size - at)
			n = (uint32_t)(size - at);
		memcpy(before, data + at, n);
		for (uint32_t k = 0; k < n; k++)
			data[at + k] = (uint8_t)(random_below(3) ? random_below(256) : 255 * random_below(2));
		replay_bytes(data, size);
		memcpy(data + at, before, n);
	}
}

/* --- what is found ---------------------------------------------------------------- */

/* TARGET/SEED; NULL of a file that is none of the corpus. */
static const char *corpus_name(const char *path)
{
	const char *corpus = strstr(path, CORPUS);

	return corpus ? corpus + strlen(CORPUS) : NULL;
}

/* Reads the table beside the corpus. */
static int count_known(const char *path, const char *name, uint64_t *ret_count)
{
	char table[PATH_MAX], line[PATH_MAX];
	int known = 0;
	FILE *f;

	snprintf(table, sizeof(table), "%.*s/counts", (int)(name - strlen(CORPUS) - path), path);
	f = fopen(table, "re");
	while (f && !known && fgets(line, sizeof(line), f))
		known = !strncmp(line, name, strlen(name)) &&
			sscanf(line + strlen(name), " %" SCNu64 "\n", ret_count) == 1;
	if (f)
		fclose(f);
	return known;
}

static int check_found(const char *path, uint64_t found)
{
	const char *name = corpus_name(path);
	uint64_t count = 0;

	if (!name || (count_known(path, name, &count) && count == found))
		return 0;
	fprintf(stderr, "%s: found %" PRIu64 ", and not %" PRIu64 " (UPDATE=1 tests/fuzz/run writes the table anew)\n",
		name, found, count);
	return 1;
}

static int replay(const char *path, enum how how)
{
	FILE *f = fopen(path, "rb");
	uint8_t *data = NULL;
	size_t size = 0, capacity = 0;
	uint64_t before = fuzz_found;
	int failed = 0;

	if (!f) {
		perror(path);
		return 1;
	}
	do {
		capacity = capacity * 2 + 4096;
		data = realloc(data, capacity);
		if (!data || capacity > INPUT_MAX)
			abort();
		size += fread(data + size, 1, capacity - size, f);
	} while (size == capacity);
	fclose(f);
	replay_bytes(data, size);
	if (how == COUNT)
		printf("%s %" PRIu64 "\n", corpus_name(path), fuzz_found - before);
	else
		failed = check_found(path, fuzz_found - before);
	if (how == DAMAGE)
		replay_damaged(data, size);
	free(data);
	return failed;
}

/* ---------------------------------------------------------------------------------- */

static int is_file(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* corpus/NAME for the program fuzz_NAME. */
static int replay_corpus(char *program)
{
	const char *source = getenv("PREC_SRCDIR");
	char *name = strstr(basename(program), "fuzz_");
	char folder[PATH_MAX], path[2 * PATH_MAX];
	struct dirent **entries;
	int n;

	snprintf(folder, sizeof(folder), "%s/tests/fuzz" CORPUS "%s", source ? source : ".", name ? name + 5 : program);
	n = scandir(folder, &entries, is_file, alphasort);
	if (n <= 0) {
		fprintf(stderr, "%s: no corpus\n", folder);
		return 1;
	}
	printf("1..%d\n", n);
	for (int i = 0; i < n; i++) {
		fflush(stdout);
		snprintf(path, sizeof(path), "%s/%s", folder, entries[i]->d_name);
		printf("%sok %d - %s\n", replay(path, UNDAMAGED) ? "not " : "", i + 1, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	return 0;
}

#ifdef __AFL_HAVE_MANUAL_CONTROL
/* Inputs a process runs before AFL++ starts another. */
#define AFL_INPUTS 10000

__AFL_FUZZ_INIT();

static int afl_loop(void)
{
	const uint8_t *data;

	__AFL_INIT();
	data = __AFL_FUZZ_TESTCASE_BUF;
	while (__AFL_LOOP(AFL_INPUTS))
		replay_bytes(data, (size_t)__AFL_FUZZ_TESTCASE_LEN);
	return 0;
}
#else
static int afl_loop(void)
{
	fprintf(stderr, "--afl needs a build by afl-clang-fast: configure --enable-fuzz=afl\n");
	return 2;
}
#endif

int main(int argc, char **argv)
{
	enum how how = UNDAMAGED;
	int failed = 0;

	if (argc < 2)
		return replay_corpus(argv[0]);
	if (!strcmp(argv[1], "--afl"))
		return afl_loop();
	if (!strcmp(argv[1], "--damage"))
		how = DAMAGE;
	if (!strcmp(argv[1], "--count"))
		how = COUNT;
	for (int i = 1 + (how != UNDAMAGED); i < argc; i++)
		failed |= replay(argv[i], how);
	return failed;
}
