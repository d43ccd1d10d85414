#include "report/profile/row_order.h"

static int compare_u64(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_strings(const struct rows *r, uint32_t a, uint32_t b)
{
	return a == b ? 0 : strcmp(strtab_get(r->frames->strings, a), strtab_get(r->frames->strings, b));
}

int row_compare_frames(const struct rows *r, uint32_t a, uint32_t b)
{
	const struct frame *x = &r->frames->list[a], *y = &r->frames->list[b];
	int result;

	if (a == b)
		return 0;
	if ((x->kind == FRAME_SYMBOL) != (y->kind == FRAME_SYMBOL))
		return x->kind == FRAME_SYMBOL ? -1 : 1;
	result = compare_strings(r, x->name, y->name);
	if (!result)
		result = compare_strings(r, x->dso, y->dso);
	if (!result)
		result = compare_u64(x->start, y->start);
	return result ? result : (int)x->kind - (int)y->kind;
}

/* The leader's numbers, then those of the other members; the larger first. */
static int compare_numbers(const struct rows *r, enum column_kind kind, const struct row *a, const struct row *b)
{
	uint32_t n = r->options->groups->list[row_key(r, a)->event].n_members;
	int result = 0;

	for (uint32_t place = 0; place < n && !result; place++)
		result = compare_u64(row_number(r, b, kind, place), row_number(r, a, kind, place));
	return result;
}

static int compare_column(const struct rows *r, enum column_kind kind, const struct row *a, const struct row *b)
{
	const struct row_key *x = row_key(r, a), *y = row_key(r, b);

	switch (kind) {
	case COLUMN_OVERHEAD:
	case COLUMN_PERIOD:
	case COLUMN_SAMPLE: return compare_numbers(r, kind, a, b);
	case COLUMN_CHILDREN:
		/* As in Linux perf, the leader's alone. */
		if (a->children != b->children)
			return compare_u64(b->children, a->children);
		return r->options->caller ? compare_u64(b->depth, a->depth) : compare_u64(a->depth, b->depth);
	case COLUMN_TRACE: return compare_strings(r, x->trace, y->trace);
	case COLUMN_COMM: return compare_strings(r, x->comm, y->comm);
	case COLUMN_DSO: return compare_strings(r, x->dso, y->dso);
	case COLUMN_SYM: return row_compare_frames(r, x->frame, y->frame);
	case COLUMN_PID:
	case COLUMN_TID: return (int32_t)x->tid < (int32_t)y->tid ? -1 : x->tid != y->tid;
	case COLUMN_TGID: return (int32_t)x->pid < (int32_t)y->pid ? -1 : x->pid != y->pid;
	case COLUMN_CPU: return (int32_t)x->cpu < (int32_t)y->cpu ? -1 : x->cpu != y->cpu;
	default: return 0;
	}
}

int row_compare(const struct rows *r, const struct row *a, const struct row *b)
{
	const struct columns *c = r->options->columns;

	for (unsigned i = 0; i < c->n_order; i++) {
		int result = compare_column(r, c->order[i], a, b);

		if (result)
			return result;
	}
	/* What --fields does not sort by. */
	for (int kind = COLUMN_FIRST_KEY; kind < COLUMN_KINDS; kind++) {
		int result = c->has[kind] ? compare_column(r, kind, a, b) : 0;

		if (result)
			return result;
	}
	return compare_strings(r, row_key(r, a)->comm, row_key(r, b)->comm);
}
