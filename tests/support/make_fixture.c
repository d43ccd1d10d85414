/*
 * make_fixture NAME > FILE: one of the files of fixtures.h. make_fixture --all DIR: all of them, under their names.
 */
#include "tests/support/fixtures.h"

#include <stdio.h>
#include <string.h>

static int fixture_write(const struct fixture *f, FILE *out)
{
	struct perf_builder b;
	const struct buffer *file = fixture_make(f, &b);
	int result = !file || fwrite(file->data, 1, file->size, out) != file->size || fflush(out);

	perf_builder_fini(&b);
	if (result)
		fprintf(stderr, "make_fixture: %s cannot be written\n", f->name);
	return result;
}

static int write_all(const char *dir)
{
	const struct fixture *f;
	int result = 0;

	for (size_t i = 0; !result && (f = fixture_at(i)); i++) {
		char path[4096];
		FILE *out;

		snprintf(path, sizeof(path), "%s/%s", dir, f->name);
		out = fopen(path, "wb");
		if (!out) {
			perror(path);
			return 1;
		}
		result = fixture_write(f, out);
		result |= fclose(out) != 0;
	}
	return result;
}

int main(int argc, char **argv)
{
	const struct fixture *f;

	if (argc == 3 && !strcmp(argv[1], "--all"))
		return write_all(argv[2]);
	f = argc == 2 ? fixture_find(argv[1]) : NULL;
	if (f)
		return fixture_write(f, stdout);
	fputs("usage: make_fixture NAME > FILE, or make_fixture --all DIR; the names are:\n", stderr);
	for (size_t i = 0; (f = fixture_at(i)); i++)
		fprintf(stderr, "\t%s\n", f->name);
	return 2;
}
