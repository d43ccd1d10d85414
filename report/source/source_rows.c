#include "report/source/source_rows.h"

#include "common/list.h"
#include "common/sorting.h"
#include "report/source/source_die.h"

#include <dwarf.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void source_rows_init(struct source_rows *r, uint64_t begin, uint64_t end)
{
	*r = (struct source_rows){ .begin = begin, .end = end };
	source_room_init(&r->room);
}

void source_rows_fini(struct source_rows *r)
{
	free(r->scopes);
	free(r->spans);
	free(r->cuts);
	source_room_fini(&r->room);
}

/*
 * Adds the path of a source file. Returns its offset, as source_room_string. If the compilation directory is relative,
 * libdw omits it from some relative paths: "../csu/x.c" of "./csu", but "./csu/y.c".
 */
static uint32_t rows_file(struct source_rows *r, const char *path)
{
	size_t size = r->directory ? strlen(r->directory) : 0;
	char joined[PATH_MAX];

	if (!size || !path || path[0] == '/' || (!strncmp(path, r->directory, size) && path[size] == '/') ||
	    snprintf(joined, sizeof(joined), "%s/%s", r->directory, path) >= (int)sizeof(joined))
		return source_room_string(&r->room, path);
	return source_room_string(&r->room, joined);
}

/* --- scopes ----------------------------------------------------------------------------- */

uint32_t source_rows_scope(struct source_rows *r, const Dwarf_Die *die, uint32_t outer, bool is_block)
{
	if (!list_reserve(&r->scopes, r->n_scopes, &r->scopes_capacity, sizeof(*r->scopes))) {
		r->failed = true;
		return outer;
	}
	r->scopes[r->n_scopes] = (struct source_scope){ .outer = outer, .is_block = is_block, .die = *die };
	return r->n_scopes++;
}

static void rows_cut(struct source_rows *r, uint64_t address)
{
	if (address <= r->begin || address >= r->end)
		return;
	if (!list_reserve(&r->cuts, r->n_cuts, &r->cuts_capacity, sizeof(*r->cuts)))
		r->failed = true;
	else
		r->cuts[r->n_cuts++] = address;
}

void source_rows_span(struct source_rows *r, uint32_t scope, uint64_t low, uint64_t high)
{
	low = low > r->begin ? low : r->begin;
	high = high < r->end ? high : r->end;
	if (low >= high)
		return;
	if (!list_reserve(&r->spans, r->n_spans, &r->spans_capacity, sizeof(*r->spans))) {
		r->failed = true;
		return;
	}
	r->spans[r->n_spans++] = (struct source_span){ .scope = scope, .low = low, .high = high };
	rows_cut(r, low);
	rows_cut(r, high);
}

static uint32_t attribute_number(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;

	if (!dwarf_attr(die, name, &attribute) || dwarf_formudata(&attribute, &value) || value > UINT32_MAX)
		return 0;
	return (uint32_t)value;
}

/* Returns the linkage name of a function, which has its parameters, or else its name with its scopes. */
static const char *function_name(const struct source_rows *r, Dwarf_Die *die)
{
	Dwarf_Attribute attribute;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) ||
	    dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attribute))
		return dwarf_formstring(&attribute);
	return r->scoped ? source_names_get(r->scoped, die) : dwarf_diename(die);
}

static const struct source_scope *named_scope(struct source_rows *r, uint32_t number)
{
	struct source_scope *s = &r->scopes[number];
	uint32_t file;

	if (s->named)
		return s;
	s->named = true;
	/* The outermost function gets its name from its symbol. */
	if (s->outer == SOURCE_NO_SCOPE)
		return s;
	s->name = source_room_string(&r->room, function_name(r, &s->die));
	file = attribute_number(&s->die, DW_AT_call_file);
	if (r->files && dwarf_hasattr(&s->die, DW_AT_call_file)) {
		s->call_file = rows_file(r, dwarf_filesrc(r->files, file, NULL, NULL));
		s->call_line = attribute_number(&s->die, DW_AT_call_line);
	}
	return s;
}

/* --- lines ------------------------------------------------------------------------------ */

static uint64_t line_address(const struct source_rows *r, size_t number)
{
	Dwarf_Addr address = 0;

	dwarf_lineaddr(dwarf_onesrcline(r->lines, number), &address);
	return address;
}

/* Returns the number of the first line after an address. */
static size_t lines_after(const struct source_rows *r, uint64_t address)
{
	return BISECT(0, r->n_lines, i, line_address(r, i) <= address);
}

void source_rows_lines(struct source_rows *r, Dwarf_Die *lines, Dwarf_Die *code)
{
	size_t n;

	r->directory = source_die_string(lines, DW_AT_comp_dir);
	if (dwarf_getsrclines(lines, &r->lines, &r->n_lines))
		r->lines = NULL;
	/* A split unit uses its own file table, or that of its skeleton. */
	if (code->addr && dwarf_getsrcfiles(code, &r->files, &n) && dwarf_getsrcfiles(lines, &r->files, &n))
		r->files = NULL;
	for (size_t i = r->lines ? lines_after(r, r->begin) : 0; r->lines && i < r->n_lines && !r->failed; i++) {
		uint64_t address = line_address(r, i);

		if (address >= r->end)
			break;
		rows_cut(r, address);
	}
}

/* Finds the line of an address; of several with one start the last. Both 0: unknown. */
static void line_at(struct source_rows *r, uint64_t address, uint32_t *ret_file, uint32_t *ret_line)
{
	size_t after = r->lines ? lines_after(r, address) : 0;
	Dwarf_Line *line = after ? dwarf_onesrcline(r->lines, after - 1) : NULL;
	bool ends = true;
	int number = 0;

	*ret_file = *ret_line = 0;
	if (!line || dwarf_lineendsequence(line, &ends) || ends)
		return;
	*ret_file = rows_file(r, dwarf_linesrc(line, NULL, NULL));
	if (*ret_file && !dwarf_lineno(line, &number) && number > 0)
		*ret_line = (uint32_t)number;
}

/* --- putting it together ------------------------------------------------------------------ */

static int compare_cuts(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Sorts the cuts, without duplicates, and adds the window's beginning. */
static void sort_cuts(struct source_rows *r)
{
	uint32_t n = 0;

	if (!list_reserve(&r->cuts, r->n_cuts, &r->cuts_capacity, sizeof(*r->cuts))) {
		r->failed = true;
		return;
	}
	r->cuts[r->n_cuts++] = r->begin;
	qsort(r->cuts, r->n_cuts, sizeof(*r->cuts), compare_cuts);
	for (uint32_t i = 0; i < r->n_cuts; i++)
		if (!n || r->cuts[n - 1] != r->cuts[i])
			r->cuts[n++] = r->cuts[i];
	r->n_cuts = n;
}

/* Returns the number of the cut at an address; n_cuts: the end. */
static uint32_t cut_at(const struct source_rows *r, uint64_t address)
{
	return BISECT(0, r->n_cuts, i, r->cuts[i] < address);
}

/* Returns the innermost scope from each cut on; the caller frees it. NULL without memory. */
static uint32_t *innermost_scopes(const struct source_rows *r)
{
	uint32_t *scopes = malloc(r->n_cuts * sizeof(*scopes));

	for (uint32_t i = 0; scopes && i < r->n_cuts; i++)
		scopes[i] = r->n_scopes ? 0 : SOURCE_NO_SCOPE;
	for (uint32_t i = 0; scopes && i < r->n_spans; i++) {
		uint32_t end = cut_at(r, r->spans[i].high);

		/*
		 * A span is clipped to its enclosing scope. Of overlapping siblings the first counts, as in elfutils.
		 */
		for (uint32_t cut = cut_at(r, r->spans[i].low); cut < end; cut++)
			if (scopes[cut] == r->scopes[r->spans[i].scope].outer)
				scopes[cut] = r->spans[i].scope;
	}
	return scopes;
}

/* Fills the frames from a cut on. Returns their number. */
static uint32_t row_frames(struct source_rows *r, uint64_t address, uint32_t scope,
			   struct source_frame frames[static SOURCE_FRAMES_MAX])
{
	struct source_frame at = { 0 };
	uint32_t n = 0;

	line_at(r, address, &at.file, &at.line);
	if (scope == SOURCE_NO_SCOPE) {
		frames[0] = at;
		return at.file ? 1 : 0;
	}
	while (scope != SOURCE_NO_SCOPE && n < SOURCE_FRAMES_MAX) {
		const struct source_scope *s = &r->scopes[scope];

		scope = s->outer;
		if (s->is_block)
			continue;
		s = named_scope(r, (uint32_t)(s - r->scopes));
		at.name = s->name;
		frames[n++] = at;
		at = (struct source_frame){ .file = s->call_file, .line = s->call_line };
	}
	return n;
}

/* Fills the window from a cut on. Returns its end. */
static uint64_t room_fill(struct source_rows *r, const uint32_t *scopes, uint32_t from)
{
	struct source_frame frames[SOURCE_FRAMES_MAX];
	uint32_t cut = from;

	while (cut < r->n_cuts) {
		uint32_t n = row_frames(r, r->cuts[cut], scopes[cut], frames);

		if (!source_room_add(&r->room, r->cuts[cut], frames, n))
			break;
		cut++;
	}
	return cut < r->n_cuts ? r->cuts[cut] : r->end;
}

int source_rows_encode(struct source_rows *r, uint64_t address, struct buffer *b, uint64_t *ret_end)
{
	uint32_t *scopes = NULL;
	uint32_t from = 0;
	int result = -ENOMEM;

	sort_cuts(r);
	if (!r->failed)
		scopes = innermost_scopes(r);
	if (scopes) {
		/* Of a very large function, from the address on. */
		if (r->n_cuts > SOURCE_ROWS_MAX / 2)
			from = cut_at(r, address + 1) - 1;
		*ret_end = room_fill(r, scopes, from);
		result = source_room_encode(&r->room, r->cuts[from], *ret_end, b);
	}
	free(scopes);
	return result;
}
