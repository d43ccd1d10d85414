/* Draws the code of functions: instructions, and source between them or on the left. */
#include "common/text.h"
#include "report/browser/code_page.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_TEXT_MAX 4096
#define TEXT_COLUMNS  1000u
#define SHARE_HOT     5.0
#define SHARE_LEAST   0.5

/* Bytes of an instruction that have room. */
#define RAW_BYTES 8u

static enum cell_style share_style(double percent)
{
	return percent >= SHARE_HOT ? STYLE_HOT : percent > SHARE_LEAST ? STYLE_WARM : STYLE_PLAIN;
}

static unsigned share_columns(const struct code_page *p)
{
	return p->view.number == ANNOTATE_PERIOD ? 14 : 9;
}

static unsigned draw_share(const struct code_page *p, struct cells *c, unsigned line, unsigned at, uint32_t function,
			   uint32_t sums)
{
	const struct annotate_sum *sum = &p->lines.sums[sums + p->event];
	double percent = code_page_percent(p, function, sums);
	unsigned width = share_columns(p);
	char text[64] = "";

	if (!sum->count)
		return width;
	switch (p->view.number) {
	case ANNOTATE_PERCENT: snprintf(text, sizeof(text), "%*.2f", width - 2, percent); break;
	case ANNOTATE_SAMPLES: snprintf(text, sizeof(text), "%*" PRIu64, width - 2, sum->count); break;
	case ANNOTATE_PERIOD: snprintf(text, sizeof(text), "%*" PRIu64, width - 2, sum->period); break;
	}
	cells_put(c, line, at, c->columns, share_style(percent), text);
	return width;
}

/* A tab goes to the next eighth column. */
static void untab(const char *line, char *text, size_t size)
{
	size_t n = 0;

	for (; *line && n + 8 < size; line++) {
		if (*line != '\t') {
			text[n++] = *line;
			continue;
		}
		do
			text[n++] = ' ';
		while (n % 8);
	}
	text[n] = 0;
}

/* --- an instruction -------------------------------------------------------------------------------- */

static unsigned draw_cycles(const struct code_page *p, struct cells *c, unsigned line, unsigned at,
			    const struct code_line *l)
{
	unsigned width = p->view.shows_limits ? 22 : 8;
	const struct code_flow *f = l->flow;
	char text[96];

	if (!p->lines.functions[l->function].flow_sum.has_cycles)
		return 0;
	if (f && f->ipc > 0) {
		snprintf(text, sizeof(text), "%5.2f", f->ipc);
		cells_put(c, line, at, c->columns, STYLE_PLAIN, text);
	}
	if (f && f->cycles && p->view.shows_limits)
		snprintf(text, sizeof(text), "%" PRIu64 "(%" PRIu64 "/%" PRIu64 ")", f->cycles, f->cycles_min,
			 f->cycles_max);
	else if (f && f->cycles)
		snprintf(text, sizeof(text), "%" PRIu64, f->cycles);
	else
		*text = 0;
	cells_put(c, line, at + 6 + (strlen(text) < width ? width - (unsigned)strlen(text) : 0) - 2, c->columns,
		  STYLE_PLAIN, text);
	return 6 + width;
}

/* The letters of code_jumps as lines, where the terminal has some. */
static void draw_jump_letters(struct cells *c, unsigned line, unsigned at, enum cell_style style, const char *letters)
{
	static const char from[] = "|/\\+->";
	static const char *const to[] = { "│", "┌", "└", "├", "─", "▸" };

	for (; *letters; letters++, at++) {
		const char *found = strchr(from, *letters);
		const char one[] = { *letters, 0 };

		cells_put(c, line, at, 1, style, found && c->is_utf8 ? to[found - from] : one);
	}
}

/* Those of the jump under the cursor, or of the jumps that come there, stand out. */
static enum cell_style jump_style(const struct code_page *p, const struct code_line *l)
{
	const struct code_line *under = code_page_line(p);
	bool goes =
		under && under->kind == CODE_INSTRUCTION && under->to != CODE_NONE && &p->lines.list[under->to] == l;
	bool comes = l->to != CODE_NONE && under == &p->lines.list[l->to];

	return goes || comes ? STYLE_MATCH : STYLE_DIM;
}

static unsigned draw_jumps(const struct code_page *p, struct cells *c, unsigned line, unsigned at,
			   const struct code_line *l)
{
	const struct code_jumps *j = &p->lines.functions[l->function].jumps;
	char letters[JUMP_COLUMNS + 1] = "";

	if (p->view.hides_jumps || !j->n_lanes)
		return 0;
	if (l->at != CODE_NONE && l->kind == CODE_INSTRUCTION)
		code_jumps_put(j, l->at, letters);
	else if (l->at != CODE_NONE && l->kind != CODE_HEAD)
		code_jumps_put_above(j, l->at, letters);
	draw_jump_letters(c, line, at, l->kind == CODE_INSTRUCTION ? jump_style(p, l) : STYLE_DIM, letters);
	return j->n_lanes + 2;
}

static unsigned draw_sources(const struct code_page *p, struct cells *c, unsigned line, unsigned at,
			     const struct code_line *l)
{
	const struct code_jumps *j = &p->lines.functions[l->function].jumps;
	char text[16];

	if (!p->view.counts_sources)
		return 0;
	if (l->at != CODE_NONE && j->sources[l->at]) {
		snprintf(text, sizeof(text), "%3u", j->sources[l->at]);
		cells_put(c, line, at, c->columns, j->sources[l->at] > 1 ? STYLE_WARM : STYLE_PLAIN, text);
	}
	return 4;
}

static bool has_address(const struct code_page *p, const struct code_line *l)
{
	const struct code_jumps *j = &p->lines.functions[l->function].jumps;

	return p->view.shows_raw || p->view.offsets == CODE_OFFSETS_ALL || l->at == CODE_NONE || j->sources[l->at] ||
	       (p->view.offsets == CODE_OFFSETS_CALLS && l->what == DISASM_CALL);
}

static unsigned draw_address(const struct code_page *p, struct cells *c, unsigned line, unsigned at,
			     const struct code_line *l)
{
	bool is_full = p->view.full_addresses || p->view.shows_raw;
	unsigned width = is_full ? 16 : 6;
	char text[32];

	if (has_address(p, l)) {
		snprintf(text, sizeof(text), "%*" PRIx64 ":", (int)width, is_full ? l->address : l->offset);
		cells_put(c, line, at, c->columns, STYLE_DIM, text);
	}
	return width + 2;
}

static unsigned draw_bytes(const struct code_page *p, struct cells *c, unsigned line, unsigned at,
			   const struct code_line *l)
{
	char text[3 * RAW_BYTES + 4] = "";
	unsigned n = l->n_bytes < RAW_BYTES ? l->n_bytes : RAW_BYTES;

	if (!p->view.shows_raw)
		return 0;
	for (unsigned i = 0; i < n; i++)
		snprintf(text + 3 * i, 4, "%.2s ",
			 text_hex_pairs + 2 * (uint8_t)code_lines_text(&p->lines, l->bytes)[i]);
	if (l->n_bytes > RAW_BYTES)
		strcpy(text + 3 * n, "..");
	cells_put(c, line, at, c->columns, STYLE_DIM, text);
	return 3 * RAW_BYTES + 3;
}

/* Upwards, downwards, away, back. */
static const char *mark(const struct code_page *p, const struct cells *c, const struct code_line *l)
{
	bool is_utf8 = c->is_utf8;

	if (l->what == DISASM_CALL)
		return is_utf8 ? "→ " : "> ";
	if (l->what == DISASM_RETURN)
		return is_utf8 ? "← " : "< ";
	if (l->what != DISASM_JUMP)
		return "  ";
	if (l->to == CODE_NONE)
		return is_utf8 ? "→ " : "> ";
	return &p->lines.list[l->to] > l ? (is_utf8 ? "↓ " : "v ") : is_utf8 ? "↑ " : "^ ";
}

/* "callq 1190" becomes "callq warm"; with raw the address stays. */
static void put_words(const struct code_page *p, const struct code_line *l, char *text, size_t size)
{
	const char *words = code_lines_text(&p->lines, l->text), *name = code_lines_text(&p->lines, l->target_name);
	char address[32];
	const char *at;

	snprintf(address, sizeof(address), "%" PRIx64, l->target);
	at = strstr(words, address);
	if (!*name)
		snprintf(text, size, "%s", words);
	else if (p->view.shows_raw || !at || at[strlen(address)] || l->what == DISASM_OTHER)
		snprintf(text, size, "%s  <%s>", words, name);
	else if (l->to != CODE_NONE)
		snprintf(text, size, "%.*s%" PRIx64, (int)(at - words), words, p->lines.list[l->to].offset);
	else
		snprintf(text, size, "%.*s%s", (int)(at - words), words, name);
}

static void put_flow(const struct code_line *l, char *text, size_t size)
{
	size_t n = strlen(text);

	if (l->flow && l->flow->taken > 0)
		snprintf(text + n, size - n, "   # taken %.1f%%, predicted %.1f%%", l->flow->taken, l->flow->predicted);
}

static void draw_instruction(const struct code_page *p, struct cells *c, unsigned line, unsigned at,
			     const struct code_line *l)
{
	char text[LINE_TEXT_MAX];

	at += draw_share(p, c, line, at, l->function, l->sums);
	at += draw_cycles(p, c, line, at, l);
	at += draw_sources(p, c, line, at, l);
	at += draw_jumps(p, c, line, at, l);
	at += draw_address(p, c, line, at, l);
	at += draw_bytes(p, c, line, at, l);
	at += cells_put(c, line, at, c->columns, STYLE_DIM, mark(p, c, l));
	put_words(p, l, text, sizeof(text));
	put_flow(l, text, sizeof(text));
	cells_put(c, line, at, c->columns, l->what == DISASM_CALL ? STYLE_WARM : STYLE_PLAIN, text);
}

/* --- other lines ---------------------------------------------------------------------------------- */

static const char *shown_path(const struct code_page *p, const char *text)
{
	const char *slash = p->view.full_paths || strchr(text, ' ') ? NULL : strrchr(text, '/');

	return slash ? slash + 1 : text;
}

static void draw_head(const struct code_page *p, struct cells *c, unsigned line, unsigned at, const struct code_line *l)
{
	static const char *const of[] = { "local", "global" }, *const what[] = { "period", "hits" };
	const struct code_function *f = &p->lines.functions[l->function];
	char text[LINE_TEXT_MAX];
	size_t n;

	n = (size_t)snprintf(text, sizeof(text), "%s  %s  %016" PRIx64 "  %" PRIu64 " samples, %s %s",
			     code_lines_text(&p->lines, f->name), shown_path(p, code_lines_text(&p->lines, f->dso)),
			     f->address, p->lines.sums[f->sums + p->event].count, of[p->view.is_global],
			     what[p->view.of_hits]);
	if (f->flow_sum.has_cycles && n < sizeof(text))
		n += (size_t)snprintf(text + n, sizeof(text) - n, "  (Average IPC: %.2f, IPC Coverage: %.1f%%)",
				      f->flow_sum.ipc, f->flow_sum.coverage);
	if (!f->has_code && n < sizeof(text))
		snprintf(text + n, sizeof(text) - n, "  (the code is not here)");
	cells_put(c, line, at, c->columns, STYLE_TITLE, text);
}

static void draw_source(const struct code_page *p, struct cells *c, unsigned line, unsigned at,
			const struct code_line *l)
{
	const char *words = code_lines_text(&p->lines, l->text);
	bool has_cycles = p->lines.functions[l->function].flow_sum.has_cycles;
	char text[LINE_TEXT_MAX], number[16];

	at += share_columns(p) + (has_cycles ? (p->view.shows_limits ? 28 : 14) : 0) + (p->view.counts_sources ? 4 : 0);
	at += draw_jumps(p, c, line, at, l);
	if (p->view.shows_numbers && l->kind == CODE_SOURCE) {
		snprintf(number, sizeof(number), "%5u ", l->number);
		at += cells_put(c, line, at, c->columns, STYLE_DIM, number);
	}
	untab(l->kind == CODE_PLACE ? shown_path(p, words) : words, text, sizeof(text));
	cells_put(c, line, at, c->columns, STYLE_DIM, text);
}

static void draw_line(const struct code_page *p, struct cells *c, unsigned line, unsigned at, const struct code_line *l)
{
	switch (l->kind) {
	case CODE_HEAD: draw_head(p, c, line, at, l); break;
	case CODE_PLACE:
	case CODE_SOURCE: draw_source(p, c, line, at, l); break;
	case CODE_INSTRUCTION: draw_instruction(p, c, line, at, l); break;
	}
}

/* --- the window of source --------------------------------------------------------------------------- */

/* The instruction whose source is shown: that under the cursor, or the next one. */
static const struct code_line *with_source(const struct code_page *p)
{
	for (uint32_t i = p->at; i < p->n; i++)
		if (p->lines.list[p->shown[i]].number)
			return &p->lines.list[p->shown[i]];
	return NULL;
}

static void draw_file_line(const struct code_page *p, struct cells *c, unsigned line, unsigned width, uint32_t number,
			   const struct code_line *under)
{
	const struct code_file *file = &p->lines.files[under->file];
	const struct code_file_line *of = &p->lines.file_lines[file->texts + number - file->first];
	char text[LINE_TEXT_MAX], words[LINE_TEXT_MAX];
	unsigned at = share_columns(p);

	if (of->sums != CODE_NONE)
		draw_share(p, c, line, 0, under->function, of->sums);
	untab(code_lines_text(&p->lines, of->text), words, sizeof(words));
	snprintf(text, sizeof(text), "%5" PRIu32 " %.4000s", number, words);
	cells_put(c, line, at, width - at, of->sums == CODE_NONE ? STYLE_DIM : STYLE_PLAIN, text);
	if (number == under->number)
		cells_paint(c, line, at, width - at, STYLE_MATCH);
}

static void draw_file(const struct code_page *p, struct cells *c, unsigned first, unsigned lines, unsigned width)
{
	const struct code_line *under = with_source(p);
	const struct code_file *file = under ? &p->lines.files[under->file] : NULL;
	uint32_t from;

	if (!file)
		return;
	cells_put(c, first, 1, width - 1, STYLE_TITLE, shown_path(p, code_lines_text(&p->lines, file->path)));
	if (!file->first || under->number < file->first || under->number > file->last)
		return;
	/* The line is in the middle, where there are enough before it. */
	from = under->number - file->first > lines / 2 ? under->number - lines / 2 : file->first;
	for (uint32_t i = 0; i + 1 < lines && from + i <= file->last; i++)
		draw_file_line(p, c, first + 1 + i, width, from + i, under);
}

/* --- all of it ------------------------------------------------------------------------------------ */

/* What is far away comes into the middle, with what is around it. */
static void scroll(struct code_page *p, unsigned lines)
{
	if (p->at < p->top)
		p->top = p->top - p->at > 1 ? p->at - (p->at < lines / 2 ? p->at : lines / 2) : p->at;
	else if (lines && p->at >= p->top + lines)
		p->top = p->at - (p->at - p->top > lines ? lines / 2 : lines - 1);
}

/* Moves what is drawn of a line by p->from columns to the left, but for what is left of `column`. */
static void shift(const struct code_page *p, struct cells *c, unsigned line, unsigned column)
{
	struct cell *cells = &c->list[(size_t)line * c->columns];

	for (unsigned i = column; p->from && i < c->columns; i++)
		cells[i] = i + p->from < c->columns ? cells[i + p->from]
						    : (struct cell){ .letter = ' ', .width = 1, .style = STYLE_PLAIN };
}

static void mark_match(struct cells *c, unsigned line, unsigned column, const struct name_pattern *pattern)
{
	char *text = pattern->text ? cells_line(c, line) : NULL;
	unsigned from, n;

	if (text && name_pattern_matches(pattern, text, &from, &n) && from >= column)
		cells_paint(c, line, from, n, STYLE_MATCH);
	free(text);
}

void code_page_draw(struct code_page *p, struct cells *c, unsigned first, unsigned lines,
		    const struct name_pattern *pattern)
{
	unsigned left;

	code_page_fit(p, c->columns);
	left = p->is_wide ? c->columns * 9 / 20 : 0;
	scroll(p, lines);
	for (unsigned i = 0; i < lines && p->top + i < p->n; i++) {
		draw_line(p, c, first + i, left, &p->lines.list[p->shown[p->top + i]]);
		shift(p, c, first + i, left);
		if (p->top + i == p->at)
			cells_paint(c, first + i, left, c->columns - left, STYLE_SELECTED);
		else
			mark_match(c, first + i, left, pattern);
	}
	if (left)
		draw_file(p, c, first, lines, left - 1);
}

char *code_page_text(const struct code_page *p)
{
	struct cells cells;
	struct buffer text;
	bool ok = true;

	if (cells_init(&cells, TEXT_COLUMNS, 1, true))
		return NULL;
	buffer_init(&text);
	for (uint32_t i = 0; i < p->n && ok; i++) {
		char *line;

		cells_clear(&cells);
		draw_line(p, &cells, 0, 0, &p->lines.list[p->shown[i]]);
		line = cells_line(&cells, 0);
		ok = line != NULL;
		if (ok) {
			text_put(&text, line);
			text_put(&text, "\n");
		}
		free(line);
	}
	buffer_append(&text, "", 1);
	cells_fini(&cells);
	if (ok && buffer_ok(&text))
		return (char *)text.data;
	buffer_fini(&text);
	return NULL;
}
