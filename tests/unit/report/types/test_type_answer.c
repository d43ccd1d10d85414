/* type_answer: what a worker says of types comes back as it was, and nothing that is wrong is taken. */
#include "report/types/type_answer.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>

#define CODE 64u

static const char strings[] = "\0struct node\0next\0struct node*\0in\0struct inner\0b\0long int";
enum { NODE = 1, NEXT = 13, POINTER = 18, IN = 31, INNER = 34, B = 47, LONG = 49 };

/* An answer with one of everything. */
struct made {
	struct type_access accesses[3];
	struct type_layout types[2];
	struct type_field fields[3];
	struct type_answer answer;
};

static void make(struct made *m)
{
	*m = (struct made){
		.accesses = { { 0, TYPE_FOUND, false, 0, 16 },
			      { 4, TYPE_NO_MEMORY, false, 0, 0 },
			      { 9, TYPE_FOUND, true, 1, 7 } },
		.types = { { NODE, 0, 3, 24 }, { LONG, 3, 0, 8 } },
		.fields = { { NEXT, POINTER, 1, 0, 8 }, { IN, INNER, 1, 8, 16 }, { B, LONG, 2, 16, 8 } },
	};
	m->answer = (struct type_answer){ .n_accesses = 3,
					  .n_types = 2,
					  .n_fields = 3,
					  .strings_size = sizeof(strings),
					  .accesses = m->accesses,
					  .types = m->types,
					  .fields = m->fields,
					  .strings = strings };
}

/* Encodes and decodes it; what comes is freed by the caller. */
static int pass(const struct made *m, struct type_answer **ret)
{
	struct buffer b;
	int result;

	buffer_init(&b);
	type_answer_encode(&m->answer, &b);
	CHECK(buffer_ok(&b));
	*ret = NULL;
	result = type_answer_decode(ret, b.data, b.size, CODE);
	buffer_fini(&b);
	return result;
}

TEST(an_answer_comes_back)
{
	struct type_answer *a;
	struct made m;

	make(&m);
	CHECK_EQ_U64(pass(&m, &a), 0);
	CHECK_EQ_U64(a->n_accesses, 3);
	CHECK_EQ_U64(type_answer_at(a, 9)->offset, 7);
	CHECK(type_answer_at(a, 9)->is_tracked);
	CHECK_EQ_U64(type_answer_at(a, 4)->reason, TYPE_NO_MEMORY);
	CHECK(!type_answer_at(a, 5));
	CHECK_EQ_U64(type_answer_before(a, 9)->at, 4);
	CHECK(!type_answer_before(a, 0));
	CHECK(!type_answer_before(a, 5));
	CHECK(!type_answer_at(a, 10));
	CHECK_STR(a->strings + a->types[0].name, "struct node");
	CHECK_STR(a->strings + a->fields[2].type_name, "long int");
	CHECK_EQ_U64(a->fields[1].offset, 8);
	free(a);
}

/* Changes that make an answer wrong. */
static void access_beyond_code(struct made *m)
{
	m->accesses[2].at = CODE;
}

static void accesses_out_of_order(struct made *m)
{
	m->accesses[1].at = 0;
}

static void access_of_no_type(struct made *m)
{
	m->accesses[0].type = 2;
}

static void access_beyond_type(struct made *m)
{
	m->accesses[0].offset = 24;
}

static void reason_unknown(struct made *m)
{
	m->accesses[0].reason = TYPE_REASONS;
}

static void fields_beyond_list(struct made *m)
{
	m->types[1].n_fields = 1;
}

static void type_of_no_size(struct made *m)
{
	m->types[1].size = 0;
}

static void type_too_large(struct made *m)
{
	m->types[0].size = TYPE_SIZE_MAX + 1;
}

static void name_beyond_strings(struct made *m)
{
	m->fields[1].type_name = sizeof(strings);
}

static void field_beyond_type(struct made *m)
{
	m->fields[1].offset = 9;
}

static void field_wraps(struct made *m)
{
	m->fields[1].offset = UINT64_MAX - 7;
}

static void field_too_deep(struct made *m)
{
	m->fields[0].depth = 2;
}

static void strings_without_end(struct made *m)
{
	m->answer.strings_size--;
}

TEST(what_is_wrong_is_not_taken)
{
	static void (*const changes[])(struct made * m) = {
		access_beyond_code, accesses_out_of_order, access_of_no_type,  access_beyond_type,  reason_unknown,
		fields_beyond_list, type_of_no_size,       type_too_large,     name_beyond_strings, field_beyond_type,
		field_wraps,        field_too_deep,        strings_without_end
	};

	for (size_t i = 0; i < ARRAY_SIZE(changes); i++) {
		struct type_answer *a;
		struct made m;

		make(&m);
		changes[i](&m);
		CHECK_EQ_I64(pass(&m, &a), -EBADMSG);
	}
}

TEST(nothing_is_read_beyond_the_end)
{
	struct type_answer *a;
	struct buffer b;
	struct made m;

	make(&m);
	buffer_init(&b);
	type_answer_encode(&m.answer, &b);
	for (size_t size = 0; size < b.size; size++) {
		uint8_t *cut = malloc(size + 1);

		CHECK(cut);
		memcpy(cut, b.data, size);
		CHECK_EQ_I64(type_answer_decode(&a, cut, size, CODE), -EBADMSG);
		free(cut);
	}
	buffer_fini(&b);
}
