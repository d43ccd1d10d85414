#include "report/types/type_answer.h"

#include "common/cursor.h"
#include "common/sorting.h"

#include <errno.h>
#include <stdlib.h>

#define HEAD_SIZE   16u
#define ACCESS_SIZE 18u
#define TYPE_SIZE   20u
#define FIELD_SIZE  28u

void type_answer_encode(const struct type_answer *a, struct buffer *b)
{
	buffer_put_u32(b, a->n_accesses);
	buffer_put_u32(b, a->n_types);
	buffer_put_u32(b, a->n_fields);
	buffer_put_u32(b, a->strings_size);
	for (uint32_t i = 0; i < a->n_accesses; i++) {
		buffer_put_u32(b, a->accesses[i].at);
		buffer_put_u8(b, a->accesses[i].reason);
		buffer_put_u8(b, a->accesses[i].is_tracked);
		buffer_put_u32(b, a->accesses[i].type);
		buffer_put_u64(b, a->accesses[i].offset);
	}
	for (uint32_t i = 0; i < a->n_types; i++) {
		buffer_put_u32(b, a->types[i].name);
		buffer_put_u32(b, a->types[i].first_field);
		buffer_put_u32(b, a->types[i].n_fields);
		buffer_put_u64(b, a->types[i].size);
	}
	for (uint32_t i = 0; i < a->n_fields; i++) {
		buffer_put_u32(b, a->fields[i].name);
		buffer_put_u32(b, a->fields[i].type_name);
		buffer_put_u32(b, a->fields[i].depth);
		buffer_put_u64(b, a->fields[i].offset);
		buffer_put_u64(b, a->fields[i].size);
	}
	buffer_append(b, a->strings, a->strings_size);
}

/* --- checks ----------------------------------------------------------------------------------- */

static bool read_types(struct type_answer *a, struct cursor *c)
{
	for (uint32_t i = 0; i < a->n_types; i++) {
		struct type_layout *t = &a->types[i];

		t->name = cursor_u32(c);
		t->first_field = cursor_u32(c);
		t->n_fields = cursor_u32(c);
		t->size = cursor_u64(c);
		if (t->name >= a->strings_size || t->first_field > a->n_fields ||
		    t->n_fields > a->n_fields - t->first_field || !t->size || t->size > TYPE_SIZE_MAX)
			return false;
	}
	return true;
}

static bool read_accesses(struct type_answer *a, struct cursor *c, uint64_t code_size)
{
	for (uint32_t i = 0; i < a->n_accesses; i++) {
		struct type_access *x = &a->accesses[i];

		x->at = cursor_u32(c);
		x->reason = cursor_u8(c);
		x->is_tracked = cursor_u8(c) & 1;
		x->type = cursor_u32(c);
		x->offset = cursor_u64(c);
		if (x->at >= code_size || (i && x->at <= a->accesses[i - 1].at) || x->reason >= TYPE_REASONS)
			return false;
		if (x->reason == TYPE_FOUND && (x->type >= a->n_types || x->offset >= a->types[x->type].size))
			return false;
	}
	return true;
}

static bool read_fields(struct type_answer *a, struct cursor *c)
{
	for (uint32_t i = 0; i < a->n_fields; i++) {
		struct type_field *f = &a->fields[i];

		f->name = cursor_u32(c);
		f->type_name = cursor_u32(c);
		f->depth = cursor_u32(c);
		f->offset = cursor_u64(c);
		f->size = cursor_u64(c);
		if (f->name >= a->strings_size || f->type_name >= a->strings_size || !f->depth ||
		    f->depth > TYPE_DEPTH_MAX)
			return false;
	}
	return true;
}

/* Fields lie within their type, and each at most one level below the one before it. */
static bool fields_fit(const struct type_answer *a)
{
	for (uint32_t i = 0; i < a->n_types; i++) {
		const struct type_layout *t = &a->types[i];
		const struct type_field *f = a->fields + t->first_field;
		uint32_t depth = 0;

		for (uint32_t k = 0; k < t->n_fields; k++) {
			if (f[k].depth > depth + 1 || f[k].size > t->size || f[k].offset > t->size - f[k].size)
				return false;
			depth = f[k].depth;
		}
	}
	return true;
}

/* One block: the answer, its lists, its strings. */
static struct type_answer *answer_new(const struct type_answer *head)
{
	const uint64_t accesses = (uint64_t)head->n_accesses * sizeof(*head->accesses),
		       types = (uint64_t)head->n_types * sizeof(*head->types),
		       fields = (uint64_t)head->n_fields * sizeof(*head->fields);
	struct type_answer *a = malloc(sizeof(*a) + accesses + types + fields + head->strings_size);

	if (!a)
		return NULL;
	*a = *head;
	a->types = (void *)(a + 1);
	a->fields = (void *)((char *)a->types + types);
	a->accesses = (void *)((char *)a->fields + fields);
	a->strings = (char *)a->accesses + accesses;
	return a;
}

static bool answer_read(struct type_answer *a, struct cursor *c, uint64_t code_size)
{
	const uint8_t *after = c->pos + (size_t)a->n_accesses * ACCESS_SIZE;
	struct cursor rest = cursor_make(after, (size_t)(c->end - after), false);
	const uint8_t *strings;

	if (!read_types(a, &rest) || !read_fields(a, &rest) || !fields_fit(a) || !read_accesses(a, c, code_size))
		return false;
	strings = cursor_bytes(&rest, a->strings_size);
	if (!strings || strings[0] || strings[a->strings_size - 1])
		return false;
	memcpy((char *)a->strings, strings, a->strings_size);
	return true;
}

int type_answer_decode(struct type_answer **ret_answer, const void *data, size_t size, uint64_t code_size)
{
	struct cursor c = cursor_make(data, size, false);
	struct type_answer head = { .n_accesses = cursor_u32(&c) }, *a;
	uint64_t whole;

	head.n_types = cursor_u32(&c);
	head.n_fields = cursor_u32(&c);
	head.strings_size = cursor_u32(&c);
	whole = HEAD_SIZE + (uint64_t)head.n_accesses * ACCESS_SIZE + (uint64_t)head.n_types * TYPE_SIZE +
		(uint64_t)head.n_fields * FIELD_SIZE + head.strings_size;
	if (!cursor_ok(&c) || whole != size || !head.strings_size || head.n_fields > TYPE_FIELDS_MAX)
		return -EBADMSG;
	a = answer_new(&head);
	if (!a)
		return -ENOMEM;
	if (!answer_read(a, &c, code_size)) {
		free(a);
		return -EBADMSG;
	}
	*ret_answer = a;
	return 0;
}

const struct type_access *type_answer_at(const struct type_answer *a, uint64_t at)
{
	const uint32_t i = BISECT(0, a->n_accesses, k, a->accesses[k].at < at);

	return i < a->n_accesses && a->accesses[i].at == at ? &a->accesses[i] : NULL;
}

const struct type_access *type_answer_before(const struct type_answer *a, uint64_t at)
{
	const struct type_access *next = type_answer_at(a, at);

	return next && next > a->accesses ? next - 1 : NULL;
}
