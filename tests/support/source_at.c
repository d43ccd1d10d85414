/*
 * source_at FILE: what code is at the addresses that come from standard input, one a line in hexadecimal digits: the
 * address, then for each frame its function and its line, innermost first, as `eu-addr2line -ai` has them.
 */
#include "report/elf/demangle.h"
#include "report/source/source.h"
#include "report/source/source_worker.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void print_frame(const struct source_window *w, const struct source_frame *f)
{
	const char *mangled = w->strings + f->name;
	char *name = demangle_name(mangled, DEMANGLE_FULL);

	printf("%s\n%s:%u\n", name ? name : mangled, f->file ? w->strings + f->file : "??", f->line);
	free(name);
}

static void print_address(struct source_file *file, uint64_t address)
{
	const struct source_window *w;
	const struct source_row *row;

	printf("0x%016" PRIx64 "\n", address);
	if (!source_file_find(file, address, true, &w, &row))
		return;
	for (uint32_t i = 0; i < row->n; i++)
		print_frame(w, &w->frames[row->first + i]);
}

int main(int argc, char **argv)
{
	struct source_worker_options options = { .seconds = 60 };
	struct source_server server;
	struct source_file *file;
	struct source *source;
	struct stat st;
	char line[64];

	if (argc != 2 || stat(argv[1], &st) || source_server_start(&server, 1, source_worker_run, &options)) {
		fprintf(stderr, "usage: source_at FILE <ADDRESSES\n");
		return 2;
	}
	source = source_new(&server, NULL);
	file = source ? source_file_new(source, &(struct source_origin){ .path = argv[1],
									 .program = argv[1],
									 .symfs = "",
									 .device = st.st_dev,
									 .inode = st.st_ino })
		      : NULL;
	while (file && fgets(line, sizeof(line), stdin))
		print_address(file, strtoull(line, NULL, 16));
	if (source && source_counts(source).lost)
		fprintf(stderr, "source_at: parts could not be read\n");
	source_free(source);
	source_server_stop(&server);
	return file ? 0 : 1;
}
