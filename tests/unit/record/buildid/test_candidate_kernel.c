#include "record/buildid/candidate_kernel.h"

#include "tests/support/perf_builder.h"
#include "tests/support/test.h"

struct fixture {
	struct perf_builder b;
	struct candidate_kernel k;
};

static void fixture_init(struct fixture *f)
{
	memset(f, 0, sizeof(*f));
	perf_builder_init(&f->b, 0);
	perf_builder_event(&f->b, &(struct event_attr){ .size = ATTR_SIZE_VER7, .sample_type = PERF_SAMPLE_TID },
			   "event", (uint64_t[]){ 7 }, 1);
}

static void fixture_fini(struct fixture *f)
{
	candidate_kernel_fini(&f->k);
	perf_builder_fini(&f->b);
}

/* With an id made of the letter; 0: without one. */
static void map(struct fixture *f, uint16_t misc, uint64_t start, uint64_t size, const char *name, char letter)
{
	struct perf_builder_map m = { .misc = misc, .start = start, .size = size, .prot = 5, .name = name };
	struct record r;

	if (letter)
		m.build_id = (struct build_id){ .size = 1, .data = { (uint8_t)letter } };
	perf_builder_mmap2(&f->b, &m);
	CHECK_EQ_I64(record_at(&r, f->b.records.data, f->b.records.size, 0, false, NULL), 0);
	CHECK_EQ_I64(candidate_kernel_take(&f->k, &r), 0);
	buffer_clear(&f->b.records);
}

static void modules(struct fixture *f)
{
	map(f, RECORD_MISC_KERNEL, 0xffffffff81000000, 0x1000000, "[kernel.kallsyms]_text", 'k');
	map(f, RECORD_MISC_KERNEL, 0xffffffffc0008000, 0x2000, "/lib/modules/1/b.ko", 'b');
	map(f, RECORD_MISC_KERNEL, 0xffffffffc0002000, 0x2000, "/lib/modules/1/a.ko", 'a');
	map(f, RECORD_MISC_KERNEL, 0xffffffffc0010000, 0x2000, "[c]", 'c');
	map(f, RECORD_MISC_KERNEL, 0xffffffffc0020000, 0x2000, "/lib/modules/1/d.ko", 0);
}

static void check_needed(const struct fixture *f, const char *want)
{
	char have[8] = "";

	for (uint32_t i = 0, n = 0; i < f->k.n; i++)
		if (f->k.modules[i].needed)
			have[n++] = (char)f->k.modules[i].id.data[0];
	CHECK_STR(have, want);
}

TEST(what_was_sampled)
{
	struct fixture f;

	fixture_init(&f);
	modules(&f);
	CHECK_EQ_U64(f.k.id.size, 1);
	CHECK_EQ_U64(f.k.n, 2);
	candidate_kernel_note(&f.k, RECORD_MISC_USER, 0xffffffffc0002000);
	CHECK(!f.k.is_sampled);
	check_needed(&f, "");
	candidate_kernel_note(&f.k, RECORD_MISC_KERNEL, 0xffffffff81000010);
	candidate_kernel_note(&f.k, RECORD_MISC_KERNEL, 0xffffffffc0004000);
	candidate_kernel_note(&f.k, RECORD_MISC_KERNEL, 0xffffffffc0001fff);
	candidate_kernel_note(&f.k, RECORD_MISC_KERNEL, 0xffffffffc000a000);
	CHECK(f.k.is_sampled);
	check_needed(&f, "");
	candidate_kernel_note(&f.k, RECORD_MISC_KERNEL, 0xffffffffc0003fff);
	candidate_kernel_note(&f.k, RECORD_MISC_KERNEL, 0xffffffffc0003fff);
	check_needed(&f, "a");
	candidate_kernel_note(&f.k, RECORD_MISC_KERNEL, 0xffffffffc0008000);
	check_needed(&f, "ba");
	fixture_fini(&f);
}

TEST(no_modules)
{
	struct fixture f;

	fixture_init(&f);
	candidate_kernel_note(&f.k, RECORD_MISC_KERNEL, 0);
	candidate_kernel_note(&f.k, RECORD_MISC_KERNEL, UINT64_MAX);
	CHECK(f.k.is_sampled);
	CHECK_EQ_U64(f.k.id.size, 0);
	fixture_fini(&f);
}

/* That of 32-bit processes is not this program's. */
TEST(vdso)
{
	struct fixture f;

	fixture_init(&f);
	map(&f, RECORD_MISC_USER, 0x7ffc12345000, 0x2000, "[vdso]", 0);
	CHECK_EQ_U64(f.k.vdso_size, 0x2000);
	CHECK(!f.k.has_vdso32);
	map(&f, RECORD_MISC_USER, 0xf7f1f000, 0x3000, "[vdso]", 0);
	CHECK_EQ_U64(f.k.has_vdso32, sizeof(long) == 8);
	CHECK_EQ_U64(f.k.vdso_size, sizeof(long) == 8 ? 0x2000 : 0x3000);
	fixture_fini(&f);
}
