#include "report/annotate/annotate_code.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The bytes; without them the address only. 0 or -ENOMEM. */
static int read_bytes(struct annotate_code *c, bool intel)
{
	const struct annotate_function *f = c->function;
	struct dso_code from;
	int result = dso_symbols_code(f->symbols, f->start, f->end, &from, &c->bytes);

	if (result == -ENOMEM)
		return result;
	c->has_code = !result && c->bytes.size;
	c->moved = annotation_is_jit(c->annotation, f) ? f->moved : 0;
	c->address = (c->has_code ? from.address : dso_symbols_virtual(f->symbols, f->start)) + c->moved;
	c->code = (struct disasm_code){ .machine = { .machine = from.machine,
						     .is_64 = from.is_64,
						     .is_big_endian = from.is_big_endian,
						     .intel = intel },
					.address = c->address,
					.bytes = c->bytes.data,
					.size = c->has_code ? c->bytes.size : 0 };
	return 0;
}

int annotate_code_begin(struct annotate_code *c, const struct annotation *a, const struct annotate_function *f,
			struct disasm *disasm, unsigned seat, bool intel)
{
	int result;

	c->annotation = a;
	c->function = f;
	c->at = c->at_hit = 0;
	if (!c->sums)
		c->sums = malloc((a->n_events + 1ull) * sizeof(*c->sums));
	if (!c->sums)
		return -ENOMEM;
	result = read_bytes(c, intel);
	if (!result && disasm)
		disasm_begin(disasm, seat, &c->code);
	return result;
}

/* 0 or -ENOMEM. */
static int find_flow(struct annotate_code *c)
{
	const struct annotate_function *f = c->function;

	free(c->flow);
	c->flow = NULL;
	c->flow_sum = (struct code_flow_sum){ 0 };
	if (!f->n_blocks || !c->list.n)
		return 0;
	c->flow = malloc(c->list.n * sizeof(*c->flow));
	if (!c->flow)
		return -ENOMEM;
	c->flow_sum = code_flow_fill(&c->annotation->blocks.list[f->first_block], f->n_blocks, c->list.list, c->list.n,
				     c->flow);
	return 0;
}

int annotate_code_finish(struct annotate_code *c, struct disasm *disasm, unsigned seat)
{
	int result = disasm ? disasm_finish(disasm, seat, &c->code, &c->list) : 0;

	return result ? result : find_flow(c);
}

int annotate_code_jumps(struct annotate_code *c)
{
	return code_jumps_find(&c->jumps, &c->code, &c->list);
}

void annotate_code_fini(struct annotate_code *c)
{
	buffer_fini(&c->bytes);
	disasm_list_fini(&c->list);
	free(c->sums);
	free(c->flow);
	code_jumps_fini(&c->jumps);
	*c = (struct annotate_code){ 0 };
}

/* Adds up the hits below an offset. */
static void take_hits(struct annotate_code *c, uint64_t below)
{
	const struct annotate_hit *hits = &c->annotation->hits[c->function->first_hit];

	memset(c->sums, 0, c->annotation->n_events * sizeof(*c->sums));
	for (; c->at_hit < c->function->n_hits && hits[c->at_hit].offset < below; c->at_hit++) {
		c->sums[hits[c->at_hit].event].count += hits[c->at_hit].sum.count;
		c->sums[hits[c->at_hit].event].period += hits[c->at_hit].sum.period;
	}
}

static bool next_instruction(struct annotate_code *c, struct annotate_row *row)
{
	const struct disasm_instruction *instruction;

	if (c->at >= c->list.n)
		return false;
	instruction = &c->list.list[c->at++];
	row->offset = instruction->offset;
	row->text = (const char *)c->list.texts.data + instruction->text;
	row->instruction = instruction;
	row->bytes = c->bytes.data + instruction->offset;
	row->flow = c->flow ? &c->flow[c->at - 1] : NULL;
	take_hits(c, row->offset + instruction->size);
	return true;
}

/* Addresses behind the last instruction. */
static bool next_hit(struct annotate_code *c, struct annotate_row *row)
{
	if (c->at_hit >= c->function->n_hits)
		return false;
	row->offset = c->annotation->hits[c->function->first_hit + c->at_hit].offset;
	row->text = NULL;
	row->flow = NULL;
	take_hits(c, row->offset + 1);
	return true;
}

bool annotate_code_next(struct annotate_code *c, bool lines, struct annotate_row *row)
{
	struct dso_symbols *symbols = c->function->symbols;

	if (!next_instruction(c, row) && !next_hit(c, row))
		return false;
	row->address = c->address + row->offset;
	row->sums = c->sums;
	row->n_frames = lines ? dso_symbols_frames(symbols, c->function->start + row->offset, true, row->frames) : 0;
	return true;
}

bool annotate_code_target(const struct annotate_code *c, uint64_t address, char *text, size_t size)
{
	uint64_t lookup = dso_symbols_offset(c->function->symbols, address - c->moved);
	struct symbol_name symbol;
	int n;

	if (!dso_symbols_lookup(c->function->symbols, lookup, &symbol) || symbol.kind != SYMBOL_KIND_SYMTAB)
		return false;
	n = snprintf(text, size, "%s", symbol.name);
	if (lookup != symbol.start && n > 0 && (size_t)n < size)
		snprintf(text + n, size - (size_t)n, "+0x%" PRIx64, lookup - symbol.start);
	return true;
}
