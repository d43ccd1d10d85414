#include "report/elf/gopclntab_code.h"

#include "common/list.h"
#include "common/sorting.h"
#include "report/elf/gopclntab_module.h"

#include <errno.h>
#include <stdlib.h>

/* The number of the function's numbers that are its calls, PCDATA_InlTreeIndex. */
#define CALLS_NUMBER 2u

/* The number of the function's data that is its tree, FUNCDATA_InlTree since Go 1.16. */
#define TREE_NUMBER 3u

/* Limit of the numbers of a function, and of its calls. */
#define NUMBERS_MAX (1u << 20)

/* How many functions with trees show where trees are. */
#define SHOWN_MAX 64u

/* --- descriptions -------------------------------------------------------------------- */

struct description {
	uint32_t files, lines, calls; /* offsets of numbers; 0: none */
	uint32_t unit;
	bool has_tree;
	uint64_t tree; /* its place */
};

static unsigned data_size(const struct gopclntab *g)
{
	return g->version >= GO_1_18 || !g->is_64 ? 4 : 8;
}

/* Reads the place of a tree behind the numbers. c: behind the description's counts. */
static void take_tree(struct description *ret, const struct gopclntab *g, struct cursor *c)
{
	const size_t size = data_size(g);

	/* Pointers are aligned. */
	cursor_skip(c, (size - (size_t)(c->pos - g->all.start) % size) % size);
	cursor_skip(c, TREE_NUMBER * size);
	ret->tree = size == 8 ? cursor_u64(c) : cursor_u32(c);
	ret->has_tree = cursor_ok(c) && ret->tree && (g->version < GO_1_18 || ret->tree != UINT32_MAX);
}

/* Address, name, size of arguments, deferreturn; three numbers; counts. */
static bool describe(const struct gopclntab *g, const struct gopclntab_function *f, struct description *ret)
{
	struct cursor c = f->description;
	uint32_t n_numbers;
	uint8_t n_data;

	*ret = (struct description){ .files = 0 };
	if (g->version == GO_1_2)
		return false;
	cursor_skip(&c, data_size(g) + 4 + 4 + 4 + 4);
	ret->files = cursor_u32(&c);
	ret->lines = cursor_u32(&c);
	n_numbers = cursor_u32(&c);
	ret->unit = cursor_u32(&c);
	cursor_skip(&c, g->version == GO_1_20 ? 4 + 3 : 3);
	n_data = cursor_u8(&c);
	if (!cursor_ok(&c))
		return false;
	if (n_numbers > CALLS_NUMBER) {
		struct cursor numbers = c;

		cursor_skip(&numbers, 4 * CALLS_NUMBER);
		ret->calls = cursor_u32(&numbers);
	}
	if (n_data > TREE_NUMBER && cursor_skip(&c, 4ull * n_numbers))
		take_tree(ret, g, &c);
	return true;
}

/* --- numbers ------------------------------------------------------------------------- */

static uint32_t take_varint(struct cursor *c)
{
	uint32_t value = 0;

	for (unsigned shift = 0; shift < 35; shift += 7) {
		const uint8_t byte = cursor_u8(c);

		value |= shift < 32 ? (uint32_t)(byte & 0x7f) << shift : 0;
		if (!(byte & 0x80))
			break;
	}
	return value;
}

/* Reads numbers at an offset, up to the end of a function of so many bytes. False: no memory. */
static bool read_numbers(struct gopclntab_numbers *ret, const struct gopclntab *g, uint32_t offset, uint64_t size)
{
	struct cursor c = gopclntab_part(&g->numbers, offset);
	uint32_t value = UINT32_MAX;
	uint64_t end = 0;

	while (offset && end < size && ret->n < NUMBERS_MAX) {
		const uint32_t step = take_varint(&c), length = take_varint(&c);

		/* A difference of 0 ends them, but not the first. */
		if (!cursor_ok(&c) || (!step && ret->n))
			break;
		value += step & 1 ? ~(step >> 1) : step >> 1;
		end += (uint64_t)length * g->quantum;
		if (end > UINT32_MAX)
			break;
		if (!list_reserve(&ret->list, ret->n, &ret->capacity, sizeof(*ret->list)))
			return false;
		ret->list[ret->n++] = (struct gopclntab_number){ .end = (uint32_t)end, .value = (int32_t)value };
	}
	return true;
}

static uint32_t number_at(const struct gopclntab_numbers *numbers, uint32_t offset)
{
	return BISECT(0, numbers->n, i, numbers->list[i].end <= offset);
}

/* Returns the number at an offset; -1: none. */
static int32_t value_at(const struct gopclntab_numbers *numbers, uint32_t offset)
{
	const uint32_t i = number_at(numbers, offset);

	return i < numbers->n ? numbers->list[i].value : -1;
}

/* --- trees --------------------------------------------------------------------------- */

struct call {
	uint32_t name;
	uint32_t parent; /* an offset in the function, of the position of the call */
};

/* Go 1.20: kind, name, parent, line; before: numbers of its parent, file and line, then name and parent. */
static bool call_at(const struct gopclntab *g, const struct cursor *tree, uint32_t number, struct call *ret)
{
	const unsigned size = g->version >= GO_1_20 ? 16 : 20, before = g->version >= GO_1_20 ? 4 : 12;
	struct cursor c = *tree;

	cursor_skip(&c, (uint64_t)number * size + before);
	ret->name = cursor_u32(&c);
	ret->parent = cursor_u32(&c);
	return cursor_ok(&c);
}

static const char *text_at(const struct cursor *part, uint64_t offset)
{
	struct cursor c = gopclntab_part(part, offset);
	const char *text = cursor_string(&c);

	return text && *text ? text : NULL;
}

/* Returns the bytes from a function's tree on; none if it has no tree. */
static struct cursor tree_at(const struct gopclntab *g, const struct gopclntab_trees *trees,
			     const struct description *d)
{
	const struct elf_image *e = g->image;
	const uint64_t address = trees->base + d->tree;
	const struct elf_segment *s = d->has_tree ? elf_image_segment(e, address) : NULL;
	struct cursor c = cursor_make(e->data, e->size, e->swap);

	if (!s || address - s->address >= s->file_size || !cursor_skip(&c, s->offset) ||
	    !cursor_skip(&c, address - s->address))
		c.pos = c.end;
	c.failed = false;
	return c;
}

/* Whether an entry is one of a function: its name begins a text, and the call is within the function. */
static bool call_is_good(const struct gopclntab *g, const struct cursor *tree, uint32_t number, uint64_t size)
{
	struct call call;
	struct cursor before;

	if (!call_at(g, tree, number, &call) || !call.name || call.parent >= size || !text_at(&g->names, call.name))
		return false;
	before = gopclntab_part(&g->names, call.name - 1);
	return !cursor_u8(&before);
}

/*
 * Whether trees are where a function has one. *ret_has: it has, as its numbers say. True without memory, too.
 */
static bool shows_trees(const struct gopclntab *g, const struct gopclntab_trees *trees,
			const struct gopclntab_function *f, bool *ret_has)
{
	struct gopclntab_numbers calls = { .n = 0 };
	struct cursor tree;
	struct description d;
	bool is_good = true;

	*ret_has = false;
	if (!describe(g, f, &d) || !read_numbers(&calls, g, d.calls, f->end - f->start))
		calls.n = 0;
	tree = tree_at(g, trees, &d);
	for (uint32_t i = 0; is_good && i < calls.n; i++) {
		const int32_t number = calls.list[i].value;

		if (number < 0)
			continue;
		*ret_has = true;
		is_good = call_is_good(g, &tree, (uint32_t)number, f->end - f->start);
	}
	free(calls.list);
	return is_good;
}

static bool trees_are_there(const struct gopclntab *g, const struct gopclntab_trees *trees)
{
	struct gopclntab_function f;
	unsigned n = 0;
	bool has;

	for (uint64_t i = 0; n < SHOWN_MAX && i < g->n; i++) {
		if (!gopclntab_function(g, i, &f))
			continue;
		if (!shows_trees(g, trees, &f, &has))
			return false;
		n += has;
	}
	return n;
}

struct gopclntab_trees gopclntab_trees_find(const struct gopclntab *g)
{
	const struct gopclntab_pointers p = gopclntab_pointers(g);
	struct gopclntab_trees t = { .is_known = true };
	uint64_t module;

	if (g->version < GO_1_18) {
		t.is_known = trees_are_there(g, &t);
		return t;
	}
	module = gopclntab_module(&p);
	for (unsigned i = GO_MODULE_TEXT; module && i < GO_MODULE_WORDS; i++) {
		t.base = gopclntab_pointer(&p, module + (uint64_t)i * (g->is_64 ? 8 : 4));
		if (t.base && trees_are_there(g, &t))
			return t;
	}
	t.is_known = false;
	return t;
}

/* --- a function ---------------------------------------------------------------------- */

int gopclntab_code_init(struct gopclntab_code *code, const struct gopclntab *g, const struct gopclntab_trees *trees,
			const struct gopclntab_function *f)
{
	const uint64_t size = f->end - f->start;
	struct description d;

	*code = (struct gopclntab_code){ .table = g };
	if (size > UINT32_MAX || !describe(g, f, &d))
		return -ENODATA;
	code->unit = d.unit;
	if (!read_numbers(&code->files, g, d.files, size) || !read_numbers(&code->lines, g, d.lines, size) ||
	    (trees->is_known && !read_numbers(&code->calls, g, d.calls, size)))
		return -ENOMEM;
	code->tree = tree_at(g, trees, &d);
	return 0;
}

void gopclntab_code_fini(struct gopclntab_code *code)
{
	free(code->files.list);
	free(code->lines.list);
	free(code->calls.list);
}

/* Returns the path of a file by its number in the unit. */
static const char *file_at(const struct gopclntab_code *code, int32_t number)
{
	struct cursor c = gopclntab_part(&code->table->units, 4 * ((uint64_t)code->unit + (uint32_t)number));
	const uint32_t offset = cursor_u32(&c);

	return number >= 0 && cursor_ok(&c) ? text_at(&code->table->files, offset) : NULL;
}

uint32_t gopclntab_code_frames(const struct gopclntab_code *code, uint32_t offset, struct gopclntab_frame *frames,
			       uint32_t max)
{
	uint32_t n = 0;
	bool is_inlined = true;

	while (is_inlined && n < max) {
		const int32_t number = value_at(&code->calls, offset), line = value_at(&code->lines, offset);
		struct gopclntab_frame *f = &frames[n++];
		struct call call;

		*f = (struct gopclntab_frame){ .file = file_at(code, value_at(&code->files, offset)) };
		f->line = f->file && line > 0 ? (uint32_t)line : 0;
		is_inlined = number >= 0 && call_at(code->table, &code->tree, (uint32_t)number, &call);
		if (is_inlined) {
			f->name = text_at(&code->table->names, call.name);
			offset = call.parent;
		}
	}
	return n;
}

uint32_t gopclntab_code_next(const struct gopclntab_code *code, uint32_t offset)
{
	const struct gopclntab_numbers *const all[] = { &code->files, &code->lines, &code->calls };
	uint32_t next = UINT32_MAX;

	for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
		const uint32_t at = number_at(all[i], offset);

		if (at < all[i]->n && all[i]->list[at].end < next)
			next = all[i]->list[at].end;
	}
	return next;
}
