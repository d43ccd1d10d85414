#include "report/types/data_types.h"

#include "common/list.h"
#include "common/memory.h"
#include "common/sorting.h"
#include "common/strtab.h"
#include "report/source/source_packet.h"
#include "report/symbols/dso_code.h"

#include <elf.h>
#include <linux/hw_breakpoint.h>
#include <stdio.h>
#include <stdlib.h>

/* Limit of the memory of what was found in functions, in bytes: further ones are unknown. */
#define MEMORY_MAX (256u << 20)

/* What is known of a function. */
struct typed_function {
	const struct dso_symbols *symbols;
	uint64_t start;                 /* as dso_symbols_lookup takes addresses */
	enum type_reason reason;        /* without accesses: why there are none */
	struct type_answer *answer;     /* NULL: none; of its types only the numbers are used */
	const struct data_type **types; /* by these numbers */
};

struct data_types {
	struct strtab strings;
	struct arena arena;
	struct data_type **types;
	uint32_t n_types, types_capacity;
	struct hash_table by_type;
	struct typed_function *functions;
	uint32_t n_functions, functions_capacity;
	struct hash_table by_function;
	size_t taken;
	struct buffer code, told;
};

struct data_types *data_types_new(void)
{
	struct data_types *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	if (strtab_init(&t->strings)) {
		free(t);
		return NULL;
	}
	arena_init(&t->arena);
	buffer_init(&t->code);
	buffer_init(&t->told);
	return t;
}

void data_types_free(struct data_types *t)
{
	if (!t)
		return;
	for (uint32_t i = 0; i < t->n_functions; i++) {
		free(t->functions[i].answer);
		free(t->functions[i].types);
	}
	free(t->functions);
	free(t->types);
	hash_table_fini(&t->by_type);
	hash_table_fini(&t->by_function);
	buffer_fini(&t->code);
	buffer_fini(&t->told);
	arena_fini(&t->arena);
	strtab_fini(&t->strings);
	free(t);
}

/* --- types, each once --------------------------------------------------------------------------- */

static const char *keep(struct data_types *t, const char *text)
{
	const uint32_t id = strtab_add_string(&t->strings, text);

	return id == STRTAB_NONE ? NULL : strtab_get(&t->strings, id);
}

/* Strings are kept once, so that equal ones have one address. */
static bool same_type(const void *context, uint32_t number, const void *wanted)
{
	const struct data_type *a = ((const struct data_types *)context)->types[number], *b = wanted;

	if (a->name != b->name || a->size != b->size || a->n_fields != b->n_fields)
		return false;
	for (uint32_t i = 0; i < a->n_fields; i++) {
		const struct data_field *x = &a->fields[i], *y = &b->fields[i];

		if (x->name != y->name || x->type_name != y->type_name || x->depth != y->depth ||
		    x->offset != y->offset || x->size != y->size)
			return false;
	}
	return true;
}

/* Adds a type whose strings are kept; its fields are copied. NULL without memory. */
static const struct data_type *add_type(struct data_types *t, const struct data_type *type)
{
	const uint64_t hash = hash_pair((uintptr_t)type->name, type->size ^ (uint64_t)type->n_fields << 32);
	const uint32_t known = hash_table_find(&t->by_type, hash, same_type, t, type);
	struct data_type *added;
	struct data_field *fields;

	if (known != HASH_TABLE_NONE)
		return t->types[known];
	added = arena_alloc(&t->arena, sizeof(*added));
	fields = arena_alloc(&t->arena, (type->n_fields + 1ull) * sizeof(*fields));
	if (!added || !fields || !list_reserve(&t->types, t->n_types, &t->types_capacity, sizeof(*t->types)) ||
	    hash_table_add(&t->by_type, hash, t->n_types))
		return NULL;
	*added = *type;
	if (type->n_fields)
		memcpy(fields, type->fields, type->n_fields * sizeof(*fields));
	added->fields = fields;
	t->types[t->n_types++] = added;
	return added;
}

/* Takes a type of an answer. NULL without memory. */
static const struct data_type *take_type(struct data_types *t, const struct type_answer *a,
					 const struct type_layout *layout)
{
	struct data_field *fields = malloc((layout->n_fields + 1ull) * sizeof(*fields));
	struct data_type type = { .name = keep(t, a->strings + layout->name),
				  .size = layout->size,
				  .n_fields = layout->n_fields,
				  .fields = fields };
	const struct data_type *added;
	bool is_kept = fields && type.name;

	for (uint32_t i = 0; i < layout->n_fields && is_kept; i++) {
		const struct type_field *f = &a->fields[layout->first_field + i];

		fields[i] = (struct data_field){ .name = keep(t, a->strings + f->name),
						 .type_name = keep(t, a->strings + f->type_name),
						 .depth = f->depth,
						 .offset = f->offset,
						 .size = f->size };
		is_kept = fields[i].name && fields[i].type_name;
	}
	added = is_kept ? add_type(t, &type) : NULL;
	free(fields);
	return added;
}

/* --- functions ---------------------------------------------------------------------------------- */

/* Takes an answer: its types are kept, and of it the accesses. False without memory. */
static bool take_answer(struct data_types *t, struct typed_function *f, struct type_answer *a)
{
	struct type_answer *accesses;
	const size_t size = sizeof(*a) + a->n_accesses * sizeof(*a->accesses);

	f->types = calloc(a->n_types + 1ull, sizeof(struct data_type *));
	accesses = malloc(size);
	if (!f->types || !accesses) {
		free(accesses);
		return false;
	}
	for (uint32_t i = 0; i < a->n_types; i++) {
		f->types[i] = take_type(t, a, &a->types[i]);
		if (!f->types[i]) {
			free(accesses);
			return false;
		}
	}
	*accesses = (struct type_answer){ .n_accesses = a->n_accesses, .accesses = (void *)(accesses + 1) };
	if (a->n_accesses)
		memcpy(accesses->accesses, a->accesses, a->n_accesses * sizeof(*a->accesses));
	f->answer = accesses;
	t->taken += size + a->n_types * sizeof(struct data_type *);
	return true;
}

/* Asks about the code of a function. */
static void ask(struct data_types *t, struct dso_symbols *symbols, const struct symbol_name *function,
		struct typed_function *f)
{
	struct type_answer *answer;
	struct dso_code code;
	uint64_t address;

	f->reason = TYPE_NO_DEBUG;
	if (!dso_symbols_source_address(symbols, function->start, &address))
		return;
	f->reason = TYPE_NO_INSTRUCTION;
	if (t->taken + t->arena.total > MEMORY_MAX ||
	    dso_symbols_code(symbols, function->start, function->end, &code, &t->code) || code.machine != EM_X86_64 ||
	    !code.is_64 || !t->code.size || t->code.size > SOURCE_CODE_MAX)
		return;
	f->reason = TYPE_NO_DEBUG;
	if (!dso_symbols_ask_code(symbols, address, t->code.data, (uint32_t)t->code.size, &t->told) ||
	    type_answer_decode(&answer, t->told.data, t->told.size, t->code.size))
		return;
	if (!take_answer(t, f, answer)) {
		free(f->types);
		f->types = NULL;
	}
	free(answer);
}

static bool same_function(const void *context, uint32_t number, const void *wanted)
{
	const struct typed_function *a = &((const struct data_types *)context)->functions[number], *b = wanted;

	return a->symbols == b->symbols && a->start == b->start;
}

/* NULL without memory. */
static const struct typed_function *find_function(struct data_types *t, struct dso_symbols *symbols,
						  const struct symbol_name *function)
{
	struct typed_function f = { .symbols = symbols, .start = function->start };
	const uint64_t hash = hash_pair(f.start, (uintptr_t)symbols);
	const uint32_t known = hash_table_find(&t->by_function, hash, same_function, t, &f);

	if (known != HASH_TABLE_NONE)
		return &t->functions[known];
	if (!list_reserve(&t->functions, t->n_functions, &t->functions_capacity, sizeof(f)) ||
	    hash_table_add(&t->by_function, hash, t->n_functions))
		return NULL;
	ask(t, symbols, function, &f);
	t->functions[t->n_functions] = f;
	return &t->functions[t->n_functions++];
}

struct data_access data_types_at(struct data_types *t, struct dso_symbols *symbols, const struct symbol_name *function,
				 uint64_t addr, bool is_before)
{
	const struct type_access *found;
	const struct typed_function *f;

	if (!symbols || !function || addr < function->start)
		return (struct data_access){ .reason = TYPE_NO_SYMBOL };
	f = find_function(t, symbols, function);
	if (!f || !f->answer)
		return (struct data_access){ .reason = f ? f->reason : TYPE_NO_DEBUG };
	found = is_before ? type_answer_before(f->answer, addr - function->start)
			  : type_answer_at(f->answer, addr - function->start);
	if (!found)
		return (struct data_access){ .reason = TYPE_NO_INSTRUCTION };
	return (struct data_access){ .reason = found->reason,
				     .is_tracked = found->is_tracked,
				     .type = found->reason == TYPE_FOUND ? f->types[found->type] : NULL,
				     .offset = found->reason == TYPE_FOUND ? found->offset : 0 };
}

bool data_types_lie_after(const struct event_attr *attr)
{
	return attr->type == PERF_TYPE_BREAKPOINT && !(attr->bp_type & HW_BREAKPOINT_X);
}

/* --- names -------------------------------------------------------------------------------------- */

const char *data_access_name(const struct data_access *a)
{
	switch (a->reason) {
	case TYPE_FOUND: return a->type->name;
	case TYPE_STACK: return "(stack operation)";
	case TYPE_CANARY: return "(stack canary)";
	default: return "(unknown)";
	}
}

void data_access_member(const struct data_access *a, char *text, size_t size)
{
	const struct data_type *type = a->type;
	uint32_t depth = 1;
	size_t used = 0;

	text[0] = 0;
	for (uint32_t i = 0; type && i < type->n_fields && type->fields[i].depth >= depth; i++) {
		const struct data_field *f = &type->fields[i];

		if (f->depth != depth || a->offset < f->offset || a->offset - f->offset >= f->size)
			continue;
		if (*f->name && used < size)
			used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "." : "", f->name);
		depth++;
	}
	if (!used)
		snprintf(text, size, "no field");
}
