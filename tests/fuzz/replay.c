/*
 * replay: main() of a fuzz target without a fuzzer: runs the target on every file of its corpus, a TAP case each, or
 * on the files named. A crash ends the program before its plan is fulfilled, which automake counts as an error.
 */
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <libgen.h>
#include <limits.h>
#include <string.h>

#define INPUT_MAX (64 << 20)

static int replay(const char *path)
{
	FILE *f = fopen(path, "rb");
	uint8_t *data = NULL;
	size_t size = 0, capacity = 0;

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
	/* exactly as large as the input, so that a sanitizer sees a read beyond it */
	data = realloc(data, size ? size : 1);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	return 0;
}

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

	snprintf(folder, sizeof(folder), "%s/tests/fuzz/corpus/%s", source ? source : ".", name ? name + 5 : program);
	n = scandir(folder, &entries, is_file, alphasort);
	if (n <= 0) {
		fprintf(stderr, "%s: no corpus\n", folder);
		return 1;
	}
	printf("1..%d\n", n);
	for (int i = 0; i < n; i++) {
		fflush(stdout);
		snprintf(path, sizeof(path), "%s/%s", folder, entries[i]->d_name);
		printf("%sok %d - %s\n", replay(path) ? "not " : "", i + 1, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	return 0;
}

int main(int argc, char **argv)
{
	int failed = 0;

	if (argc < 2)
		return replay_corpus(argv[0]);
	for (int i = 1; i < argc; i++)
		failed |= replay(argv[i]);
	return failed;
}
