#include "report/flame/flame_svg.h"

#include "common/printable.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Pixels, and those of a character of the font. */
#define WIDTH      1200.0
#define MARGIN     10.0
#define ROW        17.0
#define HEAD       46.0
#define CHARACTER  6.6
#define LEAST      0.1
#define TEXT_LEAST 3 /* characters */

struct picture {
	const struct flame_profile *p;
	uint32_t event;    /* whose samples are drawn */
	uint64_t *totals;  /* by stack: of it and of all that it called; 0: all */
	uint64_t *counts;  /* samples, likewise */
	uint32_t *depth;   /* by stack; of the outermost 1 */
	uint32_t *order;   /* stacks by caller, and callees by name */
	double *left;      /* by stack: where it begins, in pixels */
	uint32_t deepest;  /* of those drawn */
	uint32_t n_narrow; /* too narrow to be drawn */
	double per_pixel;  /* weight */
};

static int picture_init(struct picture *c, const struct flame_profile *p)
{
	*c = (struct picture){ .p = p,
			       .totals = calloc(p->n_stacks, sizeof(*c->totals)),
			       .counts = calloc(p->n_stacks, sizeof(*c->counts)),
			       .depth = calloc(p->n_stacks, sizeof(*c->depth)),
			       .order = calloc(p->n_stacks, sizeof(*c->order)),
			       .left = calloc(p->n_stacks, sizeof(*c->left)) };
	return c->totals && c->counts && c->depth && c->order && c->left ? 0 : -ENOMEM;
}

static void picture_fini(struct picture *c)
{
	free(c->totals);
	free(c->counts);
	free(c->depth);
	free(c->order);
	free(c->left);
}

/* Of the first event that has samples. A stack's number is greater than its caller's. */
static void picture_count(struct picture *c)
{
	const struct flame_recording *r = &c->p->recordings[0];

	c->event = r->n ? r->rows[0].event : 0;
	for (uint32_t i = 0; i < r->n; i++)
		c->event = r->rows[i].event < c->event ? r->rows[i].event : c->event;
	for (uint32_t i = 0; i < r->n; i++) {
		if (r->rows[i].event != c->event)
			continue;
		c->totals[r->rows[i].stack] += r->rows[i].weight;
		c->counts[r->rows[i].stack] += r->rows[i].count;
	}
	for (uint32_t i = c->p->n_stacks - 1; i > 0; i--) {
		c->totals[c->p->stacks[i].caller] += c->totals[i];
		c->counts[c->p->stacks[i].caller] += c->counts[i];
	}
	for (uint32_t i = 1; i < c->p->n_stacks; i++)
		c->depth[i] = c->depth[c->p->stacks[i].caller] + 1;
	c->per_pixel = (double)c->totals[0] / (WIDTH - 2 * MARGIN);
}

static const struct flame_function *function_of(const struct picture *c, uint32_t stack)
{
	return &c->p->functions[c->p->frames[c->p->stacks[stack].frame].function];
}

static int compare_stacks(const void *a, const void *b, void *context)
{
	const struct picture *c = context;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	uint32_t caller_x = c->p->stacks[x].caller, caller_y = c->p->stacks[y].caller;
	int result;

	if (caller_x != caller_y)
		return caller_x < caller_y ? -1 : 1;
	result = !x || !y ? 0
			  : strcmp(strtab_get(&c->p->strings, function_of(c, x)->name),
				   strtab_get(&c->p->strings, function_of(c, y)->name));
	return result ? result : x < y ? -1 : x > y;
}

/* Callees lie above their caller, one beside the other. */
static void picture_place(struct picture *c)
{
	uint32_t caller = 0;
	double at = MARGIN;

	for (uint32_t i = 0; i < c->p->n_stacks; i++)
		c->order[i] = i;
	qsort_r(c->order, c->p->n_stacks, sizeof(*c->order), compare_stacks, c);
	c->left[0] = MARGIN;
	for (uint32_t i = 0; i < c->p->n_stacks; i++) {
		uint32_t stack = c->order[i];

		if (!stack)
			continue;
		if (c->p->stacks[stack].caller != caller) {
			caller = c->p->stacks[stack].caller;
			at = c->left[caller];
		}
		c->left[stack] = at;
		at += (double)c->totals[stack] / c->per_pixel;
	}
}

static bool is_drawn(const struct picture *c, uint32_t stack)
{
	return c->totals[stack] && (double)c->totals[stack] >= LEAST * c->per_pixel;
}

/* --- text and color ----------------------------------------------------------------------------- */

/* What XML 1.0 (section 2.2) allows; other characters are U+FFFD. */
static void put_xml(FILE *out, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		uint8_t ch = (uint8_t)text[i];

		switch (ch) {
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		case '&': fputs("&amp;", out); break;
		case '"': fputs("&quot;", out); break;
		default:
			if ((ch < ' ' && ch != '\t') || ch == 0x7f ||
			    (size - i >= 3 && !memcmp(text + i, "\xef\xbf\xbe", 3)) ||
			    (size - i >= 3 && !memcmp(text + i, "\xef\xbf\xbf", 3))) {
				fputs("\xef\xbf\xbd", out);
				i += ch < 0x80 ? 0 : 2;
			} else {
				fputc(ch, out);
			}
		}
	}
}

/* How many bytes the first n characters take. */
static size_t characters(const char *text, unsigned n)
{
	const char *p = text;

	for (; *p && n; n--)
		p += (uint8_t)*p < 0x80 ? 1 : utf8_size((const uint8_t *)p, strlen(p), NULL);
	return (size_t)(p - text);
}

static const char *color_of(enum flame_kind kind, bool is_inlined)
{
	switch (kind) {
	case FLAME_KIND_USER: return is_inlined ? "#f0c27b" : "#e8a04c";
	case FLAME_KIND_KERNEL: return "#8fb8de";
	case FLAME_KIND_JIT: return "#9ccc8c";
	case FLAME_KIND_NAMELESS:
	case FLAME_KIND_OTHER: break;
	}
	return "#c8c8c8";
}

static void put_weight(FILE *out, const struct picture *c, uint32_t stack)
{
	double share = 100.0 * (double)c->totals[stack] / (double)c->totals[0];
	double ms = (double)c->totals[stack] / 1e6;

	if (c->p->events[c->event].is_time)
		fprintf(out, ms < 1000 ? "%.3f ms, " : "%.3f s, ", ms < 1000 ? ms : ms / 1000);
	fprintf(out, "%" PRIu64 " samples, %.2f%%", c->counts[stack], share);
}

/* --- boxes ------------------------------------------------------------------------------------------ */

static void put_box(FILE *out, const struct picture *c, uint32_t stack, double bottom)
{
	const struct flame_function *f = function_of(c, stack);
	const char *name = strtab_get(&c->p->strings, f->name);
	double width = (double)c->totals[stack] / c->per_pixel, top = bottom - ROW * (c->depth[stack] + 1);
	unsigned room = (unsigned)((width - 6) / CHARACTER);

	fputs("<g><title>", out);
	put_xml(out, name, strlen(name));
	fputs(" (", out);
	put_xml(out, strtab_get(&c->p->strings, f->dso), strlen(strtab_get(&c->p->strings, f->dso)));
	fputs("): ", out);
	put_weight(out, c, stack);
	fprintf(out, "</title><rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" fill=\"%s\"/>", c->left[stack],
		top, width, ROW - 1, color_of(f->kind, c->p->frames[c->p->stacks[stack].frame].is_inlined));
	if (width > 6 && room >= TEXT_LEAST) {
		bool whole = characters(name, room) == strlen(name);

		fprintf(out, "<text x=\"%.2f\" y=\"%.1f\">", c->left[stack] + 3, top + ROW - 5);
		put_xml(out, name, characters(name, whole ? room : room - 1));
		fputs(whole ? "</text>" : "\xe2\x80\xa6</text>", out);
	}
	fputs("</g>\n", out);
}

static void put_head(FILE *out, const struct picture *c, double height)
{
	const struct flame_profile *p = c->p;
	const char *event = p->n_events ? strtab_get(&p->strings, p->events[c->event].name) : "";

	fprintf(out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
		"font-family=\"monospace\" font-size=\"11\">\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n<text x=\"%.0f\" y=\"18\" "
		"font-size=\"14\">",
		WIDTH, height, WIDTH, height, MARGIN);
	put_xml(out, p->recordings[0].input, strlen(p->recordings[0].input));
	fprintf(out, "</text>\n<text x=\"%.0f\" y=\"36\">", MARGIN);
	put_xml(out, event, strlen(event));
	fprintf(out, ", %" PRIu64 " samples", c->counts[0]);
	if (p->recordings[0].lost)
		fprintf(out, ", %" PRIu64 " lost", p->recordings[0].lost);
	if (c->n_narrow)
		fprintf(out, "; %" PRIu32 " boxes narrower than %.1f pixels are not drawn", c->n_narrow, LEAST);
	fputs("</text>\n", out);
}

static void put_boxes(FILE *out, struct picture *c)
{
	double height = HEAD + ROW * (c->deepest + 2), bottom = height - MARGIN / 2;

	put_head(out, c, height);
	if (c->totals[0]) {
		fputs("<g><title>all: ", out);
		put_weight(out, c, 0);
		fprintf(out,
			"</title><rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" fill=\"#dddddd\"/>"
			"<text x=\"%.2f\" y=\"%.1f\">all</text></g>\n",
			MARGIN, bottom - ROW, WIDTH - 2 * MARGIN, ROW - 1, MARGIN + 3, bottom - 5);
	}
	for (uint32_t i = 1; i < c->p->n_stacks; i++)
		if (is_drawn(c, i))
			put_box(out, c, i, bottom);
	fputs("</svg>\n", out);
}

int flame_svg_write(const struct flame_profile *p, FILE *out)
{
	struct picture c;
	int result = picture_init(&c, p);

	if (!result) {
		picture_count(&c);
		picture_place(&c);
		for (uint32_t i = 1; i < p->n_stacks; i++) {
			if (!is_drawn(&c, i))
				c.n_narrow += c.totals[i] > 0;
			else if (c.depth[i] > c.deepest)
				c.deepest = c.depth[i];
		}
		put_boxes(out, &c);
	}
	picture_fini(&c);
	return result;
}
