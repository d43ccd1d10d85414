/*
 * dump_file [--swap] [--frames] [--unfinished] [--damage] PATH: a perf.data file with a record of every type.
 *
 * --frames puts the kernel's records into a zstd frame. --damage leaves a record without its end, a sample of no event,
 * a record of a type nobody knows and a header of size 0 among them, each followed by good records.
 */
#include "tests/support/perf_builder.h"
#include "tests/support/records_sample.h"

#include <stdio.h>

struct dump_file {
	unsigned flags;
	bool frames, damage;
	const char *path;
};

static bool parse(struct dump_file *d, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--swap"))
			d->flags |= PERF_BUILDER_SWAP;
		else if (!strcmp(argv[i], "--unfinished"))
			d->flags |= PERF_BUILDER_UNFINISHED;
		else if (!strcmp(argv[i], "--frames"))
			d->frames = true;
		else if (!strcmp(argv[i], "--damage"))
			d->damage = true;
		else
			d->path = argv[i];
	}
	return d->path;
}

static void put_plain(struct perf_builder *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		perf_builder_comm(b, 100 + i, 100 + i, "good", 0);
}

static void put_damage(struct perf_builder *b)
{
	uint64_t nobody[12] = { 4711 };

	put_plain(b, 4);
	perf_builder_record(b, PERF_RECORD_MMAP, 0, "short", 6, false);
	perf_builder_record(b, PERF_RECORD_SAMPLE, 0, nobody, sizeof(nobody), false);
	put_plain(b, 4);
	perf_builder_record(b, 4000, 0, nobody, 24, false);
	put_plain(b, 4);
	perf_builder_header(b, PERF_RECORD_SAMPLE, 0, 0);
	buffer_append(&b->records, "no record", 9);
	put_plain(b, 4);
}

int main(int argc, char **argv)
{
	struct dump_file d = { 0 };
	struct perf_builder b;

	if (!parse(&d, argc, argv)) {
		fprintf(stderr, "usage: dump_file [--swap] [--frames] [--unfinished] [--damage] PATH\n");
		return 2;
	}
	perf_builder_init(&b, d.flags);
	records_sample_event(&b);
	perf_builder_event(&b, &records_sample_attr, "mem-stores", (uint64_t[]){ 17 }, 1);
	perf_builder_feature_string(&b, FEATURE_ARCH, "x86_64");
	perf_builder_feature_string(&b, FEATURE_HOSTNAME, "host");
	perf_builder_feature_build_id(&b, RECORD_MISC_USER, -1,
				      &(struct build_id){ .size = 20, .data = { 0xe4, 0xf1, 0x8d, 0x9d } }, "/bin/cat");
	if (d.frames) {
		perf_builder_feature_compressed(&b, 1, 2, 1 << 20);
		perf_builder_compress_begin(&b);
	}
	records_sample_kernel(&b);
	if (d.frames)
		perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 0);
	if (d.damage)
		put_damage(&b);
	else
		records_sample_recorder(&b);
	if (!perf_builder_finish(&b) || !perf_builder_write(&b, d.path)) {
		perror(d.path);
		return 1;
	}
	perf_builder_fini(&b);
	return 0;
}
