#include "report/print/print_tasks.h"

#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

static const struct event_attr attr = {
	.size = ATTR_SIZE_VER7,
	.flags = ATTR_SAMPLE_ID_ALL,
	.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
};

static void begin(struct perf_builder *b, unsigned flags)
{
	perf_builder_init(b, flags);
	perf_builder_event(b, &attr, "cycles", (uint64_t[]){ 7 }, 1);
}

static void map(struct perf_builder *b, uint32_t pid, uint64_t start, uint64_t size, const char *name)
{
	perf_builder_mmap2(b, &(struct perf_builder_map){ .misc = RECORD_MISC_USER,
							  .pid = pid,
							  .tid = pid,
							  .start = start,
							  .size = size,
							  .pgoff = 0x1000,
							  .inode = 42,
							  .prot = PROT_READ | PROT_EXEC,
							  .flags = MAP_PRIVATE,
							  .name = name });
}

/* What is printed of the builder's file. The caller frees it. */
static char *print(struct perf_builder *b, bool maps)
{
	struct analysis_options options = { .workers = 1, .want_spans = true };
	struct perf_file *file = built_open(b, NULL);
	struct strtab strings;
	struct analysis a;
	struct tasks tasks;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	CHECK(file && out && !strtab_init(&strings));
	CHECK(!analysis_run(&a, file, &strings, &options, NULL));
	CHECK(!tasks_read(&tasks, &a, maps, NULL));
	CHECK(!print_tasks(out, &tasks));
	fclose(out);
	tasks_fini(&tasks);
	analysis_fini(&a);
	strtab_fini(&strings);
	perf_file_close(file);
	return text;
}

static void check_printed(struct perf_builder *b, bool maps, const char *want)
{
	char *text = print(b, maps);

	CHECK_STR(text, want);
	free(text);
	perf_builder_fini(b);
}

#define HEADING "#      pid      tid     ppid  comm\n         0        0       -1 |swapper\n"

TEST(tree)
{
	for (unsigned swap = 0; swap < 2; swap++) {
		struct perf_builder b;

		begin(&b, swap ? PERF_BUILDER_SWAP : 0);
		perf_builder_comm(&b, 1, 1, "init", 0);
		perf_builder_fork(&b, 1, 0, 1, 0);
		perf_builder_comm(&b, 1, 1, "init", 0);
		perf_builder_fork(&b, 20, 1, 20, 1);
		perf_builder_comm(&b, 20, 20, "sh", 0);
		perf_builder_fork(&b, 9, 1, 9, 1);
		perf_builder_fork(&b, 20, 20, 31, 20);
		perf_builder_fork(&b, 30, 20, 30, 20);
		perf_builder_comm(&b, 30, 30, "ls", RECORD_MISC_COMM_EXEC);
		perf_builder_exit(&b, 30, 20, 30, 20);
		perf_builder_comm(&b, 50, 51, "alone", 0);
		check_printed(&b, false,
			      HEADING "        50       50       -1 | :50\n"
				      "        50       51       -1 | alone\n"
				      "         1        1        0 | init\n"
				      "         9        9        1 |  init\n"
				      "        20       20        1 |  sh\n"
				      "        30       30       20 |   ls\n"
				      "        20       31       20 |   sh\n");
	}
}

/* A number that is used again is another thread, which knows nothing of the first. */
TEST(number_used_again)
{
	struct perf_builder b;

	begin(&b, 0);
	perf_builder_comm(&b, 5, 5, "old", 0);
	perf_builder_comm(&b, 6, 6, "parent", 0);
	perf_builder_exit(&b, 5, 1, 5, 1);
	perf_builder_fork(&b, 5, 6, 5, 6);
	check_printed(&b, false,
		      HEADING "         6        6       -1 | parent\n"
			      "         5        5        6 |  parent\n");
}

/* Threads that started each other, as only damaged files say, are shown once each. */
TEST(circle)
{
	struct perf_builder b;

	begin(&b, 0);
	perf_builder_fork(&b, 5, 6, 5, 6);
	perf_builder_fork(&b, 6, 5, 6, 5);
	perf_builder_fork(&b, 7, 7, 7, 7);
	check_printed(&b, false,
		      HEADING "         6        6        5 | :6\n"
			      "         5        5        6 |  :5\n"
			      "         7        7        7 | :7\n");
}

TEST(mappings)
{
	struct perf_builder b;

	begin(&b, 0);
	perf_builder_comm(&b, 5, 5, "sh", 0);
	map(&b, 5, 0x10000, 0x4000, "/bin/sh");
	map(&b, 5, 0x11000, 0x1000, "/lib/x.so");
	perf_builder_fork(&b, 6, 5, 6, 5);
	perf_builder_fork(&b, 7, 5, 7, 5);
	perf_builder_comm(&b, 7, 7, "ls", RECORD_MISC_COMM_EXEC);
	map(&b, 7, 0x50000, 0x1000, "/bin/ls");
	check_printed(&b, true,
		      HEADING "         5        5       -1 | sh\n"
			      "                                 10000-11000 r-xp 00001000 42 /bin/sh\n"
			      "                                 11000-12000 r-xp 00001000 42 /lib/x.so\n"
			      "                                 12000-14000 r-xp 00003000 42 /bin/sh\n"
			      "         6        6        5 |  sh\n"
			      "                                  10000-11000 r-xp 00001000 42 /bin/sh\n"
			      "                                  11000-12000 r-xp 00001000 42 /lib/x.so\n"
			      "                                  12000-14000 r-xp 00003000 42 /bin/sh\n"
			      "         7        7        5 |  ls\n"
			      "                                  50000-51000 r-xp 00001000 42 /bin/ls\n");
}

/* What a mapping without an inode has of its file: at most the build-id. */
TEST(mapping_ids)
{
	struct perf_builder_map m = { .misc = RECORD_MISC_USER, .pid = 5, .tid = 5, .size = 0x1000, .prot = PROT_EXEC };
	struct perf_builder b;

	begin(&b, 0);
	m.start = 0x1000;
	m.name = "/old";
	perf_builder_mmap(&b, &m);
	m.start = 0x2000;
	m.name = "/new";
	m.flags = MAP_SHARED;
	m.build_id = (struct build_id){ .size = 16, .data = { 0xab, [15] = 0xcd } };
	perf_builder_mmap2(&b, &m);
	check_printed(&b, true,
		      HEADING "         5        5       -1 | :5\n"
			      "                                 1000-2000 --xp 00000000  /old\n"
			      "                                 2000-3000 --xs 00000000 "
			      "ab0000000000000000000000000000cd /new\n");
}
