#include "report/profile/bundled_stacks.h"

#include "formats/file/bundle_stacks.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

static_assert(UNWIND_ENDS <= BUNDLE_STACK_CAUSES_MAX && UNWIND_WAYS <= BUNDLE_STACK_CAUSES_MAX, "a bundle has all");

/* The first dso of a path. */
static uint32_t dso_of_path(const struct timeline *t, const char *path)
{
	uint32_t id = strtab_find(t->strings, path, strlen(path));

	for (uint32_t i = 0; i < t->dsos.n && id != STRTAB_NONE && id; i++)
		if (t->dsos.list[i].path == id)
			return i;
	return DSO_NONE;
}

static int add_stacks(struct unwind_counts *counts, const struct bundle_stacks *s, const struct timeline *t)
{
	struct unwind_counts more = { .n = s->n };

	more.list = calloc(s->n_files + 1ull, sizeof(*more.list));
	if (!more.list)
		return -ENOMEM;
	for (uint32_t i = 0; i < s->n_causes && i < UNWIND_ENDS; i++)
		more.ends[i] = s->causes[i];
	for (uint32_t i = 0; i < s->n_ways && i < UNWIND_WAYS; i++)
		more.by[i] = s->ways[i];
	for (uint32_t i = 0; i < s->n_files; i++)
		if (s->files[i].cause < UNWIND_ENDS)
			more.list[more.n_list++] = (struct unwind_count){ .dso = dso_of_path(t, s->files[i].path),
									  .end = s->files[i].cause,
									  .n = s->files[i].n };
	unwind_counts_merge(counts, &more);
	unwind_counts_fini(&more);
	return 0;
}

int bundled_stacks_add(struct unwind_counts *counts, const struct bundled_names *bundled,
		       const struct timeline *timeline)
{
	const struct bundle_part part = { .kind = BUNDLE_STACKS,
					  .version = bundled->stacks_version,
					  .data = bundled->stacks.data,
					  .size = bundled->stacks.size };
	struct bundle_stacks stacks;
	int result;

	if (!bundled->is_ready || !part.size)
		return 0;
	result = bundle_stacks_read(&stacks, &part);
	if (!result)
		result = add_stacks(counts, &stacks, timeline);
	free(stacks.files);
	return result == -ENOMEM ? result : 0;
}

int bundled_stacks_put(const struct unwind_counts *counts, const struct timeline *timeline, struct buffer *records,
		       uint32_t number, struct error *err)
{
	struct bundle_stacks stacks = { .n = counts->n, .n_causes = UNWIND_ENDS, .n_ways = UNWIND_WAYS };
	int result;

	for (unsigned i = 0; i < UNWIND_ENDS; i++)
		stacks.causes[i] = counts->ends[i];
	for (unsigned i = 0; i < UNWIND_WAYS; i++)
		stacks.ways[i] = counts->by[i];
	stacks.files = calloc(counts->n_list + 1ull, sizeof(*stacks.files));
	if (!stacks.files)
		return error_nomem(err);
	for (uint32_t i = 0; i < counts->n_list && i < BUNDLE_STACK_FILES_MAX; i++) {
		const struct unwind_count *c = &counts->list[i];

		stacks.files[stacks.n_files++] = (struct bundle_stack_file){
			.path = c->dso == DSO_NONE ? ""
						   : strtab_get(timeline->strings, timeline->dsos.list[c->dso].path),
			.cause = c->end,
			.n = c->n,
		};
	}
	result = bundle_stacks_put(&stacks, records, number, err);
	free(stacks.files);
	return result;
}
