/*
 * header_file [--swap] [--pipe] [--cut N] [--unknown] PATH: a perf.data file with every feature section and one record.
 *
 * --cut N leaves only the first N bytes of each section; --unknown adds feature 99 of 3 bytes.
 */
#include "tests/support/features_sample.h"
#include "tests/support/perf_builder.h"

#include <stdio.h>
#include <stdlib.h>

struct header_file {
	unsigned flags;
	size_t cut;
	bool unknown;
	const char *path;
};

static bool parse(struct header_file *h, int argc, char **argv)
{
	h->cut = SIZE_MAX;
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--swap"))
			h->flags |= PERF_BUILDER_SWAP;
		else if (!strcmp(argv[i], "--pipe"))
			h->flags |= PERF_BUILDER_PIPE;
		else if (!strcmp(argv[i], "--unknown"))
			h->unknown = true;
		else if (!strcmp(argv[i], "--cut") && i + 1 < argc)
			h->cut = strtoul(argv[++i], NULL, 10);
		else
			h->path = argv[i];
	}
	return h->path;
}

static void put_features(struct perf_builder *b, const struct header_file *h)
{
	static const unsigned flags[] = { FEATURE_BRANCH_STACK, FEATURE_AUXTRACE, FEATURE_STAT };

	for (unsigned feature = 0; feature < FILE_FEATURE_BITS; feature++) {
		struct buffer section;

		buffer_init(&section);
		section.swap = h->flags & PERF_BUILDER_SWAP;
		if (features_sample(&section, feature))
			perf_builder_feature(b, (int)feature, section.data,
					     section.size < h->cut ? section.size : h->cut);
		buffer_fini(&section);
	}
	for (size_t i = 0; i < ARRAY_SIZE(flags); i++)
		perf_builder_feature(b, (int)flags[i], NULL, 0);
	if (h->unknown)
		perf_builder_feature(b, 99, "abc", 3);
}

int main(int argc, char **argv)
{
	struct header_file h = { 0 };
	struct perf_builder b;

	if (!parse(&h, argc, argv)) {
		fprintf(stderr, "usage: header_file [--swap] [--pipe] [--cut N] [--unknown] PATH\n");
		return 2;
	}
	perf_builder_init(&b, h.flags);
	perf_builder_event(&b, &features_sample_attr, "cycles:u", (uint64_t[]){ 7, 8 }, 2);
	perf_builder_event(&b, &features_sample_attr, "cache-misses", (uint64_t[]){ 9 }, 1);
	put_features(&b, &h);
	perf_builder_comm(&b, 10, 10, "cat", 0);
	if (!perf_builder_finish(&b) || !perf_builder_write(&b, h.path)) {
		perror(h.path);
		return 1;
	}
	perf_builder_fini(&b);
	return 0;
}
