/*
 * Runs a fuzz target over the files named, and over damaged copies of each: every length it can be cut to (of small
 * files; of larger ones some) and some hundred changes of one to four bytes, the same ones each time.
 */
#include "tests/fuzz/fuzz.h"

#include "common/bytes.h"

#include <stdio.h>
#include <stdlib.h>

#define FILE_MAX_SIZE (64u << 20)
#define CUTS          150
#define CHANGES       200

static uint64_t random_state = 88172645463325252ull;

static uint32_t random_below(uint32_t n)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (uint32_t)(random_state % n);
}

/* The target gets a block of exactly the size, so that reading beyond it shows. */
static int run(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size + !size);

	if (!copy)
		return 1;
	memcpy(copy, data, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
	return 0;
}

static int run_damaged(uint8_t *data, size_t size)
{
	size_t step = size / CUTS + 1;
	int result = run(data, size);

	for (size_t cut = 0; cut < size; cut += step)
		result |= run(data, cut);
	for (int i = 0; size && i < CHANGES; i++) {
		uint8_t before[4];
		uint32_t n = 1 + random_below(4), at = random_below((uint32_t)size);

		if (n > size - at)
			n = (uint32_t)(size - at);
		memcpy(before, data + at, n);
		for (uint32_t k = 0; k < n; k++)
			data[at + k] = random_below(3) ? (uint8_t)random_below(256) : random_below(2) ? 0xff : 0;
		result |= run(data, size);
		memcpy(data + at, before, n);
	}
	return result;
}

static int run_file(const char *path)
{
	FILE *in = fopen(path, "rb");
	uint8_t *data = in ? malloc(FILE_MAX_SIZE) : NULL;
	size_t size;
	int result;

	if (!data) {
		perror(path);
		if (in)
			fclose(in);
		return 1;
	}
	size = fread(data, 1, FILE_MAX_SIZE, in);
	fclose(in);
	result = run_damaged(data, size);
	free(data);
	return result;
}

int main(int argc, char **argv)
{
	int result = 0;

	for (int i = 1; i < argc; i++)
		result |= run_file(argv[i]);
	printf("%d files\n", argc - 1);
	return result || argc < 2;
}
