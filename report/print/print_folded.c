#include "report/print/print_folded.h"

#include "common/escaped.h"
#include "common/text.h"
#include "report/print/print_rows.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#define TEXT_MAX 4096
#define NO_NAME  "[no name]" /* of a thread without a letter in its comm: a part for itself, as everybody else has */

/* A line: samples with the same frames. */
struct folded_line {
	uint32_t event;
	uint32_t keys;  /* string id of the sort keys before the functions; 0: none */
	uint32_t node;  /* the node of the call tree where the chain ends; 0: chainless */
	uint32_t frame; /* chainless: the sampled function, or FRAMES_NONE */
	uint64_t period, count;
};

enum event_use { EVENT_UNUSED, EVENT_SHOWN, EVENT_LEFT_OUT };

struct folding {
	const struct rows *rows;
	enum format_weight weight;
	struct strtab *strings;
	uint32_t *texts;  /* by frame: string id of its text */
	uint32_t *events; /* by event: string id of its name */
	struct folded_line *lines;
	uint32_t n;
	uint8_t *uses;  /* by event: enum event_use */
	uint32_t first; /* the first event with lines */
	bool several;   /* several events are shown */
};

/* Adds a text, escaped, with ';', which separates parts, replaced. Returns its string id, or STRTAB_NONE. */
static uint32_t folded_part(struct folding *f, const char *text)
{
	struct buffer copy;
	uint32_t id = STRTAB_NONE;

	buffer_init(&copy);
	escaped_put(&copy, text, ESCAPED_CONTROLS);
	for (size_t i = 0; i < copy.size; i++)
		copy.data[i] = copy.data[i] == ';' ? ':' : copy.data[i];
	if (buffer_ok(&copy))
		id = strtab_add(f->strings, copy.data ? (const char *)copy.data : "", copy.size);
	buffer_fini(&copy);
	return id;
}

/*
 * Makes the text of a frame, as stackcollapse-perf.pl does: the name of a function, inlined or not; of an address
 * without a function its file, "[libc.so.6]", since else each address would be a stack of its own. Returns its string
 * id, or STRTAB_NONE.
 */
static uint32_t folded_frame(struct folding *f, uint32_t number)
{
	const struct frames *frames = f->rows->frames;
	const struct frame *frame = &frames->list[number];
	const char *dso = strtab_get(f->strings, frame->dso);
	char text[TEXT_MAX];

	switch (frame->kind) {
	case FRAME_SYMBOL:
	case FRAME_INLINED: return folded_part(f, strtab_get(f->strings, frame->name));
	case FRAME_BOUNDS: return folded_part(f, frame_text(frames, number, text, sizeof(text)));
	case FRAME_ADDRESS:
	case FRAME_UNNAMED:
	case FRAME_DSO: break;
	}
	snprintf(text, sizeof(text), *dso == '[' ? "%s" : "[%s]", dso);
	return folded_part(f, text);
}

static int folding_name(struct folding *f)
{
	const struct perf_file *file = f->rows->analysis->file;
	uint32_t n = f->rows->frames->n;

	f->texts = malloc((n + 1ull) * sizeof(*f->texts));
	f->events = malloc((file->n_events + 1ull) * sizeof(*f->events));
	if (!f->texts || !f->events)
		return -ENOMEM;
	for (uint32_t i = 0; i < file->n_events; i++) {
		f->events[i] = folded_part(f, file->events[i].name);
		if (f->events[i] == STRTAB_NONE)
			return -ENOMEM;
	}
	for (uint32_t i = 0; i < n; i++) {
		f->texts[i] = folded_frame(f, i);
		if (f->texts[i] == STRTAB_NONE)
			return -ENOMEM;
	}
	return 0;
}

/* Makes the text of the sort keys before the functions: "comm", "comm;1234:comm". 0 or -ENOMEM. */
static int folded_keys(struct folding *f, const struct row_key *key, uint32_t *ret_id)
{
	const struct columns *columns = f->rows->options->columns;
	char all[TEXT_MAX], text[TEXT_MAX];
	size_t used = 0;

	for (unsigned c = 0; c < columns->n && used < sizeof(all); c++) {
		const struct column *column = columns_shown(columns, c);
		uint32_t part;

		/* The frames show dso and sym, and the line its event. */
		if (sort_key_is_number(column->key) || column->key->of_frame ||
		    (!column->key->n_words && column->key->needs & (KEY_DSO | KEY_SYM | KEY_EVENT)))
			continue;
		rows_text(f->rows, column, key, NULL, text, sizeof(text));
		part = folded_part(f, text[strspn(text, " ")] ? text + strspn(text, " ") : NO_NAME);
		if (part == STRTAB_NONE)
			return -ENOMEM;
		used += (size_t)snprintf(all + used, sizeof(all) - used, "%s%s", used ? ";" : "",
					 strtab_get(f->strings, part));
	}
	*ret_id = used ? strtab_add_string(f->strings, all) : 0;
	return *ret_id == STRTAB_NONE ? -ENOMEM : 0;
}

static int folding_add(struct folding *f, const struct row_key *key, struct folded_line line)
{
	line.event = key->event;
	f->lines[f->n] = line;
	return folded_keys(f, key, &f->lines[f->n++].keys);
}

static int folding_add_all(struct folding *f)
{
	const struct rows *r = f->rows;
	int result = 0;

	f->lines = malloc(((uint64_t)r->calls.n + r->keys.n + 1) * sizeof(*f->lines));
	if (!f->lines)
		return -ENOMEM;
	for (uint32_t node = 1; node < r->calls.n && !result; node++) {
		const struct call_node *c = &r->calls.nodes[node];

		if (c->self_count)
			result = folding_add(f, &r->row_prefixes.list[c->row_prefix],
					     (struct folded_line){ .node = node,
								   .frame = FRAMES_NONE,
								   .period = c->self,
								   .count = c->self_count });
	}
	for (uint32_t i = 0; i < r->keys.n && !result; i++) {
		const struct row *row = &r->list[i];
		const struct row_key *key = row_key(r, row);

		if (row->chainless_count)
			result = folding_add(f, key,
					     (struct folded_line){ .frame = columns_have(r->options->columns, KEY_SYM)
										    ? key->frame
										    : FRAMES_NONE,
								   .period = row->chainless,
								   .count = row->chainless_count });
	}
	return result;
}

/* --- which events add up --------------------------------------------------------------------- */

static const struct file_event *folded_event(const struct folding *f, uint32_t event)
{
	return &f->rows->analysis->file->events[event];
}

/* True if the weights of two events have one unit: samples, but for off-CPU time; or periods of one event. */
static bool events_add_up(const struct folding *f, uint32_t a, uint32_t b)
{
	const struct file_event *x = folded_event(f, a), *y = folded_event(f, b);
	/* On several kinds of cores an event is the same (perf_event_open(2), PERF_TYPE_HARDWARE). Tracepoints count
	 * hits. */
	uint64_t mask = x->attr.type == PERF_TYPE_TRACEPOINT ? 0
			: x->attr.type == PERF_TYPE_HARDWARE ? UINT32_MAX
							     : -1ull;

	if (a == b)
		return true;
	if (event_is_off_cpu(x) || event_is_off_cpu(y))
		return event_is_off_cpu(x) && event_is_off_cpu(y);
	return f->weight != FORMAT_WEIGHT_PERIOD ||
	       (x->attr.type == y->attr.type && !((x->attr.config ^ y->attr.config) & mask));
}

/* Chooses the weight, and keeps the lines of events that add up with the first one. 0 or -ENOMEM. */
static int folding_choose(struct folding *f)
{
	uint32_t n = 0;

	f->uses = calloc(f->rows->analysis->file->n_events + 1ull, sizeof(*f->uses));
	if (!f->uses)
		return -ENOMEM;
	f->first = f->n ? f->lines[0].event : 0;
	for (uint32_t i = 1; i < f->n; i++)
		f->first = f->lines[i].event < f->first ? f->lines[i].event : f->first;
	if (f->weight == FORMAT_WEIGHT_OF_EVENT && f->n && event_is_off_cpu(folded_event(f, f->first)))
		f->weight = FORMAT_WEIGHT_PERIOD;
	for (uint32_t i = 0; i < f->n; i++) {
		uint32_t event = f->lines[i].event;
		bool shown = events_add_up(f, f->first, event);

		f->uses[event] = shown ? EVENT_SHOWN : EVENT_LEFT_OUT;
		f->several = f->several || (shown && event != f->first);
		if (shown)
			f->lines[n++] = f->lines[i];
	}
	f->n = n;
	return 0;
}

/* Makes the message about events; NULL: there is none, or no memory. */
static const char *folding_note(struct folding *f)
{
	const char *between = "without ";
	struct buffer b;
	uint32_t id;

	buffer_init(&b);
	if (f->several)
		text_put(&b, "samples of several events; the first frame of each stack is the event");
	for (uint32_t i = 0; i < f->rows->analysis->file->n_events; i++) {
		if (f->uses[i] != EVENT_LEFT_OUT)
			continue;
		text_printf(&b, "%s%s%s", f->several && *between == 'w' ? "; " : "", between, folded_event(f, i)->name);
		between = ", ";
	}
	if (*between == ',')
		text_printf(&b, ", whose numbers do not add up with those of %s: -e NAME chooses",
			    folded_event(f, f->first)->name);
	id = b.size && buffer_ok(&b) ? strtab_add(f->strings, (const char *)b.data, b.size) : STRTAB_NONE;
	buffer_fini(&b);
	return id == STRTAB_NONE ? NULL : strtab_get(f->strings, id);
}

/* --- the frames of a line, from the sampled function outwards ------------------------------ */

struct folded_frame {
	struct call_at at;
	uint32_t frame; /* FRAMES_NONE: it is past the outermost caller */
};

static struct folded_frame frame_at(const struct folding *f, uint32_t node, uint32_t position)
{
	return (struct folded_frame){ .at = { node, position },
				      .frame = node ? f->rows->calls.frames[position] : FRAMES_NONE };
}

static struct folded_frame frame_first(const struct folding *f, const struct folded_line *line)
{
	if (!line->node)
		return (struct folded_frame){ .frame = line->frame };
	return frame_at(f, line->node, call_node_last(&f->rows->calls.nodes[line->node]));
}

static struct folded_frame frame_next(const struct folding *f, struct folded_frame p)
{
	const struct call_node *nodes = f->rows->calls.nodes;

	if (p.at.position > nodes[p.at.node].begin)
		return frame_at(f, p.at.node, p.at.position - 1);
	p.at.node = p.at.node ? nodes[p.at.node].parent : 0;
	return frame_at(f, p.at.node, p.at.node ? call_node_last(&nodes[p.at.node]) : 0);
}

/* --- merging and sorting of lines ----------------------------------------------------------- */

static int compare_texts(const struct folding *f, uint32_t a, uint32_t b)
{
	return a == b ? 0 : strcmp(strtab_get(f->strings, a), strtab_get(f->strings, b));
}

/* Compares lines by their text without the weight. */
static int compare_chains(const void *a, const void *b, void *folding)
{
	const struct folding *f = folding;
	const struct folded_line *x = a, *y = b;
	struct folded_frame p = frame_first(f, x), q = frame_first(f, y);
	int result = x->event < y->event ? -1 : x->event > y->event;

	if (!result)
		result = compare_texts(f, x->keys, y->keys);
	while (!result && p.frame != FRAMES_NONE && q.frame != FRAMES_NONE) {
		/* The rest is the same, from where two chains meet in the tree. */
		if (p.at.node && p.at.node == q.at.node && p.at.position == q.at.position)
			return 0;
		result = compare_texts(f, f->texts[p.frame], f->texts[q.frame]);
		p = frame_next(f, p);
		q = frame_next(f, q);
	}
	return result ? result : (p.frame != FRAMES_NONE) - (q.frame != FRAMES_NONE);
}

static uint64_t line_weight(const struct folding *f, const struct folded_line *l)
{
	return f->weight == FORMAT_WEIGHT_PERIOD ? l->period : l->count;
}

static int compare_weights(const void *a, const void *b, void *folding)
{
	const struct folding *f = folding;
	const struct folded_line *x = a, *y = b;

	if (x->event != y->event)
		return x->event < y->event ? -1 : 1;
	if (line_weight(f, x) != line_weight(f, y))
		return line_weight(f, x) > line_weight(f, y) ? -1 : 1;
	return compare_chains(a, b, folding);
}

static void folding_merge(struct folding *f)
{
	uint32_t n = 0;

	qsort_r(f->lines, f->n, sizeof(*f->lines), compare_chains, f);
	for (uint32_t i = 0; i < f->n; i++) {
		if (!n || compare_chains(&f->lines[n - 1], &f->lines[i], f) != 0) {
			f->lines[n++] = f->lines[i];
			continue;
		}
		f->lines[n - 1].period += f->lines[i].period;
		f->lines[n - 1].count += f->lines[i].count;
	}
	f->n = n;
	qsort_r(f->lines, f->n, sizeof(*f->lines), compare_weights, f);
}

/* ---------------------------------------------------------------------------------------------- */

static void print_part(FILE *out, const struct folding *f, uint32_t id, const char **between)
{
	fputs(*between, out);
	fputs(strtab_get(f->strings, id), out);
	*between = ";";
}

static int print_line(FILE *out, struct folding *f, const struct folded_line *line)
{
	const char *between = "";
	uint32_t depth = 0, *path;

	for (struct folded_frame p = frame_first(f, line); p.frame != FRAMES_NONE; p = frame_next(f, p))
		depth++;
	path = malloc((depth + 1ull) * sizeof(*path));
	if (!path)
		return -ENOMEM;
	depth = 0;
	for (struct folded_frame p = frame_first(f, line); p.frame != FRAMES_NONE; p = frame_next(f, p))
		path[depth++] = f->texts[p.frame];
	if (f->several)
		print_part(out, f, f->events[line->event], &between);
	if (line->keys)
		print_part(out, f, line->keys, &between);
	while (depth--)
		print_part(out, f, path[depth], &between);
	fprintf(out, "%s%" PRIu64 "\n", *between ? " " : "", line_weight(f, line));
	free(path);
	return 0;
}

int print_folded(FILE *out, const struct format_input *in, const char **ret_note)
{
	const struct rows *r = in->rows;
	struct folding f = { .rows = r, .weight = in->weight, .strings = r->frames->strings };
	int result = folding_name(&f);

	if (!result)
		result = folding_add_all(&f);
	if (!result)
		result = folding_choose(&f);
	if (!result)
		folding_merge(&f);
	for (uint32_t i = 0; i < f.n && !result; i++) {
		uint64_t total = r->totals[f.lines[i].event].period;

		if (percent_of(f.lines[i].period, total) >= in->percent_limit)
			result = print_line(out, &f, &f.lines[i]);
	}
	*ret_note = result ? NULL : folding_note(&f);
	free(f.texts);
	free(f.events);
	free(f.uses);
	free(f.lines);
	return result;
}
