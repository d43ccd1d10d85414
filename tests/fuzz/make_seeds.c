/*
 * make_seeds FOLDER: writes the corpora's first files, made by the builder: FOLDER/attr/..., FOLDER/perf_data/...
 * What fuzzing found comes beside them under a name that says what it was.
 */
#include "config.h"

#include "formats/attr.h"
#include "tests/support/perf_builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static void write_file(const char *folder, const char *name, const void *data, size_t size)
{
	char path[4096];
	FILE *f;

	mkdir(folder, 0777);
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "wb");
	if (!f || fwrite(data, 1, size, f) != size || fclose(f)) {
		perror(path);
		exit(1);
	}
}

static const struct event_attr attr = {
	.type = PERF_TYPE_SOFTWARE,
	.size = ATTR_SIZE_VER8,
	.sample_period = 4000,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
		       PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_IDENTIFIER,
	.read_format = PERF_FORMAT_ID,
	.flags = ATTR_FREQ | ATTR_SAMPLE_ID_ALL | ATTR_MMAP | ATTR_MMAP2 | ATTR_COMM | 2ull << ATTR_PRECISE_IP_SHIFT,
	.branch_sample_type = 3,
	.sample_regs_user = 5,
	.sample_stack_user = 8192,
	.clockid = -1,
	.config3 = 7,
};

static void attr_seeds(const char *folder)
{
	for (uint8_t swap = 0; swap < 2; swap++)
		for (uint32_t size = ATTR_SIZE_VER0; size <= ATTR_SIZE_VER8; size += 24) {
			struct event_attr one = attr;
			struct buffer b;
			char name[64];

			one.size = size;
			buffer_init(&b);
			b.swap = swap;
			buffer_put_u8(&b, swap);
			attr_encode(&b, &one);
			snprintf(name, sizeof(name), "size-%u-%s", size, swap ? "other-order" : "machine-order");
			write_file(folder, name, b.data, b.size);
			buffer_fini(&b);
		}
}

static void put_records(struct perf_builder *b)
{
	static const uint64_t chain[] = { CALLCHAIN_KERNEL, 0xffffffff81000010, CALLCHAIN_USER, 0x400100, 0x400200 };

	b->at = (struct perf_builder_at){ .id = 7, .pid = 10, .tid = 10, .time = 1000 };
	perf_builder_comm(b, 10, 10, "cat", RECORD_MISC_COMM_EXEC);
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = 10,
							  .tid = 10,
							  .start = 0x400000,
							  .size = 0x1000,
							  .build_id = { 20, "12345678901234567890" },
							  .name = "/bin/cat" });
	perf_builder_mmap(b, &(struct perf_builder_map){ .pid = UINT32_MAX,
							 .start = 0xffffffff81000000,
							 .size = 0x1000000,
							 .pgoff = 0xffffffff81000000,
							 .misc = RECORD_MISC_KERNEL,
							 .name = "[kernel.kallsyms]_text" });
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_KERNEL,
							      .ip = 0xffffffff81000010,
							      .period = 5,
							      .chain = chain,
							      .n_chain = 5 });
	perf_builder_fork(b, 11, 10, 11, 10);
	perf_builder_lost(b, 7, 3);
	perf_builder_finished_round(b);
	perf_builder_exit(b, 11, 10, 11, 10);
}

static void perf_data_seed(const char *folder, const char *name, unsigned flags, uint32_t compressed_type)
{
	struct perf_builder b;
	const struct buffer *file;

	perf_builder_init(&b, flags);
	perf_builder_event(&b, &attr, "cpu-clock", (uint64_t[]){ 7, 8 }, 2);
	perf_builder_compress_begin(&b);
	put_records(&b);
	if (compressed_type) {
		perf_builder_compress_end(&b, compressed_type, 1, 0);
		perf_builder_feature_compressed(&b, 1, 2, 1 << 20);
	}
	perf_builder_feature_string(&b, FEATURE_HOSTNAME, "host");
	perf_builder_feature_event_desc(&b);
	perf_builder_feature_sample_time(&b, 1000, 1000);
	perf_builder_feature_build_id(&b, RECORD_MISC_USER, -1, &(struct build_id){ 20, "12345678901234567890" },
				      "/bin/cat");
	file = perf_builder_finish(&b);
	if (!file)
		exit(1);
	write_file(folder, name, file->data, file->size);
	perf_builder_fini(&b);
}

int main(int argc, char **argv)
{
	char folder[4096];

	if (argc != 2)
		return 2;
	mkdir(argv[1], 0777);
	snprintf(folder, sizeof(folder), "%s/attr", argv[1]);
	attr_seeds(folder);
	snprintf(folder, sizeof(folder), "%s/perf_data", argv[1]);
	perf_data_seed(folder, "file", 0, 0);
	perf_data_seed(folder, "file-other-order", PERF_BUILDER_SWAP, 0);
	perf_data_seed(folder, "file-version-1", PERF_BUILDER_V1, 0);
	perf_data_seed(folder, "file-unfinished", PERF_BUILDER_UNFINISHED, 0);
	perf_data_seed(folder, "file-compressed", 0, PERF_RECORD_COMPRESSED);
	perf_data_seed(folder, "file-compressed2", 0, PERF_RECORD_COMPRESSED2);
	perf_data_seed(folder, "pipe", PERF_BUILDER_PIPE, 0);
	perf_data_seed(folder, "pipe-other-order", PERF_BUILDER_PIPE | PERF_BUILDER_SWAP, 0);
	return 0;
}
