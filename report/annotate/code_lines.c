#include "report/annotate/code_lines.h"

#include "common/list.h"
#include "common/text.h"
#include "report/annotate/row_source.h"

#include <errno.h>
#include <stdlib.h>

/* Lines of a source file beside those that have instructions. */
#define LINES_AROUND 10u

struct making {
	struct code_lines *lines;
	struct annotate_view *view;
	const struct annotate_code *code;
	const struct annotate_row *row;
	struct row_source source;
	bool failed;
};

/* --- parts ---------------------------------------------------------------------------------------- */

static uint32_t add_text(struct code_lines *l, const void *text, size_t size)
{
	uint32_t at = (uint32_t)l->texts.size;

	if (l->texts.size + size + 1 > UINT32_MAX)
		return 0;
	buffer_append(&l->texts, text, size);
	buffer_put_u8(&l->texts, 0);
	return buffer_ok(&l->texts) ? at : 0;
}

static uint32_t add_string(struct code_lines *l, const char *text)
{
	return add_text(l, text, strlen(text));
}

/* Sums of the view's events; all: by event of the file. CODE_NONE without memory. */
static uint32_t add_sums(struct making *m, const struct annotate_sum *all)
{
	struct code_lines *l = m->lines;
	uint32_t first = l->n_sums;

	for (uint32_t i = 0; i < l->n_events; i++) {
		if (!list_reserve(&l->sums, l->n_sums, &l->sums_capacity, sizeof(*l->sums))) {
			m->failed = true;
			return CODE_NONE;
		}
		l->sums[l->n_sums++] = all ? all[l->events[i]] : (struct annotate_sum){ 0 };
	}
	return first;
}

static struct code_line *add_line(struct making *m, enum code_line_kind kind)
{
	struct code_lines *l = m->lines;

	if (m->failed || !list_reserve(&l->list, l->n, &l->capacity, sizeof(*l->list))) {
		m->failed = true;
		return NULL;
	}
	l->list[l->n] = (struct code_line){ .kind = kind, .function = l->n_functions - 1, .to = CODE_NONE };
	return &l->list[l->n++];
}

/* --- source files ---------------------------------------------------------------------------------- */

/* Functions come from few files; the last one is asked for most. */
static uint32_t file_of(struct making *m, const char *path)
{
	struct code_lines *l = m->lines;

	for (uint32_t i = l->n_files; --i;)
		if (!strcmp(code_lines_text(l, l->files[i].path), path))
			return i;
	if (!list_reserve(&l->files, l->n_files, &l->files_capacity, sizeof(*l->files)))
		return 0;
	l->files[l->n_files] = (struct code_file){ .path = add_string(l, path) };
	return l->n_files++;
}

static void note_place(struct making *m, struct code_line *line, const struct annotate_row *row)
{
	const struct dso_frame *f = &row->frames[0];
	struct code_file *file;

	if (!row->n_frames || !f->file || !f->line)
		return;
	line->file = file_of(m, f->file);
	line->number = f->line;
	file = &m->lines->files[line->file];
	if (!file->first || f->line < file->first)
		file->first = f->line;
	if (f->line > file->last)
		file->last = f->line;
}

/* False: the line is not here. */
static bool read_line(struct making *m, const struct code_file *file, uint32_t number)
{
	struct code_lines *l = m->lines;
	struct code_file_line line = { .sums = CODE_NONE };
	char path[4096];
	size_t size;
	const char *text;

	/* texts may move */
	snprintf(path, sizeof(path), "%s", code_lines_text(l, file->path));
	text = source_texts_line(&m->view->texts, path, number, &size);
	if (!text || !list_reserve(&l->file_lines, l->n_file_lines, &l->file_lines_capacity, sizeof(*l->file_lines)))
		return false;
	line.text = add_text(l, text, size);
	l->file_lines[l->n_file_lines++] = line;
	return true;
}

static void read_file(struct making *m, struct code_file *file)
{
	struct code_lines *l = m->lines;
	uint32_t first = file->first > LINES_AROUND ? file->first - LINES_AROUND : 1, number = first;
	uint32_t end = file->last < UINT32_MAX - LINES_AROUND ? file->last + LINES_AROUND : file->last;

	file->texts = l->n_file_lines;
	while (number <= end && l->n_file_lines < CODE_FILE_LINES_MAX && read_line(m, file, number))
		number++;
	file->first = number > first ? first : 0;
	file->last = number - 1;
}

static void add_to_line(struct making *m, const struct code_line *line)
{
	struct code_lines *l = m->lines;
	const struct code_file *file = &l->files[line->file];
	struct code_file_line *to;

	if (!line->number || line->number < file->first || line->number > file->last || !file->first)
		return;
	to = &l->file_lines[file->texts + line->number - file->first];
	if (to->sums == CODE_NONE)
		to->sums = add_sums(m, NULL);
	for (uint32_t i = 0; i < l->n_events && to->sums != CODE_NONE; i++) {
		l->sums[to->sums + i].count += l->sums[line->sums + i].count;
		l->sums[to->sums + i].period += l->sums[line->sums + i].period;
	}
}

static void read_files(struct making *m)
{
	struct code_lines *l = m->lines;

	for (uint32_t i = 1; i < l->n_files; i++)
		read_file(m, &l->files[i]);
	for (uint32_t i = 0; i < l->n && !m->failed; i++)
		if (l->list[i].kind == CODE_INSTRUCTION)
			add_to_line(m, &l->list[i]);
}

/* --- a function ----------------------------------------------------------------------------------- */

static void put_source(void *context, unsigned number, const char *text, size_t size)
{
	struct making *m = context;
	struct code_line *line = add_line(m, number ? CODE_SOURCE : CODE_PLACE);

	if (!line)
		return;
	line->text = add_text(m->lines, text, size);
	line->number = number;
	line->at = m->row->text ? (uint32_t)(m->row->instruction - m->code->list.list) : CODE_NONE;
}

static void fill_instruction(struct making *m, struct code_line *line)
{
	const struct annotate_row *row = m->row;
	const struct disasm_instruction *instruction = row->instruction;
	bool is_branch = instruction->reference == DISASM_BRANCH;
	char name[512];

	line->text = add_string(m->lines, row->text);
	line->what = disasm_kind(m->code->code.machine.machine, row->text, is_branch);
	line->at = (uint32_t)(instruction - m->code->list.list);
	line->bytes = add_text(m->lines, row->bytes, instruction->size);
	line->n_bytes = instruction->size;
	if (instruction->reference == DISASM_NO_REFERENCE)
		return;
	line->target = instruction->target;
	if (annotate_code_target(m->code, instruction->target, name, sizeof(name)))
		line->target_name = add_string(m->lines, name);
}

static void put_instruction(struct making *m)
{
	struct code_line *line = add_line(m, CODE_INSTRUCTION);
	const struct code_function *f = &m->lines->functions[m->lines->n_functions - 1];

	if (!line)
		return;
	line->offset = m->row->offset;
	line->address = m->row->address;
	line->at = CODE_NONE;
	if (m->row->text)
		fill_instruction(m, line);
	line->flow = m->row->text && f->flow ? &f->flow[line->at] : NULL;
	line->sums = add_sums(m, m->row->sums);
	note_place(m, line, m->row);
}

/* Jumps are known by the numbers of instructions; line[0] is the function's first line. */
static void find_targets(struct making *m, uint32_t first)
{
	struct code_lines *l = m->lines;
	const struct code_jumps *jumps = &l->functions[l->n_functions - 1].jumps;
	uint32_t *line_of = malloc((jumps->n + 1ull) * sizeof(*line_of));

	for (uint32_t i = first; i < l->n && line_of; i++)
		if (l->list[i].kind == CODE_INSTRUCTION && l->list[i].at != CODE_NONE)
			line_of[l->list[i].at] = i;
	for (uint32_t i = first; i < l->n && line_of; i++) {
		struct code_line *line = &l->list[i];

		if (line->kind == CODE_INSTRUCTION && line->at != CODE_NONE && jumps->to[line->at] != JUMP_NONE)
			line->to = line_of[jumps->to[line->at]];
	}
	m->failed = m->failed || !line_of;
	free(line_of);
}

/* The jumps and the flow are moved from the code. */
static bool add_function(struct making *m, struct annotate_code *c)
{
	struct code_lines *l = m->lines;
	const struct annotation *a = m->view->annotation;
	const struct annotate_function *f = c->function;
	struct code_function *added;

	if (annotate_code_jumps(c) ||
	    !list_reserve(&l->functions, l->n_functions, &l->functions_capacity, sizeof(*l->functions)))
		return false;
	added = &l->functions[l->n_functions++];
	*added = (struct code_function){ .number = (uint32_t)(f - a->functions),
					 .address = c->address,
					 .has_code = c->has_code,
					 .jumps = c->jumps,
					 .flow_sum = c->flow_sum };
	c->jumps = (struct code_jumps){ 0 };
	added->name = add_string(l, annotation_string(a, f->name));
	added->dso = add_string(l, annotate_view_dso(m->view, f));
	added->sums = add_sums(m, annotation_sum(a, f, 0));
	if (!c->flow)
		return !m->failed;
	added->flow = malloc((c->list.n + 1ull) * sizeof(*added->flow));
	if (added->flow)
		memcpy(added->flow, c->flow, c->list.n * sizeof(*added->flow));
	return added->flow && !m->failed;
}

static void write_function(struct annotate_view *v, struct annotate_code *c, void *context)
{
	struct making *m = context;
	uint32_t first = m->lines->n;
	struct annotate_row row;

	if (m->failed || !add_function(m, c)) {
		m->failed = true;
		return;
	}
	m->code = c;
	m->row = &row;
	m->source = (struct row_source){ 0 };
	add_line(m, CODE_HEAD);
	while (annotate_code_next(c, true, &row) && !m->failed) {
		row_source_above(&m->source, v, c, &row, put_source, m);
		put_instruction(m);
	}
	if (!m->failed)
		find_targets(m, first);
}

/* --- from outside --------------------------------------------------------------------------------- */

static int begin(struct code_lines *l, const struct annotate_view *v)
{
	const struct annotation *a = v->annotation;

	*l = (struct code_lines){ .n_events = v->n_events };
	buffer_init(&l->texts);
	buffer_put_u8(&l->texts, 0);
	l->events = malloc((v->n_events + 1ull) * sizeof(*l->events));
	l->totals = malloc((v->n_events + 1ull) * sizeof(*l->totals));
	if (!l->events || !l->totals || !list_reserve(&l->files, 0, &l->files_capacity, sizeof(*l->files)))
		return -ENOMEM;
	l->files[l->n_files++] = (struct code_file){ 0 };
	for (uint32_t i = 0; i < v->n_events; i++) {
		l->events[i] = v->events[i];
		l->totals[i] = a->totals[v->events[i]];
	}
	return 0;
}

int code_lines_make(struct code_lines *l, struct annotate_view *v, const uint32_t *numbers, uint32_t n)
{
	struct making m = { .lines = l, .view = v };
	int result = begin(l, v);

	if (!result)
		result = annotate_view_run_some(v, numbers, n, write_function, &m);
	if (!result && !m.failed)
		read_files(&m);
	return result ? result : m.failed || !buffer_ok(&l->texts) ? -ENOMEM : 0;
}

void code_lines_fini(struct code_lines *l)
{
	for (uint32_t i = 0; i < l->n_functions; i++) {
		code_jumps_fini(&l->functions[i].jumps);
		free(l->functions[i].flow);
	}
	free(l->functions);
	free(l->list);
	free(l->files);
	free(l->file_lines);
	free(l->sums);
	free(l->events);
	free(l->totals);
	buffer_fini(&l->texts);
	*l = (struct code_lines){ 0 };
}

uint32_t code_lines_event(const struct code_lines *l, uint32_t event)
{
	for (uint32_t i = 0; i < l->n_events; i++)
		if (l->events[i] == event)
			return i;
	return 0;
}
