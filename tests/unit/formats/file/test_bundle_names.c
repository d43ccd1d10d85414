#include "formats/file/bundle_names.h"

#include "formats/record/private_record.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>

static uint32_t add(struct bundle_names *names, const char *s)
{
	return strtab_add_string(&names->strings, s);
}

/* A file with two functions, one of which has another one inlined; `n_more` more addresses, in many parts if many. */
static void add_file(struct bundle_names *names, const char *path, uint32_t n_more)
{
	uint32_t n = 2 + n_more;
	struct bundle_file f = { .path = add(names, path),
				 .build_id = { .size = 3, .data = { 1, 2, 3 } },
				 .status = 1,
				 .why = add(names, "a reason"),
				 .origin = 'd',
				 .has_source = true,
				 .segments = { names->n_segments, 1 },
				 .symbols = { names->n_symbols, 2 },
				 .addresses = { names->n_addresses, n } };

	names->files = realloc(names->files, (names->n_files + 1) * sizeof(*names->files));
	names->segments = realloc(names->segments, (names->n_segments + 1) * sizeof(*names->segments));
	names->symbols = realloc(names->symbols, (names->n_symbols + 2) * sizeof(*names->symbols));
	names->frames = realloc(names->frames, (names->n_frames + 2) * sizeof(*names->frames));
	names->refs = realloc(names->refs, (names->n_refs + 2) * sizeof(*names->refs));
	names->addresses = realloc(names->addresses, (names->n_addresses + n) * sizeof(*names->addresses));
	names->segments[names->n_segments++] = (struct bundle_segment){ 0x1000, 0x2000, 0x401000 };
	names->symbols[names->n_symbols] = (struct bundle_symbol){ 0x1100, 0x1180, add(names, "_ZN1a1bEv"), 2 };
	names->symbols[names->n_symbols + 1] = (struct bundle_symbol){ 0x1200, UINT64_MAX, add(names, "outer"), 0 };
	names->frames[names->n_frames] = (struct bundle_frame){ add(names, "inner"), add(names, "in.h"), 7 };
	names->frames[names->n_frames + 1] = (struct bundle_frame){ 0, add(names, "out.c"), 3 };
	names->refs[names->n_refs] = names->n_frames;
	names->refs[names->n_refs + 1] = names->n_frames + 1;
	names->addresses[names->n_addresses++] = (struct bundle_address){ .addr = 0x1104, .symbol = names->n_symbols };
	names->addresses[names->n_addresses++] = (struct bundle_address){
		.addr = 0x1204, .symbol = names->n_symbols + 1, .first_frame = names->n_refs, .n_frames = 2
	};
	for (uint32_t i = 0; i < n_more; i++)
		names->addresses[names->n_addresses++] =
			(struct bundle_address){ .addr = 0x2000 + 3ull * i, .symbol = BUNDLE_NONE };
	names->n_symbols += 2;
	names->n_frames += 2;
	names->n_refs += 2;
	names->files[names->n_files++] = f;
}

/* Code of the file that was added last, and a line of source. */
static void add_code(struct bundle_names *names)
{
	struct bundle_file *f = &names->files[names->n_files - 1];

	names->functions = calloc(1, sizeof(*names->functions));
	names->functions[0] = (struct bundle_function){ .start = 0x1100, .address = 0x401100, .size = 3 };
	names->n_functions = 1;
	buffer_append(&names->bytes, "\x90\x00\xc3", 3);
	f->functions = (struct bundle_range){ 0, 1 };
	f->machine = 62;
	f->is_64 = true;
	names->lines = calloc(1, sizeof(*names->lines));
	names->lines[0] = (struct bundle_line){ add(names, "out.c"), 3, add(names, "\treturn 1;") };
	names->n_lines = 1;
}

static void add_dump(struct bundle_names *names)
{
	names->files = realloc(names->files, (names->n_files + 1) * sizeof(*names->files));
	names->codes = calloc(2, sizeof(*names->codes));
	names->codes[0] = (struct bundle_code){ 500, 0x7f0000001000, 64, 0x80, 9, false };
	names->codes[1] = (struct bundle_code){ 400, 0x7f0000000000, 32, 0x200, 9, true };
	names->n_codes = 2;
	names->files[names->n_files++] = (struct bundle_file){
		.kind = BUNDLE_FILE_JIT_DUMP, .path = add(names, "/tmp/jit-9.dump"), .pid = 9, .codes = { 0, 2 }
	};
}

/* A file of a recording that carries the names, whose footer says where. */
static struct perf_file *file_with(struct perf_builder *b, const struct bundle_names *names, uint32_t *ret_parts)
{
	struct error err = ERROR_INIT;
	struct perf_file *f;
	uint64_t offset = perf_builder_data_offset(b) + b->records.size;

	*ret_parts = 0;
	CHECK_EQ_I64(bundle_names_put(names, &b->records, ret_parts, &err), 0);
	private_record_put_footer(&b->records, true, 0, offset);
	f = built_open(b, &err);
	CHECK(f);
	return f;
}

static void builder_start(struct perf_builder *b, unsigned flags)
{
	perf_builder_init(b, flags);
	perf_builder_event(b, &perf_builder_clock, "clock", (uint64_t[]){ 7 }, 1);
}

static int take(void *context, const struct bundle_part *part, struct error *err)
{
	int result = bundle_names_read(context, part);

	(void)err;
	return result == -EBADMSG ? 0 : result;
}

static void read_names(const struct perf_file *f, struct bundle_names *names, struct error *ret_damage)
{
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(bundle_names_init(names), 0);
	CHECK_EQ_I64(bundle_parts_read(f, take, names, ret_damage, &err), 0);
}

#define STRING(names, id) strtab_get(&(names)->strings, id)

static void check_file(const struct bundle_names *n, uint32_t number, const char *path)
{
	const struct bundle_file *f = &n->files[number];
	const struct bundle_symbol *s = &n->symbols[f->symbols.first];
	const struct bundle_address *a = &n->addresses[f->addresses.first];
	const struct bundle_frame *inner, *outer;

	CHECK_STR(STRING(n, f->path), path);
	CHECK_EQ_U64(f->build_id.size, 3);
	CHECK_EQ_U64(f->build_id.data[2], 3);
	CHECK_STR(STRING(n, f->why), "a reason");
	CHECK_EQ_U64(f->origin, 'd');
	CHECK(f->has_source);
	CHECK_EQ_U64(n->segments[f->segments.first].address, 0x401000);
	CHECK_EQ_U64(s[0].start, 0x1100);
	CHECK_STR(STRING(n, s[0].name), "_ZN1a1bEv");
	CHECK_EQ_U64(s[0].flags, 2);
	CHECK_EQ_U64(s[1].end, UINT64_MAX);
	CHECK_EQ_U64(a[0].addr, 0x1104);
	CHECK_EQ_U64(a[0].symbol, f->symbols.first);
	CHECK_EQ_U64(a[0].n_frames, 0);
	CHECK_EQ_U64(a[1].symbol, f->symbols.first + 1);
	CHECK_EQ_U64(a[1].n_frames, 2);
	inner = &n->frames[n->refs[a[1].first_frame]];
	outer = &n->frames[n->refs[a[1].first_frame + 1]];
	CHECK_STR(STRING(n, inner->function), "inner");
	CHECK_EQ_U64(inner->line, 7);
	CHECK_EQ_U64(outer->function, 0);
	CHECK_STR(STRING(n, outer->file), "out.c");
}

static void check_round_trip(unsigned flags)
{
	struct bundle_names names, read;
	struct perf_builder b;
	struct perf_file *f;
	struct error damage;
	uint32_t n_parts;

	CHECK_EQ_I64(bundle_names_init(&names), 0);
	add_file(&names, "/bin/one", 300000);
	add_file(&names, "/bin/two", 1);
	add_code(&names);
	add_dump(&names);
	builder_start(&b, flags);
	f = file_with(&b, &names, &n_parts);
	CHECK_EQ_U64(n_parts, 3);
	CHECK(bundle_parts_any(f));
	read_names(f, &read, &damage);
	CHECK_EQ_I64(damage.code, 0);
	CHECK_EQ_U64(read.n_files, 3);
	check_file(&read, 0, "/bin/one");
	check_file(&read, 1, "/bin/two");
	CHECK_EQ_U64(read.files[0].addresses.n, 300002);
	CHECK_EQ_U64(read.addresses[300001].addr, 0x2000 + 3 * 299999ull);
	CHECK_EQ_U64(read.addresses[300001].symbol, BUNDLE_NONE);
	CHECK_EQ_U64(read.files[0].functions.n, 0);
	CHECK_EQ_U64(read.files[1].functions.n, 1);
	CHECK_EQ_U64(read.files[1].machine, 62);
	CHECK(read.files[1].is_64 && !read.files[1].is_big_endian);
	CHECK_EQ_U64(read.functions[0].address, 0x401100);
	CHECK_BYTES(read.bytes.data, "\x90\x00\xc3", 3);
	CHECK_EQ_U64(read.n_lines, 1);
	CHECK_STR(STRING(&read, read.lines[0].file), "out.c");
	CHECK_STR(STRING(&read, read.lines[0].text), "\treturn 1;");
	CHECK_EQ_U64(read.files[2].kind, BUNDLE_FILE_JIT_DUMP);
	CHECK_EQ_U64(read.codes[0].time, 500);
	CHECK_EQ_U64(read.codes[1].start, 0x7f0000000000);
	CHECK(read.codes[1].is_timeless);
	bundle_names_fini(&read);
	bundle_names_fini(&names);
	perf_file_close(f);
	perf_builder_fini(&b);
}

TEST(names_come_back_in_both_byte_orders)
{
	check_round_trip(0);
	check_round_trip(PERF_BUILDER_SWAP);
}

TEST(a_file_without_a_bundle_has_no_names)
{
	struct perf_builder b;
	struct perf_file *f;
	struct bundle_names read;
	struct error damage, err = ERROR_INIT;

	builder_start(&b, 0);
	private_record_put_footer(&b.records, true, 0, 0);
	f = built_open(&b, &err);
	CHECK(f);
	CHECK(!bundle_parts_any(f));
	read_names(f, &read, &damage);
	CHECK_EQ_I64(damage.code, 0);
	CHECK_EQ_U64(read.n_files, 0);
	bundle_names_fini(&read);
	perf_file_close(f);
	perf_builder_fini(&b);
}

/* Changes a byte of a recording's bundle of two parts, `at` bytes after the beginning of a record of the second. */
static void check_damage(uint32_t at, uint8_t change, int code)
{
	struct bundle_names names, read;
	struct perf_builder b;
	struct perf_file *f;
	struct error damage, err = ERROR_INIT;
	struct buffer first;
	uint32_t n_parts = 0, n_first = 0;
	uint64_t offset;
	size_t start;

	CHECK_EQ_I64(bundle_names_init(&names), 0);
	add_file(&names, "/bin/one", 300000);
	buffer_init(&first);
	CHECK_EQ_I64(bundle_names_put(&names, &first, &n_first, &err), 0);
	add_file(&names, "/bin/two", 1);
	builder_start(&b, 0);
	start = b.records.size + first.size;
	offset = perf_builder_data_offset(&b) + b.records.size;
	CHECK_EQ_I64(bundle_names_put(&names, &b.records, &n_parts, &err), 0);
	CHECK_EQ_U64(n_parts, 2);
	b.records.data[start + at] ^= change;
	private_record_put_footer(&b.records, true, 0, offset);
	f = built_open(&b, &err);
	CHECK(f);
	read_names(f, &read, &damage);
	CHECK_EQ_I64(damage.code, code);
	CHECK_EQ_U64(read.n_files, 1);
	check_file(&read, 0, "/bin/one");
	buffer_fini(&first);
	bundle_names_fini(&read);
	bundle_names_fini(&names);
	perf_file_close(f);
	perf_builder_fini(&b);
}

/* The first part is used, and the damage said. A record: header, magic, kind and version; then kind, version ... */
TEST(a_damaged_part_costs_itself_alone)
{
	enum { MAGIC = 8, NOTE = 16, PART = 24, PART_VERSION = 28, PIECE = 36, SIZE = 44, FRAME = 48 };

	check_damage(FRAME + 40, 1, -EBADMSG);
	check_damage(PART, BUNDLE_NAMES ^ BUNDLE_LINES, -EBADMSG);
	check_damage(PART_VERSION, 2, -EBADMSG);
	check_damage(PIECE, 1, -ENODATA);
	check_damage(SIZE, 1, -EBADMSG);
	check_damage(MAGIC, 1, -ENODATA);
	check_damage(NOTE, PRIVATE_RECORD_BUNDLE, -ENODATA);
}

/* Whatever its length, what is left of a part is refused, and nothing in it refers to what is not there. */
TEST(a_part_that_is_cut_off_is_refused)
{
	struct bundle_names names, read;
	struct bundle_part part = { .kind = BUNDLE_NAMES, .version = BUNDLE_NAMES_VERSION };
	uint8_t whole[] = { 3, 'f', 0, 'g', 0, 'l', 0, 1, /* strings, one file: */ 0,
			    1, 2,   7, 7,   0, 0,   0, 0, 0, /* its identity */
			    1, 0,   0, 0,   0, 'd', 1, 0,    /* its state */
			    1, 2,   8, 0,                    /* a segment */
			    1, 16,  8, 2,   0,               /* a symbol */
			    1, 3,   0, 14,                   /* a frame */
			    1, 17,  2, 1,   2,               /* an address */
			    0, 0 };

	for (size_t size = 0; size <= sizeof(whole); size++) {
		CHECK_EQ_I64(bundle_names_init(&read), 0);
		part.data = whole;
		part.size = size;
		CHECK_EQ_I64(bundle_names_read(&read, &part), size == sizeof(whole) ? 0 : -EBADMSG);
		CHECK_EQ_U64(read.n_files, size == sizeof(whole));
		bundle_names_fini(&read);
	}
	whole[sizeof(whole) - 5] = 4; /* symbol 2 of one */
	CHECK_EQ_I64(bundle_names_init(&names), 0);
	CHECK_EQ_I64(bundle_names_read(&names, &part), -EBADMSG);
	whole[sizeof(whole) - 5] = 2;
	whole[sizeof(whole) - 4] = 65; /* frames of an address */
	CHECK_EQ_I64(bundle_names_read(&names, &part), -EBADMSG);
	part.version = 2;
	CHECK_EQ_I64(bundle_names_read(&names, &part), -ENOTSUP);
	bundle_names_fini(&names);
}
