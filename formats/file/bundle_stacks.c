#include "formats/file/bundle_stacks.h"

#include "formats/file/bundle_numbers.h"

#include <errno.h>
#include <stdlib.h>

static void put_list(struct buffer *b, const uint64_t *list, uint32_t n)
{
	bundle_put(b, n);
	for (uint32_t i = 0; i < n; i++)
		bundle_put(b, list[i]);
}

int bundle_stacks_put(const struct bundle_stacks *stacks, struct buffer *records, uint32_t number, struct error *err)
{
	struct bundle_part part = { .kind = BUNDLE_STACKS, .version = BUNDLE_STACKS_VERSION };
	struct buffer b;
	int result;

	buffer_init(&b);
	bundle_put(&b, stacks->n);
	put_list(&b, stacks->causes, stacks->n_causes);
	put_list(&b, stacks->ways, stacks->n_ways);
	bundle_put(&b, stacks->n_files);
	for (uint32_t i = 0; i < stacks->n_files; i++) {
		bundle_put(&b, stacks->files[i].cause);
		bundle_put(&b, stacks->files[i].n);
		buffer_put_string(&b, stacks->files[i].path);
	}
	part.data = b.data;
	part.size = b.size;
	result = buffer_ok(&b) ? bundle_part_put(records, number, &part, err) : error_nomem(err);
	buffer_fini(&b);
	return result;
}

static uint32_t get_list(struct cursor *c, uint64_t list[BUNDLE_STACK_CAUSES_MAX])
{
	uint32_t n = bundle_get_u32(c, BUNDLE_STACK_CAUSES_MAX);

	for (uint32_t i = 0; i < n; i++)
		list[i] = bundle_get(c);
	return n;
}

int bundle_stacks_read(struct bundle_stacks *ret_stacks, const struct bundle_part *part)
{
	struct cursor c = cursor_make(part->data, part->size, false);
	struct bundle_stacks *s = ret_stacks;
	uint32_t n;

	*s = (struct bundle_stacks){ 0 };
	if (part->version != BUNDLE_STACKS_VERSION)
		return -ENOTSUP;
	s->n = bundle_get(&c);
	s->n_causes = get_list(&c, s->causes);
	s->n_ways = get_list(&c, s->ways);
	n = bundle_get_u32(&c, BUNDLE_STACK_FILES_MAX);
	s->files = calloc(n + 1ull, sizeof(*s->files));
	if (!s->files)
		return -ENOMEM;
	for (uint32_t i = 0; i < n && cursor_ok(&c); i++) {
		struct bundle_stack_file f = { .cause = bundle_get_u32(&c, BUNDLE_STACK_CAUSES_MAX) };

		f.n = bundle_get(&c);
		f.path = cursor_string(&c);
		if (cursor_ok(&c))
			s->files[s->n_files++] = f;
	}
	return cursor_ok(&c) ? 0 : -EBADMSG;
}
