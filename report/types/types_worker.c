#include "report/types/types_worker.h"

#include "common/list.h"
#include "report/types/type_flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* What becomes the answer. */
struct answering {
	struct type_table *types;
	struct type_answer answer;
	uint32_t types_capacity, fields_capacity;
	struct u32map numbers; /* from numbers of the table to those of the answer */
	struct buffer strings;
	struct type_layout *type; /* whose members are put */
	uint32_t depth;           /* of the member that is put */
	uint64_t offset;          /* of what it is a member of */
	bool failed;              /* for lack of memory */
};

static uint32_t put_name(struct answering *a, uint32_t type)
{
	const uint32_t at = (uint32_t)a->strings.size;

	type_table_put_name(a->types, type, &a->strings);
	return at;
}

/* "kind:4" of a bit field. */
static void put_member_name(struct buffer *b, const struct type_member *m)
{
	char bits[16];

	buffer_append(b, m->name, strlen(m->name));
	if (m->n_bits) {
		snprintf(bits, sizeof(bits), ":%u", m->n_bits);
		buffer_append(b, bits, strlen(bits));
	}
	buffer_put_u8(b, 0);
}

/* Puts a member that lies within its type, and the members that it has. */
static bool put_field(void *context, const struct type_member *m)
{
	struct answering *a = context;
	const uint64_t before = a->offset, end = a->type->size;
	struct type_field f = { .depth = a->depth, .size = m->size };

	if (m->offset > end || before > end - m->offset || m->size > end - m->offset - before)
		return true;
	f.offset = before + m->offset;
	if (m->name && *m->name) {
		f.name = (uint32_t)a->strings.size;
		put_member_name(&a->strings, m);
	}
	f.type_name = put_name(a, m->type);
	if (a->answer.n_fields == TYPE_FIELDS_MAX)
		return false;
	if (!list_reserve(&a->answer.fields, a->answer.n_fields, &a->fields_capacity, sizeof(f))) {
		a->failed = true;
		return false;
	}
	a->answer.fields[a->answer.n_fields++] = f;
	if (a->depth < TYPE_DEPTH_MAX) {
		a->depth++;
		a->offset = f.offset;
		type_table_each_member(a->types, m->type, put_field, a);
		a->depth--;
		a->offset = before;
	}
	return !a->failed;
}

/* Returns the number of a type in the answer. */
static uint32_t put_type(struct answering *a, uint32_t type)
{
	struct type_layout t = { .first_field = a->answer.n_fields, .size = type_table_get(a->types, type)->size };
	const uint32_t known = u32map_get(&a->numbers, type), n = a->answer.n_types;

	if (known != U32MAP_NONE)
		return known;
	if (!list_reserve(&a->answer.types, n, &a->types_capacity, sizeof(t)) || u32map_set(&a->numbers, type, n)) {
		a->failed = true;
		return 0;
	}
	t.name = put_name(a, type);
	a->type = &t;
	a->depth = 1;
	a->offset = 0;
	type_table_each_member(a->types, type, put_field, a);
	t.n_fields = a->answer.n_fields - t.first_field;
	a->answer.types[n] = t;
	return a->answer.n_types++;
}

/* An access whose type is too large to be one is not told. */
static void put_access(struct answering *a, struct type_access *access)
{
	if (access->reason == TYPE_FOUND && type_table_get(a->types, access->type)->size > TYPE_SIZE_MAX)
		access->reason = TYPE_BAD_OFFSET;
	access->type = access->reason == TYPE_FOUND ? put_type(a, access->type) : 0;
}

static void put_answer(struct variables *v, struct type_access *accesses, uint32_t n, struct buffer *b)
{
	struct answering a = { .types = &v->types, .answer = { .n_accesses = n, .accesses = accesses } };

	buffer_init(&a.strings);
	buffer_put_u8(&a.strings, 0);
	for (uint32_t i = 0; i < n && !a.failed; i++)
		put_access(&a, &accesses[i]);
	a.answer.strings = (const char *)a.strings.data;
	a.answer.strings_size = (uint32_t)a.strings.size;
	if (a.failed || v->types.failed || !buffer_ok(&a.strings))
		_exit(1);
	type_answer_encode(&a.answer, b);
	free(a.answer.types);
	free(a.answer.fields);
	u32map_fini(&a.numbers);
	buffer_fini(&a.strings);
}

bool types_answer_code(void **state, struct source_dwarf *dwarf, const struct source_code *code, struct buffer *answer)
{
	const struct type_flow_code flow = { .bytes = code->bytes, .size = code->size, .address = code->address };
	struct variables *v = *state;
	struct source_unit_slot *slot;
	struct type_access *accesses;
	uint64_t begin, end;
	uint32_t n = 0;

	if (code->size > UINT64_MAX - code->address)
		return false;
	if (!v)
		*state = v = calloc(1, sizeof(*v));
	if (!v)
		_exit(1);
	v->dwarf = dwarf;
	slot = source_dwarf_find(dwarf, code->address, &begin, &end);
	accesses = type_flow_run(v, slot ? source_dwarf_read(dwarf, slot) : NULL, &flow, &n);
	if (!accesses || v->failed || v->types.failed || source_dwarf_failed(dwarf))
		_exit(1);
	put_answer(v, accesses, n, answer);
	free(accesses);
	return true;
}
