#include "report/flame/flame_columns.h"

#include "report/output/deflate_stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- columns ----------------------------------------------------------------------------------- */

/* Begins a column, to which the numbers that follow belong. */
static void column_begin(struct flame_columns *c, const char *of, const char *name, enum column_form form)
{
	struct flame_column *column = &c->list[c->n++];

	*column = (struct flame_column){ .form = form, .bytes = c->data.size };
	snprintf(column->name, sizeof(column->name), "%s.%s", of, name);
}

/* Whether all numbers of a column are the same: a number is written in one way. */
static bool is_same(const struct flame_column *column, const uint8_t *data)
{
	const size_t size = column->n ? column->bytes / column->n : 0;

	return column->form == COLUMN_UNSIGNED && column->n > 1 && size * column->n == column->bytes &&
	       !memcmp(data, data + size, column->bytes - size);
}

/* The periods of a clock, and how many samples a row is, are often one number. */
static void column_end(struct flame_columns *c)
{
	struct flame_column *column = &c->list[c->n - 1];
	const size_t start = column->bytes;

	column->bytes = c->data.size - start;
	if (!buffer_ok(&c->data) || !column->bytes || !is_same(column, c->data.data + start))
		return;
	column->form = COLUMN_SAME;
	column->bytes /= column->n;
	c->data.size = start + column->bytes;
}

static void put_leb128(struct buffer *b, uint64_t v)
{
	uint8_t bytes[10];
	size_t n = 0;

	do {
		bytes[n++] = (uint8_t)(v | 0x80);
		v >>= 7;
	} while (v);
	bytes[n - 1] &= 0x7f;
	buffer_append(b, bytes, n);
}

static void put(struct flame_columns *c, uint64_t v)
{
	c->list[c->n - 1].n++;
	put_leb128(&c->data, v);
}

/* The difference to a number that is updated. */
static void put_difference(struct flame_columns *c, uint64_t v, uint64_t *last)
{
	int64_t difference = (int64_t)(v - *last);

	put(c, (uint64_t)difference << 1 ^ (uint64_t)(difference >> 63));
	*last = v;
}

/* Puts a column: of each i below n a number. */
#define PUT_COLUMN(c, of, name, n, i, number)               \
	do {                                                \
		column_begin(c, of, name, COLUMN_UNSIGNED); \
		for (uint32_t i = 0; i < (n); i++)          \
			put(c, number);                     \
		column_end(c);                              \
	} while (0)

/* Likewise, by its difference to the one before. */
#define PUT_DIFFERENCES(c, of, name, n, i, number)             \
	do {                                                   \
		uint64_t last_ = 0;                            \
                                                               \
		column_begin(c, of, name, COLUMN_DIFFERENCES); \
		for (uint32_t i = 0; i < (n); i++)             \
			put_difference(c, number, &last_);     \
		column_end(c);                                 \
	} while (0)

static void put_strings(struct flame_columns *c, const struct strtab *strings)
{
	PUT_COLUMN(c, "string", "size", strings->n, i, strlen(strtab_get(strings, i)));
	column_begin(c, "string", "bytes", COLUMN_BYTES);
	for (uint32_t i = 0; i < strings->n; i++) {
		size_t size = strlen(strtab_get(strings, i));

		buffer_append(&c->data, strtab_get(strings, i), size);
		c->list[c->n - 1].n += (uint32_t)size;
	}
	column_end(c);
}

static void put_functions(struct flame_columns *c, const struct flame_profile *p)
{
	PUT_COLUMN(c, "function", "name", p->n_functions, i, p->functions[i].name);
	PUT_COLUMN(c, "function", "dso", p->n_functions, i, p->functions[i].dso);
	PUT_COLUMN(c, "function", "file", p->n_functions, i, p->functions[i].file);
	PUT_COLUMN(c, "function", "kind", p->n_functions, i, p->functions[i].kind);
	PUT_COLUMN(c, "frame", "function", p->n_frames, i, p->frames[i].function);
	PUT_COLUMN(c, "frame", "inlined", p->n_frames, i, p->frames[i].is_inlined);
}

/* --- stacks, depth first ----------------------------------------------------------------------------- */

struct stack_order {
	uint32_t *first, *next; /* by stack: its first callee, the next one of the same caller; 0: none */
	uint32_t *list;         /* stacks, depth first */
	uint32_t *number;       /* by stack: 1 + its index there; 0 of stack 0 */
	uint32_t *depth;        /* by stack; of the outermost ones 0 */
};

static void stack_order_fini(struct stack_order *o)
{
	free(o->first);
	free(o->next);
	free(o->list);
	free(o->number);
	free(o->depth);
}

static uint32_t next_stack(const struct stack_order *o, const struct flame_profile *p, uint32_t stack)
{
	if (o->first[stack])
		return o->first[stack];
	while (stack && !o->next[stack])
		stack = p->stacks[stack].caller;
	return o->next[stack];
}

/* 0 or -ENOMEM; stack_order_fini is due in any case. */
static int stack_order_make(struct stack_order *o, const struct flame_profile *p)
{
	uint32_t n = 0;

	*o = (struct stack_order){ .first = calloc(p->n_stacks, sizeof(uint32_t)),
				   .next = calloc(p->n_stacks, sizeof(uint32_t)),
				   .list = calloc(p->n_stacks, sizeof(uint32_t)),
				   .number = calloc(p->n_stacks, sizeof(uint32_t)),
				   .depth = calloc(p->n_stacks, sizeof(uint32_t)) };
	if (!o->first || !o->next || !o->list || !o->number || !o->depth)
		return -ENOMEM;
	for (uint32_t i = p->n_stacks - 1; i > 0; i--) {
		uint32_t caller = p->stacks[i].caller;

		o->next[i] = o->first[caller];
		o->first[caller] = i;
	}
	for (uint32_t stack = next_stack(o, p, 0); stack; stack = next_stack(o, p, stack)) {
		uint32_t caller = p->stacks[stack].caller;

		o->depth[stack] = caller ? o->depth[caller] + 1 : 0;
		o->list[n++] = stack;
		o->number[stack] = n;
	}
	return 0;
}

static void put_stacks(struct flame_columns *c, const struct flame_profile *p, const struct stack_order *o)
{
	PUT_COLUMN(c, "stack", "depth", p->n_stacks - 1, i, o->depth[o->list[i]]);
	PUT_COLUMN(c, "stack", "frame", p->n_stacks - 1, i, p->stacks[o->list[i]].frame);
}

/* --- rows ------------------------------------------------------------------------------------------------ */

static void put_rows(struct flame_columns *c, const struct flame_recording *r, const char *of,
		     const struct stack_order *o, uint64_t tick)
{
	PUT_DIFFERENCES(c, of, "time", r->n, i, r->rows[i].time / tick);
	PUT_COLUMN(c, of, "thread", r->n, i, r->rows[i].thread);
	PUT_COLUMN(c, of, "cpu", r->n, i, r->rows[i].cpu);
	PUT_COLUMN(c, of, "event", r->n, i, r->rows[i].event);
	PUT_DIFFERENCES(c, of, "stack", r->n, i, o->number[r->rows[i].stack]);
	PUT_COLUMN(c, of, "weight", r->n, i, r->rows[i].weight);
	PUT_COLUMN(c, of, "count", r->n, i, r->rows[i].count);
}

int flame_columns_make(struct flame_columns *c, const struct flame_profile *p, uint64_t tick)
{
	struct stack_order order;
	int result;

	*c = (struct flame_columns){ 0 };
	buffer_init(&c->data);
	result = stack_order_make(&order, p);
	if (!result) {
		put_strings(c, &p->strings);
		put_functions(c, p);
		put_stacks(c, p, &order);
		for (uint32_t i = 0; i < p->n_recordings; i++)
			put_rows(c, &p->recordings[i], i ? "1" : "0", &order, tick);
		result = buffer_ok(&c->data) ? 0 : -ENOMEM;
	}
	stack_order_fini(&order);
	return result;
}

void flame_columns_fini(struct flame_columns *c)
{
	buffer_fini(&c->data);
}

const char *flame_column_form(const struct flame_column *column)
{
	switch (column->form) {
	case COLUMN_UNSIGNED: return "uvarint";
	case COLUMN_SAME: return "same";
	case COLUMN_DIFFERENCES: return "svarint";
	case COLUMN_BYTES: break;
	}
	return "bytes";
}

/* --- the text ------------------------------------------------------------------------------------------------ */

void base64_write(const uint8_t *data, size_t size, FILE *out)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < size; i += 3) {
		size_t n = size - i < 3 ? size - i : 3;
		uint32_t bits =
			(uint32_t)data[i] << 16 | (n > 1 ? (uint32_t)data[i + 1] << 8 : 0) | (n > 2 ? data[i + 2] : 0);
		const char text[4] = { digits[bits >> 18], digits[bits >> 12 & 63],
				       n > 1 ? digits[bits >> 6 & 63] : '=', n > 2 ? digits[bits & 63] : '=' };

		fwrite(text, 1, sizeof(text), out);
	}
}

int flame_columns_write(const struct flame_columns *c, FILE *out)
{
	struct deflate_stream deflated;
	char *data = NULL;
	size_t size;
	FILE *memory = open_memstream(&data, &size);
	int result = memory ? deflate_open(&deflated, memory, DEFLATE_RAW) : -ENOMEM;

	if (memory && !result)
		deflate_put(&deflated, c->data.data, c->data.size);
	if (memory) {
		deflate_close(&deflated);
		result = result || ferror(memory) ? -ENOMEM : 0;
		if (fclose(memory))
			result = -ENOMEM;
	}
	if (!result)
		base64_write((const uint8_t *)data, size, out);
	free(data);
	return result;
}
