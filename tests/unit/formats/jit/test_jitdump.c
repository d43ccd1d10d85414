#include "formats/jit/jitdump.h"
#include "tests/support/jitdump_builder.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static struct jitdump dump;
static struct jitdump_code code;

static void begin(const struct jitdump_builder *b)
{
	CHECK_EQ_I64(jitdump_open(&dump, b->file.data, b->file.size, NULL), 0);
}

static void check_load(uint64_t time, uint64_t addr, uint64_t size, uint64_t index, const char *name)
{
	char text[128];

	CHECK_EQ_I64(jitdump_next(&dump, &code), 1);
	CHECK_EQ_U64(code.type, JITDUMP_LOAD);
	CHECK_EQ_U64(code.time, time);
	CHECK_EQ_U64(code.addr, addr);
	CHECK_EQ_U64(code.size, size);
	CHECK_EQ_U64(code.index, index);
	snprintf(text, sizeof(text), "%.*s", (int)code.name_size, code.name);
	CHECK_STR(text, name);
	CHECK(code.offset + code.size <= dump.size);
	for (uint64_t i = 0; i < size; i++)
		CHECK_EQ_U64(dump.data[code.offset + i], (uint8_t)index);
}

static void check_end(uint64_t n_bad)
{
	CHECK_EQ_I64(jitdump_next(&dump, &code), 0);
	CHECK_EQ_I64(jitdump_next(&dump, &code), 0);
	CHECK_EQ_U64(dump.n_bad, n_bad);
}

/* All kinds of records, among them some that nobody knows. */
static void build_all(struct jitdump_builder *b, bool swap)
{
	jitdump_builder_init(b, swap, 42, 1000, 0);
	jitdump_builder_load(b, 2000, 0x7f0000000000, 64, 1, "first");
	jitdump_builder_record(b, JITDUMP_UNWINDING_INFO, 2100, "0123456789abcdef01234567", 24);
	jitdump_builder_record(b, 77, 2200, "?", 1);
	jitdump_builder_load(b, 3000, 0x7f0000000040, 0, 2, "empty");
	jitdump_builder_load(b, 4000, 0x7f0000000000, 32, 3, "second of a long name");
	jitdump_builder_move(b, 5000, 0x7f0000001000, 64, 1);
	jitdump_builder_close(b, 6000);
}

TEST(both_byte_orders)
{
	for (int swap = 0; swap < 2; swap++) {
		struct jitdump_builder b;

		build_all(&b, swap);
		begin(&b);
		CHECK_EQ_U64(dump.pid, 42);
		CHECK_EQ_U64(dump.time, 1000);
		CHECK_EQ_U64(dump.flags, 0);
		check_load(2000, 0x7f0000000000, 64, 1, "first");
		CHECK_EQ_U64(code.pid, 42);
		check_load(3000, 0x7f0000000040, 0, 2, "empty");
		check_load(4000, 0x7f0000000000, 32, 3, "second of a long name");
		CHECK_EQ_I64(jitdump_next(&dump, &code), 1);
		CHECK_EQ_U64(code.type, JITDUMP_MOVE);
		CHECK_EQ_U64(code.time, 5000);
		CHECK_EQ_U64(code.addr, 0x7f0000001000);
		CHECK_EQ_U64(code.size, 64);
		CHECK_EQ_U64(code.index, 1);
		check_end(0);
		jitdump_builder_fini(&b);
	}
}

/* What is whole is read, what is cut off is being written: no damage. In memory of its own, so that ASan sees more. */
TEST(truncated_at_every_byte)
{
	struct jitdump_builder b;
	size_t whole = 0;

	build_all(&b, false);
	for (size_t size = 0; size <= b.file.size; size++) {
		uint8_t *bytes = malloc(size + !size);
		size_t n = 0;

		memcpy(bytes, b.file.data, size);
		CHECK_EQ_I64(jitdump_open(&dump, bytes, size, NULL), size < JITDUMP_HEADER_SIZE ? -ENODATA : 0);
		while (size >= JITDUMP_HEADER_SIZE && jitdump_next(&dump, &code))
			n++;
		CHECK(n == whole || n == whole + 1);
		CHECK_EQ_U64(size < JITDUMP_HEADER_SIZE ? 0 : dump.n_bad, 0);
		whole = n;
		free(bytes);
	}
	CHECK_EQ_U64(whole, 4);
	jitdump_builder_fini(&b);
}

TEST(headers_that_are_none)
{
	struct jitdump_builder b;
	struct error err = ERROR_INIT;

	build_all(&b, false);
	buffer_set_u32(&b.file, 8, JITDUMP_HEADER_SIZE - 1);
	CHECK_EQ_I64(jitdump_open(&dump, b.file.data, b.file.size, &err), -EBADMSG);
	CHECK_STR(err.message, "a header of 39 bytes");
	buffer_set_u32(&b.file, 8, (uint32_t)b.file.size + 1);
	CHECK_EQ_I64(jitdump_open(&dump, b.file.data, b.file.size, &err), -EBADMSG);
	buffer_set_u32(&b.file, 8, JITDUMP_HEADER_SIZE);
	buffer_set_u64(&b.file, 32, 3);
	CHECK_EQ_I64(jitdump_open(&dump, b.file.data, b.file.size, &err), -ENOTSUP);
	CHECK_STR(err.message, "unknown flags 0x3");
	buffer_set_u64(&b.file, 32, JITDUMP_ARCH_TIMESTAMP);
	CHECK_EQ_I64(jitdump_open(&dump, b.file.data, b.file.size, &err), 0);
	CHECK_EQ_U64(dump.flags, JITDUMP_ARCH_TIMESTAMP);
	CHECK_EQ_I64(jitdump_open(&dump, "\177ELF", 4, &err), -EBADMSG);
	jitdump_builder_fini(&b);
}

TEST(a_longer_header)
{
	struct jitdump_builder b;

	jitdump_builder_init(&b, false, 42, 1000, 0);
	buffer_set_u32(&b.file, 8, JITDUMP_HEADER_SIZE + 8);
	buffer_put_u64(&b.file, UINT64_MAX);
	jitdump_builder_load(&b, 2000, 0x1000, 8, 1, "f");
	begin(&b);
	check_load(2000, 0x1000, 8, 1, "f");
	check_end(0);
	jitdump_builder_fini(&b);
}

/* Where in the second of three LOADs a number is that lies, and with what. */
static void check_lie(size_t at, size_t width, uint64_t lie, bool third_is_found)
{
	struct jitdump_builder b;
	size_t second;

	jitdump_builder_init(&b, false, 42, 1000, 0);
	jitdump_builder_load(&b, 2000, 0x1000, 16, 1, "first");
	second = b.file.size;
	jitdump_builder_load(&b, 3000, 0x2000, 16, 2, "second");
	jitdump_builder_load(&b, 4000, 0x3000, 16, 3, "third");
	if (width == 8)
		buffer_set_u64(&b.file, second + at, lie);
	else
		buffer_set_u32(&b.file, second + at, (uint32_t)lie);
	begin(&b);
	check_load(2000, 0x1000, 16, 1, "first");
	if (third_is_found)
		check_load(4000, 0x3000, 16, 3, "third");
	check_end(1);
	CHECK_EQ_U64(dump.first_bad.offset, second);
	jitdump_builder_fini(&b);
}

TEST(sizes_that_lie)
{
	/* of the record: where the next one begins is not known any more */
	check_lie(4, 4, 0, false);
	check_lie(4, 4, 15, false);
	/* of the code: more than the record holds, so much that sums overflow, none left for the name */
	check_lie(40, 8, 1000, true);
	check_lie(40, 8, UINT64_MAX, true);
	check_lie(40, 8, 23, true);
	/* addresses that overflow */
	check_lie(32, 8, UINT64_MAX - 15, true);
}

TEST(moves_that_lie)
{
	struct jitdump_builder b;

	jitdump_builder_init(&b, false, 42, 1000, 0);
	jitdump_builder_record(&b, JITDUMP_MOVE, 2000, NULL, 47);
	jitdump_builder_move(&b, 3000, UINT64_MAX - 15, 16, 1);
	jitdump_builder_load(&b, 4000, 0x3000, 16, 3, "third");
	begin(&b);
	check_load(4000, 0x3000, 16, 3, "third");
	check_end(2);
	jitdump_builder_fini(&b);
}

/* A record that claims to reach beyond the end, whose other sizes contradict it, or of no known kind. */
TEST(a_cut_record_that_is_none)
{
	struct jitdump_builder b;
	size_t at;

	jitdump_builder_init(&b, false, 42, 1000, 0);
	at = b.file.size;
	jitdump_builder_load(&b, 2000, 0x1000, 16, 1, "first");
	buffer_set_u32(&b.file, at + 4, 0x10000000);
	begin(&b);
	check_end(0);
	buffer_set_u64(&b.file, at + 40, 0x20000000);
	begin(&b);
	check_end(1);
	buffer_set_u32(&b.file, at, 256);
	begin(&b);
	check_end(1);
	jitdump_builder_fini(&b);
}

static void check_line(struct jitdump_lines *lines, uint64_t addr, uint32_t number, const char *file)
{
	struct jitdump_line line;
	char text[128];

	CHECK_EQ_I64(jitdump_lines_next(lines, &line), 1);
	CHECK_EQ_U64(line.addr, addr);
	CHECK_EQ_U64(line.line, number);
	snprintf(text, sizeof(text), "%.*s", (int)line.file_size, line.file);
	CHECK_STR(text, file);
}

TEST(lines_of_code)
{
	for (int swap = 0; swap < 2; swap++) {
		struct jitdump_builder b;
		struct jitdump_lines lines;
		struct jitdump_line line;

		jitdump_builder_init(&b, swap, 42, 1000, 0);
		jitdump_builder_lines(&b, 1900, 0x1000, 4, 10, 3, "/src/first.js");
		jitdump_builder_load(&b, 2000, 0x1000, 16, 1, "first");
		jitdump_builder_load(&b, 2100, 0x1000, 16, 2, "without");
		jitdump_builder_lines(&b, 2200, 0x2000, 4, 20, 1, "/src/stray.js");
		jitdump_builder_load(&b, 3000, 0x3000, 16, 3, "of another address");
		begin(&b);
		check_load(2000, 0x1000, 16, 1, "first");
		lines = jitdump_lines_open(&dump, code.lines_at, code.lines_size);
		check_line(&lines, 0x1000, 10, "/src/first.js");
		check_line(&lines, 0x1004, 11, "/src/first.js");
		check_line(&lines, 0x1008, 12, "/src/first.js");
		CHECK_EQ_I64(jitdump_lines_next(&lines, &line), 0);
		check_load(2100, 0x1000, 16, 2, "without");
		CHECK_EQ_U64(code.lines_size, 0);
		check_load(3000, 0x3000, 16, 3, "of another address");
		CHECK_EQ_U64(code.lines_size, 0);
		check_end(0);
		jitdump_builder_fini(&b);
	}
}

/* The number of lines, or where the record ends, is not what it says. */
TEST(lines_that_lie)
{
	struct jitdump_builder b;
	size_t at;

	jitdump_builder_init(&b, false, 42, 1000, 0);
	at = b.file.size;
	jitdump_builder_lines(&b, 1900, 0x1000, 4, 10, 3, "/src/first.js");
	jitdump_builder_load(&b, 2000, 0x1000, 16, 1, "first");
	for (uint64_t n = 0; n < 6; n++) {
		struct jitdump_lines lines;
		struct jitdump_line line;
		int result;

		buffer_set_u64(&b.file, at + 24, n < 5 ? n : UINT64_MAX);
		begin(&b);
		check_load(2000, 0x1000, 16, 1, "first");
		lines = jitdump_lines_open(&dump, code.lines_at, code.lines_size);
		while ((result = jitdump_lines_next(&lines, &line)) > 0)
			continue;
		CHECK_EQ_I64(result, n == 3 ? 0 : -EBADMSG);
	}
	jitdump_builder_fini(&b);
}

static bool is_path(const char *path)
{
	return jitdump_is_path(path, strlen(path));
}

/* The .eh_frame of an UNWINDING_INFO, which the .eh_frame_hdr follows, is that of the next LOAD alone. */
static size_t put_unwinding(struct jitdump_builder *b, uint64_t size, uint64_t header_size, size_t there)
{
	uint64_t body[3 + 4] = { size, header_size, size };

	if (b->file.swap)
		for (int i = 0; i < 3; i++)
			body[i] = __builtin_bswap64(body[i]);
	jitdump_builder_record(b, JITDUMP_UNWINDING_INFO, 2000, body, 3 * 8 + there);
	return b->file.size - there;
}

TEST(unwinding_of_code)
{
	static const struct {
		uint64_t size, header_size;
		size_t there, want;
	} cases[] = { { 32, 12, 32, 20 }, { 24, 4, 32, 20 }, { 20, 20, 24, 0 },
		      { 33, 4, 32, 0 },   { 8, 9, 32, 0 },   { UINT64_MAX, 0, 32, 0 } };

	for (size_t i = 0; i < 2 * ARRAY_SIZE(cases); i++) {
		size_t n = i / 2, at;
		struct jitdump_builder b;
		struct jitdump d;

		jitdump_builder_init(&b, i % 2, 42, 1000, 0);
		at = put_unwinding(&b, cases[n].size, cases[n].header_size, cases[n].there);
		jitdump_builder_load(&b, 2000, 0x1000, 16, 1, "with");
		jitdump_builder_load(&b, 3000, 0x2000, 16, 2, "without");
		CHECK_EQ_I64(jitdump_open(&d, b.file.data, b.file.size, NULL), 0);
		CHECK_EQ_U64(d.machine, 62);
		CHECK_EQ_I64(jitdump_next(&d, &code), 1);
		CHECK_EQ_U64(code.unwind_size, cases[n].want);
		if (cases[n].want)
			CHECK_EQ_U64(code.unwind_at, at);
		CHECK_EQ_I64(jitdump_next(&d, &code), 1);
		CHECK_EQ_U64(code.unwind_size, 0);
		jitdump_builder_fini(&b);
	}
}

TEST(paths)
{
	CHECK(is_path("/tmp/jit-1.dump"));
	CHECK(is_path("jit-0123456789.dump"));
	CHECK(is_path("/var/lib/me/jit/java-jit-20261122.XXabcd/jit-77.dump"));
	CHECK(!is_path("/tmp/jit-.dump"));
	CHECK(!is_path("/tmp/jit-1.dump.gz"));
	CHECK(!is_path("/tmp/jit-1.dump (deleted)"));
	CHECK(!is_path("/tmp/jit-a1.dump"));
	CHECK(!is_path("/tmp/xjit-1.dump"));
	CHECK(!is_path("/jit-1.dump/x"));
	CHECK(!is_path("jit-"));
	CHECK(!is_path(""));
}
