/* The container of a recording, and the names that its features give to events, which are applied above it. */
#include "formats/file/recording.h"

#include "formats/file/perf_open.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

static void build(struct perf_builder *b, unsigned flags, bool event_desc)
{
	const struct event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					 .config = PERF_COUNT_SW_PAGE_FAULTS,
					 .size = ATTR_SIZE_VER7,
					 .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID };

	perf_builder_init(b, flags);
	perf_builder_event(b, &attr, "my-faults", (uint64_t[]){ 7 }, 1);
	perf_builder_sample(b, &(struct perf_builder_sample){ .ip = 1 });
	if (event_desc)
		perf_builder_feature_event_desc(b);
}

/* What opens the container reads events and ids, and leaves names to what applies features. */
TEST(the_container_names_no_events)
{
	for (unsigned swapped = 0; swapped < 2; swapped++) {
		struct error err = ERROR_INIT;
		const struct buffer *bytes;
		struct perf_builder b;
		struct perf_file *f;

		build(&b, swapped, true);
		bytes = perf_builder_finish(&b);
		CHECK_EQ_I64(perf_file_open(&f, built_fd(bytes->data, bytes->size), &err), 0);
		CHECK_EQ_U64(f->n_events, 1);
		CHECK(!f->events[0].name);
		CHECK(perf_file_event_by_id(f, 7) == &f->events[0]);
		CHECK(!perf_file_event_by_id(f, 8));
		perf_file_close(f);
		CHECK_EQ_I64(recording_open(&f, built_fd(bytes->data, bytes->size), &err), 0);
		CHECK_STR(f->events[0].name, "my-faults");
		perf_file_close(f);
		perf_builder_fini(&b);
	}
}

TEST(without_event_desc_the_attr_names_events)
{
	struct error err = ERROR_INIT;
	const struct buffer *bytes;
	struct perf_builder b;
	struct perf_file *f;

	build(&b, 0, false);
	bytes = perf_builder_finish(&b);
	CHECK_EQ_I64(recording_open(&f, built_fd(bytes->data, bytes->size), &err), 0);
	CHECK_STR(f->events[0].name, "page-faults");
	perf_file_close(f);
	perf_builder_fini(&b);
}

TEST(a_directory_gets_its_names_too)
{
	char dir[] = "/tmp/test_recording.XXXXXX", command[128];
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct perf_file *f;

	CHECK(mkdtemp(dir));
	build(&b, 0, true);
	perf_builder_feature_dir_format(&b, 1);
	perf_builder_next_part(&b);
	perf_builder_sample(&b, &(struct perf_builder_sample){ .ip = 2 });
	CHECK(perf_builder_write_dir(&b, dir));
	CHECK_EQ_I64(recording_open_dir(&f, open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC), &err), 0);
	CHECK_EQ_U64(f->parts.n, 2);
	CHECK_STR(f->events[0].name, "my-faults");
	perf_file_close(f);
	snprintf(command, sizeof(command), "rm -rf '%s'", dir);
	CHECK(system(command) == 0);
	perf_builder_fini(&b);
}

/* A descriptor is closed at failure too, and nothing is returned. */
TEST(what_is_no_recording_is_refused)
{
	struct perf_file *f = NULL;
	struct error err = ERROR_INIT;
	int fd = built_fd("no recording at all", 19);

	CHECK_EQ_I64(recording_open(&f, fd, &err), -EBADMSG);
	CHECK(!f);
	CHECK(fcntl(fd, F_GETFD) < 0);
}
