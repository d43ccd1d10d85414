#include "report/profile/columns.h"

#include "common/bytes.h"
#include "common/suggest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

struct column_name {
	const char *name;
	enum column_kind kind;
};

/*
 * A name is the first of these that it is the beginning of, in either case: "s" is symbol and "p" pid, as in perf,
 * which has the keys of rows first. The names that only prec has, the last two, need all their letters.
 */
static const struct column_name column_names[] = {
	{ "pid", COLUMN_PID },       { "tgid", COLUMN_TGID },         { "comm", COLUMN_COMM },
	{ "dso", COLUMN_DSO },       { "symbol", COLUMN_SYM },        { "cpu", COLUMN_CPU },
	{ "trace", COLUMN_TRACE },   { "overhead", COLUMN_OVERHEAD }, { "overhead_children", COLUMN_CHILDREN },
	{ "sample", COLUMN_SAMPLE }, { "period", COLUMN_PERIOD },     { "tid", COLUMN_TID },
	{ "event", COLUMN_EVENT },
};
#define COLUMN_NAMES_OF_PERF (ARRAY_SIZE(column_names) - 2)

#define COLUMNS_DEFAULT_KEYS "comm,dso,sym"

static int column_unknown(const char *name, size_t size, struct error *err)
{
	char known[256] = "", wanted[SUGGEST_NAME_MAX];
	struct suggest suggest;

	for (size_t i = 0; i < ARRAY_SIZE(column_names); i++) {
		size_t used = strlen(known);

		snprintf(known + used, sizeof(known) - used, "%s%s", i ? ", " : "", column_names[i].name);
	}
	snprintf(wanted, sizeof(wanted), "%.*s", (int)size, name);
	suggest_init(&suggest, wanted);
	for (size_t i = 0; i < ARRAY_SIZE(column_names); i++)
		suggest_offer(&suggest, column_names[i].name);
	suggest_offer(&suggest, "sym");
	error_set(err, -EINVAL, "no sort key or field '%s'; there are: %s", wanted, known);
	suggest_append(&suggest, err);
	return -EINVAL;
}

static int column_find(const char *name, size_t size, enum column_kind *ret_kind, struct error *err)
{
	for (size_t i = 0; i < ARRAY_SIZE(column_names); i++) {
		bool whole = strlen(column_names[i].name) == size;

		if ((whole || i < COLUMN_NAMES_OF_PERF) && !strncasecmp(column_names[i].name, name, size)) {
			*ret_kind = column_names[i].kind;
			return 0;
		}
	}
	return column_unknown(name, size, err);
}

static void columns_show(struct columns *c, enum column_kind kind)
{
	for (unsigned i = 0; i < c->n; i++)
		if (c->list[i] == kind)
			return;
	c->list[c->n++] = kind;
	c->has[kind] = true;
}

static void columns_order(struct columns *c, enum column_kind kind)
{
	for (unsigned i = 0; i < c->n_order; i++)
		if (c->order[i] == kind)
			return;
	c->order[c->n_order++] = kind;
	c->has[kind] = true;
}

/* Calls `add` for each name of the list. */
static int columns_each(struct columns *c, const char *names, void (*add)(struct columns *, enum column_kind),
			struct error *err)
{
	const char *p = names;

	while (*p) {
		size_t size = strcspn(p, ", ");
		enum column_kind kind = COLUMN_KINDS;
		int result = size ? column_find(p, size, &kind, err) : 0;

		if (result)
			return result;
		if (size)
			add(c, kind);
		p += size;
		p += *p != 0;
	}
	return 0;
}

static void columns_add_numbers(struct columns *c, unsigned numbers)
{
	if (numbers & COLUMNS_CHILDREN) {
		columns_show(c, COLUMN_CHILDREN);
		columns_order(c, COLUMN_CHILDREN);
	}
	columns_show(c, COLUMN_OVERHEAD);
	columns_order(c, COLUMN_OVERHEAD);
	if (numbers & COLUMNS_SAMPLES)
		columns_show(c, COLUMN_SAMPLE);
	if (numbers & COLUMNS_PERIOD)
		columns_show(c, COLUMN_PERIOD);
}

/* The fields alone are shown, then what else the rows are sorted by. */
static int columns_by_fields(struct columns *c, const char *sort, const char *fields, struct error *err)
{
	int result = columns_each(c, fields, columns_show, err);

	if (!result && sort)
		result = columns_each(c, sort, columns_order, err);
	if (!result && !c->n)
		result = error_set(err, -EINVAL, "--fields names no field");
	/* Without --sort the rows are ordered by the fields, numbers downwards. */
	for (unsigned i = 0; !sort && i < c->n; i++)
		columns_order(c, c->list[i]);
	for (unsigned i = 0; i < c->n_order; i++)
		if (c->order[i] >= COLUMN_FIRST_KEY)
			columns_show(c, c->order[i]);
	return result;
}

/* Overhead and the numbers, then fields that are added to them, then the keys. */
static int columns_by_keys(struct columns *c, const char *sort, const char *fields, unsigned numbers, struct error *err)
{
	int result = 0;

	columns_add_numbers(c, numbers);
	if (fields)
		result = columns_each(c, fields, columns_show, err);
	if (!result)
		result = columns_each(c, sort, columns_show, err);
	if (!result)
		result = columns_each(c, sort, columns_order, err);
	return result;
}

/* A + before the names of an option adds them to what is there without it. */
static int columns_added(const char **names, const char *option, bool *ret_added, struct error *err)
{
	*ret_added = *names && **names == '+';
	if (!*ret_added)
		return 0;
	++*names;
	return **names ? 0 : error_set(err, -EINVAL, "%s: a name is missing after the +", option);
}

int columns_parse(struct columns *ret_columns, const char *sort, const char *fields, unsigned numbers,
		  struct error *err)
{
	struct columns c = { 0 };
	bool more_keys, more_fields;
	char *keys = NULL;
	int result = columns_added(&sort, "--sort", &more_keys, err);

	if (!result)
		result = columns_added(&fields, "--fields", &more_fields, err);
	if (result)
		return result;
	if (more_keys && asprintf(&keys, COLUMNS_DEFAULT_KEYS ",%s", sort) < 0)
		return error_nomem(err);
	if (keys)
		sort = keys;
	if (fields && !more_fields)
		result = columns_by_fields(&c, sort, fields, err);
	else
		result = columns_by_keys(&c, sort ? sort : COLUMNS_DEFAULT_KEYS, fields, numbers, err);
	free(keys);
	if (!result)
		*ret_columns = c;
	return result;
}

void columns_hide(struct columns *c, const bool same[static COLUMN_KINDS])
{
	unsigned n = 0, keys_left = 0;

	for (unsigned i = 0; i < c->n; i++)
		keys_left += c->list[i] >= COLUMN_FIRST_KEY && !same[c->list[i]];
	if (!keys_left)
		return;
	for (unsigned i = 0; i < c->n; i++)
		if (!same[c->list[i]])
			c->list[n++] = c->list[i];
	c->n = n;
}

void columns_print_names(FILE *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(column_names); i++)
		fprintf(out, "%s\n", column_names[i].name);
}

const char *column_title(enum column_kind kind, bool children)
{
	static const char *const titles[COLUMN_KINDS] = {
		[COLUMN_OVERHEAD] = "Overhead",   [COLUMN_CHILDREN] = "Children",
		[COLUMN_SAMPLE] = "Samples",      [COLUMN_PERIOD] = "Period",
		[COLUMN_COMM] = "Command",        [COLUMN_DSO] = "Shared Object",
		[COLUMN_SYM] = "Symbol",          [COLUMN_PID] = "    Pid:Command",
		[COLUMN_TID] = "    Tid:Command", [COLUMN_CPU] = "CPU",
		[COLUMN_EVENT] = "Event",         [COLUMN_TGID] = "   Tgid:Command",
		[COLUMN_TRACE] = "Trace output",
	};

	return kind == COLUMN_OVERHEAD && children ? "Self" : titles[kind];
}
