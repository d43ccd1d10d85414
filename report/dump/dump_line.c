#include "report/dump/dump_line.h"

#include "common/hash_table.h"
#include "common/text.h"

/* Short pieces of text are copied with this fixed size, which is faster than with their own. */
#define PIECE 16

/* Limit of a line with its numbers. */
#define LINE_MAX_SIZE (DUMP_LINE_TEXT + DUMP_LINE_NUMBERS * TEXT_NUMBER + PIECE)

void dump_lines_init(struct dump_lines *lines)
{
	for (size_t i = 0; i < DUMP_LINES; i++)
		lines->lines[i].event = NULL;
}

struct dump_line *dump_lines_at(struct dump_lines *lines, const struct file_event *e, const struct file_part *part,
				const struct record *r)
{
	struct dump_line *line;
	bool open;

	if (r->type != PERF_RECORD_SAMPLE || !e || r->size < e->layout.fixed_end)
		return NULL;
	open = r->size > e->layout.fixed_end;
	line = &lines->lines[hash_u64((uintptr_t)e ^ r->misc) % DUMP_LINES];
	if (line->event != e || line->part != part || line->misc != r->misc || line->is_open != open) {
		line->event = e;
		line->part = part;
		line->misc = r->misc;
		line->is_open = open;
		line->is_made = false;
	}
	return line;
}

/* At least PIECE bytes of text must be readable, and as many writable at p. */
static inline char *put_piece(char *p, const char *text, size_t size)
{
	if (size <= PIECE)
		memcpy(p, text, PIECE);
	else
		memcpy(p, text, size);
	return p + size;
}

static inline uint64_t number_load(const struct record *r, const struct sample_offset *offset)
{
	const uint8_t *p = r->data + offset->at;

	switch (offset->size) {
	case 2: return load_u16_order(p, r->swap);
	case 4: return load_u32_order(p, r->swap);
	default: return load_u64_order(p, r->swap);
	}
}

void dump_line_put(const struct dump_line *line, const struct record *r, struct dump_out *out)
{
	char *p = dump_out_room(out, LINE_MAX_SIZE);
	const char *text = line->text;

	for (unsigned i = 0; i < line->n; i++) {
		const struct dump_line_number *number = &line->numbers[i];
		uint64_t v = number_load(r, &number->offset);

		p = put_piece(p, text, number->text);
		p = number->hexadecimal ? text_hex(p, v, 0) : text_u64(p, v, 0, ' ');
		text += number->text;
	}
	dump_out_end(out, put_piece(p, text, line->end));
}

/* --- making one ---------------------------------------------------------------- */

/* Formats the field with the number 0, and removes that digit. */
static void maker_number(struct dump_line_maker *m, const struct field *f)
{
	struct dump_line_number *number = &m->line->numbers[m->line->n];
	struct dump_out *out = m->writer.out;
	struct field shortest = *f;
	char *digit;

	shortest.number = 0;
	dump_put(&m->writer, &shortest);
	digit = out->data + out->used - 1;
	if (*digit != '0')
		*--digit = m->writer.style->quote;
	out->used--;
	number->offset = m->offsets[m->line->n++];
	number->hexadecimal = f->format == FIELD_ADDRESS;
	number->text = (uint16_t)((size_t)(digit - out->data) - m->from);
	m->from += number->text;
	m->to = out->used;
}

static void maker_put(void *context, const struct field *f)
{
	struct dump_line_maker *m = context;

	if (m->line->n < m->n_offsets && f->kind == FIELD_NUMBER && !f->words)
		maker_number(m, f);
	else if (m->line->n < m->n_offsets || !m->line->is_open)
		m->failed = true;
}

void dump_line_begin(struct dump_line_maker *m, struct dump_lines *lines, struct dump_line *line,
		     const struct dump_style *style)
{
	*m = (struct dump_line_maker){ .line = line };
	m->sink = (struct field_sink){ .put = maker_put, .context = m };
	m->offsets[0] = (struct sample_offset){ .at = RECORD_HEADER_SIZE - 2, .size = 2 };
	m->n_offsets = 1 + sample_offsets(&line->event->attr, m->offsets + 1);
	line->n = 0;
	/* The buffer has no file: a text that does not fit is an error, and makes no template. */
	dump_out_init(&lines->scratch, -1);
	dump_writer_init(&m->writer, &lines->scratch, style, false);
}

void dump_line_end(struct dump_line_maker *m)
{
	const struct dump_out *out = m->writer.out;
	struct dump_line *line = m->line;
	size_t size = line->is_open ? m->to : out->used;

	line->is_made = true;
	if (m->failed || out->error || size > DUMP_LINE_TEXT - PIECE || line->n != m->n_offsets || line->n == 1) {
		line->n = 0;
		return;
	}
	memcpy(line->text, out->data, size);
	line->end = (uint16_t)(size - m->from);
}
