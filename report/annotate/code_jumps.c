#include "report/annotate/code_jumps.h"

#include "report/annotate/disasm_kind.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Bits of a cell: the line goes on upwards, downwards, to the code from here, to the code as an arrow. */
#define CELL_UP   1u
#define CELL_DOWN 2u
#define CELL_FROM 4u
#define CELL_TO   8u

/* All jumps to one instruction. */
struct line {
	uint32_t target, first, last;
};

/* The instruction at an address; JUMP_NONE: none begins there. */
static uint32_t instruction_at(const struct disasm_code *code, const struct disasm_list *list, uint64_t address)
{
	uint64_t offset = address - code->address;
	uint32_t low = 0, high = list->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (list->list[middle].offset < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low < list->n && list->list[low].offset == offset ? low : JUMP_NONE;
}

static void find_targets(struct code_jumps *j, const struct disasm_code *code, const struct disasm_list *list)
{
	for (uint32_t i = 0; i < j->n; i++) {
		const struct disasm_instruction *instruction = &list->list[i];
		const char *text = (const char *)list->texts.data + instruction->text;

		j->to[i] = JUMP_NONE;
		if (instruction->reference == DISASM_BRANCH &&
		    disasm_kind(code->machine.machine, text, true) == DISASM_JUMP)
			j->to[i] = instruction_at(code, list, instruction->target);
		if (j->to[i] != JUMP_NONE)
			j->sources[j->to[i]]++;
	}
}

/* --- lines ---------------------------------------------------------------------------------------- */

static void find_lines(const struct code_jumps *j, struct line *lines)
{
	for (uint32_t i = 0; i < j->n; i++)
		lines[i] = (struct line){ .target = i, .first = i, .last = i };
	for (uint32_t i = 0; i < j->n; i++) {
		struct line *line = j->to[i] == JUMP_NONE ? NULL : &lines[j->to[i]];

		if (line && i < line->first)
			line->first = i;
		if (line && i > line->last)
			line->last = i;
	}
}

static int compare_lines(const void *a, const void *b)
{
	const struct line *x = a, *y = b;
	uint32_t of_x = x->last - x->first, of_y = y->last - y->first;

	return of_x != of_y ? (of_x < of_y ? -1 : 1) : x->target < y->target ? -1 : x->target > y->target;
}

static bool is_free(const struct code_jumps *j, const struct line *line, unsigned lane)
{
	for (uint32_t i = line->first; i <= line->last; i++)
		if (j->cells[(size_t)i * JUMP_LANES + lane])
			return false;
	return true;
}

static void occupy(struct code_jumps *j, const struct line *line, unsigned lane)
{
	for (uint32_t i = line->first; i <= line->last; i++)
		j->cells[(size_t)i * JUMP_LANES + lane] =
			(uint8_t)((i > line->first ? CELL_UP : 0) | (i < line->last ? CELL_DOWN : 0) |
				  (j->to[i] == line->target ? CELL_FROM : 0) | (i == line->target ? CELL_TO : 0));
	if (j->n_lanes <= lane)
		j->n_lanes = lane + 1;
}

static void lay_out(struct code_jumps *j, struct line *lines)
{
	qsort(lines, j->n, sizeof(*lines), compare_lines);
	for (uint32_t i = 0; i < j->n && lines[i].last - lines[i].first < JUMP_ROWS_MAX; i++) {
		unsigned lane = 0;

		if (!j->sources[lines[i].target])
			continue;
		while (lane < JUMP_LANES && !is_free(j, &lines[i], lane))
			lane++;
		if (lane < JUMP_LANES)
			occupy(j, &lines[i], lane);
	}
}

int code_jumps_find(struct code_jumps *j, const struct disasm_code *code, const struct disasm_list *list)
{
	struct line *lines = malloc((list->n + 1ull) * sizeof(*lines));

	code_jumps_fini(j);
	j->n = list->n;
	j->to = malloc((list->n + 1ull) * sizeof(*j->to));
	j->sources = calloc(list->n + 1ull, sizeof(*j->sources));
	j->cells = calloc(list->n + 1ull, JUMP_LANES);
	if (lines && j->to && j->sources && j->cells) {
		find_targets(j, code, list);
		find_lines(j, lines);
		lay_out(j, lines);
	}
	free(lines);
	return lines && j->to && j->sources && j->cells ? 0 : -ENOMEM;
}

void code_jumps_fini(struct code_jumps *j)
{
	free(j->to);
	free(j->sources);
	free(j->cells);
	*j = (struct code_jumps){ 0 };
}

/* --- letters -------------------------------------------------------------------------------------- */

static char corner(unsigned cell)
{
	switch (cell & (CELL_UP | CELL_DOWN)) {
	case CELL_UP: return '\\';
	case CELL_DOWN: return '/';
	case 0: return '-'; /* it jumps to itself */
	default: return '+';
	}
}

unsigned code_jumps_put(const struct code_jumps *j, uint32_t at, char text[static JUMP_COLUMNS + 1])
{
	bool is_across = false, is_target = false;
	unsigned n = 0;

	for (unsigned lane = j->n_lanes; lane--;) {
		unsigned cell = j->cells[(size_t)at * JUMP_LANES + lane];

		if (cell & (CELL_FROM | CELL_TO))
			text[n] = corner(cell);
		else
			text[n] = is_across ? '-' : cell ? '|' : ' ';
		is_across = is_across || cell & (CELL_FROM | CELL_TO);
		is_target = is_target || cell & CELL_TO;
		n++;
	}
	if (n) {
		text[n++] = is_target ? '>' : is_across ? '-' : ' ';
		text[n++] = ' ';
	}
	text[n] = 0;
	return n;
}

unsigned code_jumps_put_above(const struct code_jumps *j, uint32_t at, char text[static JUMP_COLUMNS + 1])
{
	unsigned n = 0;

	for (unsigned lane = j->n_lanes; lane--;)
		text[n++] = at < j->n && j->cells[(size_t)at * JUMP_LANES + lane] & CELL_UP ? '|' : ' ';
	if (n) {
		text[n++] = ' ';
		text[n++] = ' ';
	}
	text[n] = 0;
	return n;
}
