#include "report/browser/code_page.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A step to the side. */
#define SIDE_COLUMNS 16u

/* Shares below this are not worth a visit. */
#define HOT_LEAST 0.5

#define WHEEL_LINES 3

double code_page_percent(const struct code_page *p, uint32_t function, uint32_t sums)
{
	const struct code_lines *l = &p->lines;
	const struct annotate_sum *part = &l->sums[sums + p->event];
	const struct annotate_sum *whole =
		p->view.is_global ? &l->totals[p->event] : &l->sums[l->functions[function].sums + p->event];
	uint64_t of = p->view.of_hits ? part->count : part->period,
		 all = p->view.of_hits ? whole->count : whole->period;

	return all ? 100.0 * (double)of / (double)all : 0;
}

/* --- what is shown -------------------------------------------------------------------------------- */

static bool is_shown(const struct code_page *p, const struct code_line *line)
{
	bool is_source = line->kind == CODE_SOURCE || line->kind == CODE_PLACE;

	return !is_source || !(p->view.hides_source || p->is_wide);
}

/* Lists the lines anew; the cursor stays at its line, or the next one that is shown. */
static void choose(struct code_page *p)
{
	uint32_t at = p->at < p->n ? p->shown[p->at] : 0, n = 0;

	p->at = 0;
	for (uint32_t i = 0; i < p->lines.n; i++) {
		if (!is_shown(p, &p->lines.list[i]))
			continue;
		p->shown[n++] = i;
		p->at += i < at;
	}
	p->n = n;
	if (p->at >= n)
		p->at = n ? n - 1 : 0;
}

void code_page_fit(struct code_page *p, unsigned columns)
{
	bool is_wide = columns >= CODE_WIDE_COLUMNS && !p->view.hides_source && p->lines.n_files > 1;

	if (is_wide == p->is_wide)
		return;
	p->is_wide = is_wide;
	choose(p);
}

static void go_to(struct code_page *p, uint32_t line)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (p->shown[i] <= line)
			p->at = i;
}

static double share_of(const struct code_page *p, uint32_t line)
{
	return code_page_percent(p, p->lines.list[line].function, p->lines.list[line].sums);
}

/* A function may be in parts, so shares of it are not compared. */
static uint64_t amount_of(const struct code_page *p, uint32_t line)
{
	const struct annotate_sum *sum = &p->lines.sums[p->lines.list[line].sums + p->event];

	return p->view.of_hits ? sum->count : sum->period;
}

static int compare_hot(const void *a, const void *b, void *page)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	uint64_t of_x = amount_of(page, x), of_y = amount_of(page, y);

	return of_x != of_y ? (of_x > of_y ? -1 : 1) : x < y ? -1 : 1;
}

static void find_hot(struct code_page *p)
{
	p->n_hot = p->hot_at = 0;
	for (uint32_t i = 0; i < p->lines.n; i++)
		if (p->lines.list[i].kind == CODE_INSTRUCTION && share_of(p, i) >= HOT_LEAST)
			p->hot[p->n_hot++] = i;
	if (p->n_hot)
		qsort_r(p->hot, p->n_hot, sizeof(*p->hot), compare_hot, p);
}

int code_page_init(struct code_page *p, struct code_lines *lines, uint32_t event, const struct code_view *view)
{
	*p = (struct code_page){ .lines = *lines, .view = *view, .event = code_lines_event(lines, event) };
	p->shown = malloc((lines->n + 1ull) * sizeof(*p->shown));
	p->hot = malloc((lines->n + 1ull) * sizeof(*p->hot));
	if (!p->shown || !p->hot) {
		code_page_fini(p);
		return -ENOMEM;
	}
	choose(p);
	find_hot(p);
	if (p->n_hot)
		go_to(p, p->hot[0]);
	return 0;
}

void code_page_fini(struct code_page *p)
{
	code_lines_fini(&p->lines);
	free(p->shown);
	free(p->hot);
	*p = (struct code_page){ 0 };
}

/* --- keys ----------------------------------------------------------------------------------------- */

static void move(struct code_page *p, int64_t by)
{
	int64_t to = (int64_t)p->at + by;

	p->at = to < 0 || !p->n ? 0 : to >= (int64_t)p->n ? p->n - 1 : (uint32_t)to;
}

static void next_hot(struct code_page *p, bool backward)
{
	if (!p->n_hot)
		return;
	p->hot_at = (p->hot_at + (backward ? p->n_hot - 1 : 1)) % p->n_hot;
	go_to(p, p->hot[p->hot_at]);
}

static void hottest(struct code_page *p)
{
	p->hot_at = 0;
	if (p->n_hot)
		go_to(p, p->hot[0]);
}

static bool move_key(struct code_page *p, uint32_t key, unsigned lines)
{
	switch (key) {
	case BROWSE_UP: move(p, -1); break;
	case BROWSE_DOWN: move(p, 1); break;
	case BROWSE_WHEEL_UP: move(p, -WHEEL_LINES); break;
	case BROWSE_WHEEL_DOWN: move(p, WHEEL_LINES); break;
	case BROWSE_PAGE_UP: move(p, -(int64_t)lines); break;
	case ' ':
	case BROWSE_PAGE_DOWN: move(p, lines); break;
	case BROWSE_HOME: p->at = 0; break;
	case BROWSE_END: move(p, p->n); break;
	case BROWSE_TAB: next_hot(p, false); break;
	case BROWSE_BACKTAB: next_hot(p, true); break;
	case 'H': hottest(p); break;
	case '>': p->from += SIDE_COLUMNS; break;
	case '<': p->from -= p->from < SIDE_COLUMNS ? p->from : SIDE_COLUMNS; break;
	default: return false;
	}
	return true;
}

static bool view_key(struct code_view *v, uint32_t key)
{
	switch (key) {
	case 's': v->hides_source = !v->hides_source; break;
	case 'j': v->hides_jumps = !v->hides_jumps; break;
	case 'J': v->counts_sources = !v->counts_sources; break;
	case 'o': v->shows_raw = !v->shows_raw; break;
	case 'O': v->offsets = (v->offsets + 1) % CODE_OFFSETS_COUNT; break;
	case 't': v->number = v->number == ANNOTATE_PERIOD ? ANNOTATE_PERCENT : v->number + 1; break;
	case 'c': v->shows_limits = !v->shows_limits; break;
	case 'k': v->shows_numbers = !v->shows_numbers; break;
	case 'l': v->full_paths = !v->full_paths; break;
	case 'f': v->full_addresses = !v->full_addresses; break;
	case 'p': v->is_global = !v->is_global; break;
	case 'b': v->of_hits = !v->of_hits; break;
	default: return false;
	}
	return true;
}

static void click(struct code_page *p, const struct browse_event *e, unsigned lines)
{
	if (e->line >= 1 && e->line <= lines && p->top + e->line - 1 < p->n)
		p->at = p->top + e->line - 1;
}

void code_page_key(struct code_page *p, const struct browse_event *e, unsigned lines)
{
	if (e->key == BROWSE_CLICK)
		click(p, e, lines);
	else if (!move_key(p, e->key, lines) && view_key(&p->view, e->key)) {
		choose(p);
		find_hot(p);
	}
}

bool code_page_follow(struct code_page *p)
{
	const struct code_line *line = code_page_line(p);

	if (!line || line->kind != CODE_INSTRUCTION || line->to == CODE_NONE)
		return false;
	go_to(p, line->to);
	return true;
}

/* --- text ----------------------------------------------------------------------------------------- */

bool code_page_find(struct code_page *p, const struct name_pattern *pattern, bool backward)
{
	for (uint32_t i = 1; i <= p->n; i++) {
		uint32_t at = (uint32_t)((p->at + (uint64_t)(backward ? p->n - i : i)) % p->n);
		const struct code_line *line = &p->lines.list[p->shown[at]];
		const struct code_lines *l = &p->lines;

		if (!name_pattern_matches(pattern, code_lines_text(l, line->text), NULL, NULL) &&
		    !name_pattern_matches(pattern, code_lines_text(l, line->target_name), NULL, NULL))
			continue;
		p->at = at;
		return true;
	}
	return false;
}

void code_page_status(const struct code_page *p, char *text, size_t size)
{
	const struct code_line *line = code_page_line(p);
	const struct code_lines *l = &p->lines;
	const struct code_function *f = line ? &l->functions[line->function] : NULL;

	*text = 0;
	if (line && line->kind == CODE_INSTRUCTION && line->what == DISASM_CALL && line->target_name)
		snprintf(text, size, "calls %s: ENTER opens it", code_lines_text(l, line->target_name));
	else if (line && line->kind == CODE_INSTRUCTION && line->to != CODE_NONE)
		snprintf(text, size, "jumps to %s: ENTER goes there", code_lines_text(l, line->target_name));
	else if (line && line->kind == CODE_INSTRUCTION && line->what == DISASM_JUMP && line->target_name)
		snprintf(text, size, "jumps into %s: ENTER opens it", code_lines_text(l, line->target_name));
	else if (f && line->kind == CODE_INSTRUCTION && line->at != CODE_NONE && f->jumps.sources[line->at])
		snprintf(text, size, "jumps that come here: %u", f->jumps.sources[line->at]);
	else if (line && line->number && line->kind == CODE_INSTRUCTION)
		snprintf(text, size, "%s:%u", code_lines_text(l, l->files[line->file].path), line->number);
	else if (f)
		snprintf(text, size, "%s  %s", code_lines_text(l, f->name), code_lines_text(l, f->dso));
}
