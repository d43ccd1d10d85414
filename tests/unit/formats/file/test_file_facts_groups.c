/* The groups that a file's feature GROUP_DESC lists. */
#include "formats/file/file_facts.h"

#include "formats/feature/features_encode.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <errno.h>

static const struct feature_group groups[] = {
	{ .name = "first", .leader = 0, .n_members = 2 },
	{ .name = "{anon_group}", .leader = 2, .n_members = 7 }, /* more than the file has events */
};

/* Opens a file of one event with the first `size` bytes of the section; SIZE_MAX: all of them, 0: without it. */
static struct perf_file *open_with_groups(unsigned flags, size_t size)
{
	static const struct event_attr attr = { .type = PERF_TYPE_SOFTWARE, .size = ATTR_SIZE_VER7 };
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct buffer section;
	struct perf_file *f;

	perf_builder_init(&b, flags);
	perf_builder_event(&b, &attr, "faults", NULL, 0);
	perf_builder_comm(&b, 1, 1, "comm", 0); /* without records there would be no features */
	buffer_init(&section);
	section.swap = b.records.swap;
	feature_encode_group_desc(&section, groups, ARRAY_SIZE(groups));
	if (size)
		perf_builder_feature(&b, FEATURE_GROUP_DESC, section.data, size < section.size ? size : section.size);
	f = built_open(&b, &err);
	CHECK(f);
	buffer_fini(&section);
	perf_builder_fini(&b);
	return f;
}

struct taken {
	uint32_t n;
	int end_with; /* at the first group */
};

static int take(void *context, const struct feature_group *group, struct error *err)
{
	struct taken *t = context;

	CHECK(t->n < ARRAY_SIZE(groups));
	CHECK_STR(group->name, groups[t->n].name);
	CHECK_EQ_U64(group->leader, groups[t->n].leader);
	CHECK_EQ_U64(group->n_members, groups[t->n].n_members);
	t->n++;
	return t->end_with ? error_set(err, t->end_with, "taken") : 0;
}

TEST(groups)
{
	for (unsigned swapped = 0; swapped < 2; swapped++) {
		struct perf_file *f = open_with_groups(swapped ? PERF_BUILDER_SWAP : 0, SIZE_MAX);
		struct taken all = { 0 }, ended = { .end_with = -ENOMEM };
		struct error err = ERROR_INIT;

		CHECK_EQ_I64(file_groups_each(f, take, &all, &err), 0);
		CHECK_EQ_U64(all.n, 2);
		CHECK_EQ_I64(file_groups_each(f, take, &ended, &err), -ENOMEM);
		CHECK_EQ_U64(ended.n, 1);
		perf_file_close(f);
	}
}

/* Of the groups before the damage all are handed out. The second one ends where the section does. */
TEST(section_cut_off)
{
	size_t whole = 4 + 4 + 64 + 8 + 4 + 64 + 8; /* strings are padded to 64 bytes */
	size_t sizes[] = { 3, 4, 8, whole / 2, whole / 2 + 6, whole - 1 };

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct perf_file *f = open_with_groups(0, sizes[i]);
		struct error err = ERROR_INIT;
		struct taken t = { 0 };

		CHECK_EQ_I64(file_groups_each(f, take, &t, &err), -EBADMSG);
		CHECK_EQ_U64(t.n, sizes[i] > whole / 2);
		perf_file_close(f);
	}
}

TEST(no_section)
{
	struct perf_file *f = open_with_groups(0, 0);
	struct taken t = { 0 };

	CHECK_EQ_I64(file_groups_each(f, take, &t, NULL), 0);
	CHECK_EQ_U64(t.n, 0);
	perf_file_close(f);
}
