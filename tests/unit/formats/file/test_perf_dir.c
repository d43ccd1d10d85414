/*
 * Recordings that are directories: which files are a part of them, and what is reported of those that are missing.
 */
#include "formats/file/perf_dir.h"
#include "tests/support/perf_builder.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[64];

static const char *path_of(const char *name)
{
	static char path[128];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return path;
}

/* A directory of three parts in a place of its own. version -1: DIR_FORMAT is not there. */
static void dir_make(struct perf_builder *b, unsigned flags, int version)
{
	static const struct event_attr attr = { .type = PERF_TYPE_SOFTWARE,
						.size = ATTR_SIZE_VER7,
						.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
						.flags = ATTR_SAMPLE_ID_ALL };

	strcpy(dir, "/tmp/test_perf_dir.XXXXXX");
	CHECK(mkdtemp(dir));
	perf_builder_init(b, flags);
	perf_builder_event(b, &attr, "cpu-clock", NULL, 0);
	if (version >= 0)
		perf_builder_feature_dir_format(b, (uint64_t)version);
	perf_builder_comm(b, 1, 1, "comm", 0);
	for (int i = 0; i < 3; i++) {
		perf_builder_next_part(b);
		perf_builder_sample(b, &(struct perf_builder_sample){ .ip = 1 });
	}
	CHECK(perf_builder_write_dir(b, dir));
}

static void dir_remove(struct perf_builder *b)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf '%s'", dir);
	CHECK(system(command) == 0);
	perf_builder_fini(b);
}

static struct perf_file *dir_open(void)
{
	struct error err = ERROR_INIT;
	struct perf_file *f;

	if (perf_dir_open(&f, open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC), &err))
		test_fail(__FILE__, __LINE__, "the directory is refused: %s", err.message);
	return f;
}

static void check_refused(int code, const char *what)
{
	struct error err = ERROR_INIT;
	struct perf_file *f;

	CHECK_EQ_I64(perf_dir_open(&f, open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC), &err), code);
	CHECK(strstr(err.message, what));
}

TEST(parts_are_found)
{
	for (unsigned flags = 0; flags < 2; flags++) {
		struct perf_builder b;
		struct perf_file *f;

		dir_make(&b, flags, 1);
		f = dir_open();
		CHECK_EQ_U64(f->parts.n, 4);
		CHECK_STR(f->parts.list[0].name, "data");
		CHECK_STR(f->parts.list[3].name, "data.2");
		CHECK_EQ_U64(f->parts.list[1].start, f->size);
		CHECK_EQ_U64(f->parts.list[2].start, f->size + f->parts.list[1].size);
		CHECK_EQ_U64(f->damages.n, 0);
		CHECK_EQ_U64(f->extras.n, 0);
		perf_file_close(f);
		dir_remove(&b);
	}
}

/* Offsets count on through the parts, up to the last byte of each. */
TEST(offsets_lie_in_parts)
{
	struct perf_builder b;
	struct perf_file *f;
	uint8_t byte;

	dir_make(&b, 0, 1);
	f = dir_open();
	for (uint32_t i = 0; i < f->parts.n; i++) {
		const struct file_part *part = &f->parts.list[i];

		CHECK(perf_file_part_at(f, part->start) == part);
		CHECK(perf_file_part_at(f, part->start + part->size - 1) == part);
		CHECK_EQ_I64(file_part_pread(part, &byte, 1, part->start + part->size - 1), 1);
		CHECK_EQ_I64(file_part_pread(part, &byte, 1, part->start + part->size), 0);
	}
	CHECK(perf_file_part_at(f, UINT64_MAX) == &f->parts.list[3]);
	CHECK_EQ_U64(perf_file_data_size(f), b.records.size);
	perf_file_close(f);
	dir_remove(&b);
}

TEST(missing_part_is_told)
{
	struct perf_builder b;
	struct perf_file *f;

	dir_make(&b, 0, 1);
	CHECK(!unlink(path_of("data.1")));
	f = dir_open();
	CHECK_EQ_U64(f->parts.n, 3);
	CHECK_STR(f->parts.list[2].name, "data.2");
	CHECK_EQ_U64(f->damages.n, 1);
	CHECK_EQ_I64(f->damages.list[0].code, -ENODATA);
	CHECK_STR(f->damages.list[0].message, "data.1 is missing");
	perf_file_close(f);

	CHECK(!unlink(path_of("data.0")));
	f = dir_open();
	CHECK_STR(f->damages.list[0].message, "data.0 to data.1 are missing");
	perf_file_close(f);

	CHECK(!unlink(path_of("data.2")));
	f = dir_open();
	CHECK_EQ_U64(f->parts.n, 1);
	CHECK(strstr(f->damages.list[0].message, "which hold the samples, are missing"));
	perf_file_close(f);
	dir_remove(&b);
}

/* Only names as perf writes them are parts; what is no regular file is reported and left out. */
TEST(unrelated_files)
{
	static const char *const names[] = { "data.old", "data.", "data.01", "data.1x", "data.4294967296", "notes" };
	struct perf_builder b;
	struct perf_file *f;

	dir_make(&b, 0, 1);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		CHECK(!close(open(path_of(names[i]), O_CREAT | O_WRONLY, 0600)));
	CHECK(!mkdir(path_of("kcore_dir"), 0700));
	CHECK(!mkdir(path_of("data.3"), 0700));
	f = dir_open();
	CHECK_EQ_U64(f->parts.n, 4);
	CHECK_EQ_U64(f->extras.n, ARRAY_SIZE(names));
	CHECK_STR(f->extras.name, "data.");
	CHECK_EQ_U64(f->damages.n, 1);
	CHECK_STR(f->damages.list[0].message, "data.3 is not a regular file");
	perf_file_close(f);
	dir_remove(&b);
}

/* Version 0 is one of a single file, what is beside it is somebody else's; so is it where the feature is not there. */
TEST(version_of_a_single_file)
{
	for (int version = -1; version < 1; version++) {
		struct perf_builder b;
		struct perf_file *f;

		dir_make(&b, 0, version);
		f = dir_open();
		CHECK_EQ_U64(f->parts.n, 1);
		CHECK_EQ_U64(f->extras.n, 3);
		CHECK_STR(f->extras.name, "data.0");
		CHECK_EQ_U64(f->damages.n, 0);
		perf_file_close(f);
		dir_remove(&b);
	}
}

TEST(version_not_known)
{
	struct perf_builder b;
	struct perf_file *f;

	dir_make(&b, 0, 7);
	f = dir_open();
	CHECK_EQ_U64(f->parts.n, 4);
	CHECK_EQ_U64(f->damages.n, 1);
	CHECK_EQ_I64(f->damages.list[0].code, -ENOTSUP);
	CHECK(strstr(f->damages.list[0].message, "version 7"));
	perf_file_close(f);
	dir_remove(&b);
}

/* A recorder that was killed has not written any feature. */
TEST(unfinished)
{
	struct perf_builder b;
	struct perf_file *f;

	dir_make(&b, PERF_BUILDER_UNFINISHED, -1);
	f = dir_open();
	CHECK(f->unfinished);
	CHECK_EQ_U64(f->parts.n, 4);
	perf_file_close(f);
	dir_remove(&b);
}

/* One of a single file, as record --kcore makes it, has no DIR_FORMAT either: nothing is missing. */
TEST(unfinished_single_file)
{
	struct perf_builder b;
	struct perf_file *f;

	dir_make(&b, PERF_BUILDER_UNFINISHED, -1);
	for (int i = 0; i < 3; i++) {
		char name[16];

		snprintf(name, sizeof(name), "data.%d", i);
		CHECK(!unlink(path_of(name)));
	}
	f = dir_open();
	CHECK(f->unfinished);
	CHECK_EQ_U64(f->parts.n, 1);
	CHECK_EQ_U64(f->damages.n, 0);
	perf_file_close(f);
	dir_remove(&b);
}

TEST(names_of_a_directory)
{
	CHECK_EQ_U64(perf_dir_name("data"), PERF_DIR_DATA);
	CHECK_EQ_U64(perf_dir_name("header"), PERF_DIR_DATA);
	CHECK_EQ_U64(perf_dir_name("data.17"), PERF_DIR_PART);
	CHECK_EQ_U64(perf_dir_name("kcore_dir"), PERF_DIR_KCORE);
	CHECK_EQ_U64(perf_dir_name("kcore_dir__123"), PERF_DIR_KCORE);
	CHECK_EQ_U64(perf_dir_name("data.old"), PERF_DIR_OTHER);
	CHECK_EQ_U64(perf_dir_name("notes"), PERF_DIR_OTHER);
}

/* What the first perf with directories called the file. */
TEST(file_named_header)
{
	struct perf_builder b;
	struct perf_file *f;
	char from[128];

	dir_make(&b, 0, 1);
	strcpy(from, path_of("data"));
	CHECK(!rename(from, path_of("header")));
	f = dir_open();
	CHECK_STR(f->parts.list[0].name, "header");
	CHECK_EQ_U64(f->parts.n, 4);
	CHECK_EQ_U64(f->extras.n, 0);
	perf_file_close(f);
	dir_remove(&b);
}

TEST(no_recording)
{
	struct perf_builder b;
	int fd;

	dir_make(&b, 0, 1);
	fd = open(path_of("data"), O_WRONLY | O_TRUNC);
	CHECK(!close(fd));
	check_refused(-ENODATA, "data: the file is empty");
	CHECK(!unlink(path_of("data")));
	check_refused(-ENOENT, "no file 'data'");
	CHECK(!mkdir(path_of("data"), 0700));
	check_refused(-ENOTSUP, "data: not a regular file");
	dir_remove(&b);
}
