/* The build-ids that a file's feature BUILD_ID lists. */
#include "formats/file/file_facts.h"

#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <errno.h>

#define ENTRY (8 + 4 + 24 + 64) /* names are padded to 64 bytes */

static const struct {
	const char *name;
	struct build_id id;
	uint16_t misc;
} entries[] = {
	{ "[kernel.kallsyms]", { .size = 20, .data = { 1, [19] = 2 } }, RECORD_MISC_KERNEL },
	{ "/bin/program", { .size = 8, .data = { 3, [7] = 4 } }, RECORD_MISC_USER },
};

/* Opens a file whose list has the first `size` bytes; SIZE_MAX: all of them, 0: it has none. */
static struct perf_file *open_with_list(unsigned flags, size_t size)
{
	static const struct event_attr attr = { .type = PERF_TYPE_SOFTWARE, .size = ATTR_SIZE_VER7 };
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct perf_file *f;

	perf_builder_init(&b, flags);
	perf_builder_event(&b, &attr, "faults", NULL, 0);
	perf_builder_comm(&b, 1, 1, "comm", 0); /* without records there would be no features */
	for (size_t i = 0; i < ARRAY_SIZE(entries) && size; i++)
		perf_builder_feature_build_id(&b, entries[i].misc, -1, &entries[i].id, entries[i].name);
	f = built_open(&b, &err);
	CHECK(f);
	if (size < f->features.list[FEATURE_BUILD_ID].size)
		f->features.list[FEATURE_BUILD_ID].size = size;
	perf_builder_fini(&b);
	return f;
}

struct taken {
	uint32_t n;
	int end_with; /* at the first entry */
};

static int take(void *context, const struct build_id_entry *entry, struct error *err)
{
	struct taken *t = context;

	CHECK(t->n < ARRAY_SIZE(entries));
	CHECK_EQ_U64(entry->filename_size, strlen(entries[t->n].name));
	CHECK_BYTES(entry->filename, entries[t->n].name, entry->filename_size);
	CHECK_EQ_U64(entry->build_id.size, entries[t->n].id.size);
	CHECK_BYTES(entry->build_id.data, entries[t->n].id.data, entries[t->n].id.size);
	t->n++;
	return t->end_with ? error_set(err, t->end_with, "taken") : 0;
}

TEST(entries)
{
	for (unsigned swapped = 0; swapped < 2; swapped++) {
		struct perf_file *f = open_with_list(swapped ? PERF_BUILDER_SWAP : 0, SIZE_MAX);
		struct taken all = { 0 }, ended = { .end_with = -ENOMEM };
		struct error err = ERROR_INIT;

		CHECK_EQ_I64(file_build_ids_each(f, take, &all, &err), 0);
		CHECK_EQ_U64(all.n, 2);
		CHECK_EQ_I64(file_build_ids_each(f, take, &ended, &err), -ENOMEM);
		CHECK_EQ_U64(ended.n, 1);
		CHECK_STR(err.message, "taken");
		perf_file_close(f);
	}
}

/* Of the entries before the damage all are handed out. */
TEST(list_cut_off)
{
	const size_t sizes[] = { 1, 7, 8, ENTRY - 1, ENTRY + 1, ENTRY + 8, 2 * ENTRY - 1 };

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct perf_file *f = open_with_list(0, sizes[i]);
		struct error err = ERROR_INIT;
		struct taken t = { 0 };

		CHECK_EQ_I64(file_build_ids_each(f, take, &t, &err), -EBADMSG);
		CHECK_STR(err.message, "the list of build-ids is damaged");
		CHECK_EQ_U64(t.n, sizes[i] > ENTRY);
		perf_file_close(f);
	}
}

TEST(no_list)
{
	struct perf_file *f = open_with_list(0, 0);
	struct taken t = { 0 };

	CHECK_EQ_I64(file_build_ids_each(f, take, &t, NULL), 0);
	CHECK_EQ_U64(t.n, 0);
	perf_file_close(f);
}
