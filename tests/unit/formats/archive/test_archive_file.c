#include "formats/archive/archive_file.h"
#include "formats/file/perf_open.h"
#include "tests/support/fixtures.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file in memory. */
static int memory_file(const void *data, size_t size)
{
	int fd = memfd_create("test", MFD_CLOEXEC);

	CHECK(fd >= 0 && write(fd, data, size) == (ssize_t)size);
	return fd;
}

static struct buffer contents(int fd)
{
	struct buffer b;
	struct stat st;

	buffer_init(&b);
	CHECK(!fstat(fd, &st));
	if (st.st_size)
		CHECK(buffer_reserve(&b, (size_t)st.st_size) && pread(fd, b.data, (size_t)st.st_size, 0) == st.st_size);
	b.size = (size_t)st.st_size;
	return b;
}

/* Archives a recording. False: it does not open. */
static bool archive(const struct buffer *recording, struct buffer *ret_archive, struct archive_outcome *ret)
{
	struct error err = ERROR_INIT;
	struct perf_file *file;
	int to = memory_file("", 0);
	bool opens = !perf_file_open(&file, memory_file(recording->data, recording->size), &err);

	if (opens) {
		CHECK_EQ_I64(archive_write(file, to, 3, 2, ret, &err), 0);
		perf_file_close(file);
		*ret_archive = contents(to);
	}
	close(to);
	return opens;
}

/* Restores an archive. Returns what it holds; empty: nothing can be restored. */
static struct buffer restore(const struct buffer *archived, size_t size, struct archive_outcome *ret)
{
	struct error err = ERROR_INIT;
	int from = memory_file(archived->data, size), to = memory_file("", 0);
	struct buffer b;

	buffer_init(&b);
	if (!archive_restore(from, to, 2, ret, &err))
		b = contents(to);
	else
		CHECK(*err.message);
	close(from);
	close(to);
	return b;
}

TEST(every_fixture_comes_back)
{
	const struct fixture *f;
	unsigned n = 0;

	for (size_t i = 0; (f = fixture_at(i)); i++) {
		struct archive_outcome packed, restored;
		struct perf_builder b;
		const struct buffer *recording = fixture_make(f, &b);
		struct buffer archived, back;

		if (archive(recording, &archived, &packed)) {
			back = restore(&archived, archived.size, &restored);
			CHECK_EQ_U64(back.size, recording->size);
			CHECK(!memcmp(back.data, recording->data, back.size));
			CHECK(restored.is_exact && !restored.n_lost);
			CHECK(!memcmp(packed.hash, restored.hash, SHA256_SIZE));
			buffer_fini(&archived);
			buffer_fini(&back);
			n++;
		}
		perf_builder_fini(&b);
	}
	CHECK(n > 50);
}

#define TRACE_SIZE (12u << 20)

/* A recording with traces of many megabytes, between which blocks begin. */
TEST(traces_come_back)
{
	const uint64_t body[6] = { TRACE_SIZE };
	struct archive_outcome packed, restored;
	struct buffer archived, back;
	const struct buffer *recording;
	struct perf_builder b;

	perf_builder_init(&b, 0);
	perf_builder_event(&b, &perf_builder_clock, "clock", (const uint64_t[]){ 1 }, 1);
	for (unsigned i = 0; i < 3; i++) {
		perf_builder_comm(&b, 1, 1, "traced", 0);
		perf_builder_record(&b, PERF_RECORD_AUXTRACE, 0, body, sizeof(body), false);
		buffer_append(&b.records, NULL, TRACE_SIZE);
	}
	recording = perf_builder_finish(&b);
	CHECK(recording->size > 3 * TRACE_SIZE);
	CHECK(archive(recording, &archived, &packed));
	back = restore(&archived, archived.size, &restored);
	CHECK(restored.is_exact && !restored.n_lost);
	CHECK_EQ_U64(back.size, recording->size);
	buffer_fini(&archived);
	buffer_fini(&back);
	perf_builder_fini(&b);
}

static void make_archive(const char *name, struct buffer *ret_archive, struct buffer *ret_recording)
{
	struct archive_outcome outcome;
	struct perf_builder b;
	const struct buffer *recording = fixture_make(fixture_find(name), &b);

	CHECK(archive(recording, ret_archive, &outcome));
	buffer_init(ret_recording);
	buffer_append(ret_recording, recording->data, recording->size);
	perf_builder_fini(&b);
}

/* What is restored of a damaged archive is the recording, or is said not to be. */
static bool is_honest(const struct buffer *archived, size_t size, const struct buffer *recording)
{
	struct archive_outcome o;
	struct buffer back = restore(archived, size, &o);
	bool same = back.size == recording->size && !memcmp(back.data, recording->data, back.size);

	CHECK(same || !back.size || !o.is_exact);
	CHECK(back.size <= recording->size);
	buffer_fini(&back);
	return same;
}

TEST(damage_is_noticed)
{
	struct buffer archived, recording;
	unsigned n_same = 0;

	make_archive("flat", &archived, &recording);
	for (size_t at = 0; at < archived.size; at++) {
		archived.data[at] ^= 0x10;
		n_same += is_honest(&archived, archived.size, &recording);
		archived.data[at] ^= 0x10;
	}
	/* The model is there twice, so that damage of either costs nothing. */
	CHECK(n_same > 100);
	CHECK(n_same < archived.size);
	buffer_fini(&archived);
	buffer_fini(&recording);
}

/* Finds the last part of a kind in an archive, or the end of the archive. */
static const uint8_t *part_of_kind(const struct buffer *archived, uint32_t kind)
{
	for (const uint8_t *p = archived->data + archived->size - 32; p >= archived->data; p--)
		if (!memcmp(p, "ABLK", 4) && p[4] == kind)
			return p;
	return archived->data + archived->size;
}

TEST(a_cut_archive_gives_what_it_has)
{
	struct buffer archived, recording;
	size_t end;

	make_archive("flat", &archived, &recording);
	/* The model is there once more after all that it is needed for. */
	end = (size_t)(part_of_kind(&archived, 1) - archived.data);
	for (size_t size = 0; size < archived.size; size++)
		CHECK_EQ_I64(is_honest(&archived, size, &recording), size >= end);
	buffer_fini(&archived);
	buffer_fini(&recording);
}

TEST(a_lost_block_leaves_a_place_that_readers_skip)
{
	struct error err = ERROR_INIT;
	struct buffer archived, recording, back;
	struct archive_outcome o;
	struct perf_file *file;

	make_archive("flat", &archived, &recording);
	archived.data[part_of_kind(&archived, 3) - archived.data + 40] ^= 1;
	back = restore(&archived, archived.size, &o);
	CHECK_EQ_U64(back.size, recording.size);
	CHECK_EQ_U64(o.n_lost, 1);
	CHECK(!o.is_exact);
	CHECK_EQ_I64(perf_file_open(&file, memory_file(back.data, back.size), &err), 0);
	CHECK_EQ_U64(o.first_lost, file->data.offset);
	CHECK_EQ_U64(o.bytes_lost, file->data.size);
	CHECK_EQ_U64(load_u32(back.data + file->data.offset), 65);
	CHECK_EQ_U64(file->n_events, 1);
	perf_file_close(file);
	buffer_fini(&archived);
	buffer_fini(&recording);
	buffer_fini(&back);
}

TEST(a_directory_is_refused)
{
	struct file_part part = { .name = (char[]){ "data" } };
	struct perf_file file = { .parts = { &part, 1 } };
	struct archive_outcome o;
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(archive_write(&file, -1, 3, 1, &o, &err), -ENOTSUP);
}
