#include "report/rows/columns.h"

#include "report/rows/sort_keys.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* By the mode, as in Linux perf. */
static const char *const default_keys[] = {
	[SORT_KEY_ANY] = "comm,dso,sym",
	[SORT_KEY_TRACE] = "comm,dso,sym",
	[SORT_KEY_UNKNOWN] = "comm,dso,sym",
	[SORT_KEY_BRANCH] = "comm,dso_from,symbol_from,symbol_to,cycles",
	[SORT_KEY_MEMORY] = ("local_weight,mem,sym,dso,symbol_daddr,dso_daddr,snoop,tlb,locked,blocked,local_ins_lat,"
			     "local_p_stage_cyc"),
};

const char *columns_default_keys(enum sort_key_mode mode)
{
	return default_keys[mode];
}

#define RAW      "/raw"
#define RAW_SIZE (sizeof(RAW) - 1)

/* What parsing works with. */
struct parsing {
	struct columns *columns;
	enum sort_key_mode mode;
	bool of_fields; /* names are those of --fields */
	unsigned n_braces;
	bool in_braces;
};

static int columns_add_key(struct columns *c, const struct column *column, uint8_t *ret_index, struct error *err)
{
	const struct sort_key *key = column->key;

	for (unsigned i = 0; i < c->n_keys; i++) {
		if (c->keys[i].key == key && !strcmp(c->keys[i].field, column->field) &&
		    !strcmp(c->keys[i].event, column->event) && c->keys[i].is_raw == column->is_raw) {
			*ret_index = (uint8_t)i;
			return 0;
		}
	}
	if (c->n_keys == COLUMNS_MAX)
		return error_set(err, -EINVAL, "more than %d sort keys and fields", COLUMNS_MAX);
	*ret_index = (uint8_t)c->n_keys;
	c->keys[c->n_keys] = *column;
	c->keys[c->n_keys++].slot = sort_key_sums(key) ? c->n_sums : c->n_words;
	c->n_sums += sort_key_sums(key);
	c->n_words += key->n_words;
	c->needs |= key->needs;
	c->values |= key->values;
	c->of_frames = c->of_frames || key->of_frame;
	return 0;
}

static bool has_index(const uint8_t *list, unsigned n, uint8_t index)
{
	for (unsigned i = 0; i < n; i++)
		if (list[i] == index)
			return true;
	return false;
}

/* What a name is added to. */
enum columns_part { PART_SHOWN = 1, PART_ORDER = 2 };

static int columns_add(struct columns *c, const struct column *column, unsigned parts, struct error *err)
{
	uint8_t index = 0;
	int result = columns_add_key(c, column, &index, err);

	if (result)
		return result;
	if (parts & PART_SHOWN && !has_index(c->list, c->n, index))
		c->list[c->n++] = index;
	if (parts & PART_ORDER && !has_index(c->order, c->n_order, index))
		c->order[c->n_order++] = index;
	return 0;
}

/* "FIELD" or "EVENT.FIELD", both with "/raw" after it or not. */
static bool column_is_field(const char *name, size_t size, struct column *ret_column)
{
	const char *dot = memchr(name, '.', size);
	bool raw = size > RAW_SIZE && !memcmp(name + size - RAW_SIZE, RAW, RAW_SIZE);
	size_t event_size = dot ? (size_t)(dot - name) : 0;
	const char *field = dot ? dot + 1 : name;
	size_t field_size = (size_t)(name + size - field) - (raw ? RAW_SIZE : 0);

	if (!field_size || field_size >= sizeof(ret_column->field) || event_size >= sizeof(ret_column->event))
		return false;
	for (size_t i = 0; i < field_size; i++)
		if (!isalnum((unsigned char)field[i]) && field[i] != '_')
			return false;
	ret_column->key = &sort_key_trace_field;
	ret_column->is_raw = raw;
	memcpy(ret_column->field, field, field_size);
	memcpy(ret_column->event, name, event_size);
	return true;
}

static int columns_find(const struct parsing *p, const char *name, size_t size, struct column *ret_column,
			struct error *err)
{
	const struct sort_key *key = sort_keys_find(name, size, p->of_fields, p->mode);

	*ret_column = (struct column){ .key = key };
	if (!key && (p->mode == SORT_KEY_TRACE || p->mode == SORT_KEY_UNKNOWN) &&
	    column_is_field(name, size, ret_column))
		return 0;
	if (!key)
		return sort_keys_unknown(name, size, err);
	if (sort_key_known(key, p->mode))
		return 0;
	return error_set(err, -EINVAL, "sort key '%s' works with %s only", key->name,
			 key->mode == SORT_KEY_BRANCH ? "-b" : "--mem-mode");
}

static int columns_each(struct parsing *p, const char *names, unsigned parts, struct error *err)
{
	int result = 0;

	while (*names && !result) {
		size_t size = strcspn(names, ", {}");
		struct column column;

		if (size)
			result = columns_find(p, names, size, &column, err);
		column.braces = p->in_braces ? p->n_braces : 0;
		if (size && !result)
			result = columns_add(p->columns, &column, parts, err);
		names += size;
		p->n_braces += *names == '{';
		p->in_braces = *names == '{' || (p->in_braces && *names != '}');
		names += *names != 0;
	}
	return result;
}

static int columns_add_numbers(struct parsing *p, unsigned numbers, struct error *err)
{
	bool latency = numbers & COLUMNS_LATENCY;
	const char *overhead =
		numbers & COLUMNS_SELF_FIRST
			? latency ? "latency,latency_children,overhead,overhead_children" : "overhead,overhead_children"
		: numbers & COLUMNS_CHILDREN
			? latency ? "latency_children,overhead_children,latency,overhead" : "overhead_children,overhead"
		: latency ? "latency,overhead"
			  : "overhead";
	int result = columns_each(p, overhead, PART_SHOWN | PART_ORDER, err);

	if (!result && numbers & COLUMNS_UTILIZATION)
		result = columns_each(p, "overhead_sys,overhead_us", PART_SHOWN, err);
	if (!result && numbers & COLUMNS_UTILIZATION && numbers & COLUMNS_GUESTS)
		result = columns_each(p, "overhead_guest_sys,overhead_guest_us", PART_SHOWN, err);
	if (!result && numbers & COLUMNS_SAMPLES)
		result = columns_each(p, "sample", PART_SHOWN, err);
	if (!result && numbers & COLUMNS_PERIOD)
		result = columns_each(p, "period", PART_SHOWN, err);
	return result;
}

/* The fields alone are shown, then what else the rows are sorted by. */
static int columns_by_fields(struct parsing *p, const char *sort, const char *fields, struct error *err)
{
	struct columns *c = p->columns;
	int result;

	p->of_fields = true;
	result = columns_each(p, fields, PART_SHOWN, err);
	p->of_fields = false;
	if (!result && sort)
		result = columns_each(p, sort, PART_ORDER, err);
	if (!result && !c->n)
		result = error_set(err, -EINVAL, "--fields names no field");
	/* Without --sort the rows are ordered by the fields, numbers downwards. */
	for (unsigned i = 0; !sort && !result && i < c->n; i++)
		result = columns_add(c, columns_shown(c, i), PART_ORDER, err);
	for (unsigned i = 0; !result && i < c->n_order; i++)
		if (!sort_key_is_number(c->keys[c->order[i]].key))
			result = columns_add(c, &c->keys[c->order[i]], PART_SHOWN, err);
	return result;
}

/* Overhead and the numbers, then fields that are added to them, then the keys. */
static int columns_by_keys(struct parsing *p, const char *sort, const char *fields, unsigned numbers, struct error *err)
{
	int result = columns_add_numbers(p, numbers, err);

	p->of_fields = true;
	if (!result && fields)
		result = columns_each(p, fields, PART_SHOWN, err);
	p->of_fields = false;
	if (!result)
		result = columns_each(p, sort, PART_SHOWN | PART_ORDER, err);
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
		  enum sort_key_mode mode, struct error *err)
{
	struct columns c = { 0 };
	struct parsing p = { .columns = &c, .mode = mode };
	bool more_keys, more_fields;
	char *keys = NULL;
	int result = columns_added(&sort, "--sort", &more_keys, err);

	if (!result)
		result = columns_added(&fields, "--fields", &more_fields, err);
	if (result)
		return result;
	if (more_keys && asprintf(&keys, "%s,%s", default_keys[mode], sort) < 0)
		return error_nomem(err);
	if (keys)
		sort = keys;
	c.titled_self = numbers & COLUMNS_CHILDREN && (!fields || more_fields);
	if (fields && !more_fields)
		result = columns_by_fields(&p, sort, fields, err);
	else
		result = columns_by_keys(&p, sort ? sort : default_keys[mode], fields, numbers, err);
	free(keys);
	if (!result)
		*ret_columns = c;
	return result;
}

static bool column_is_same(const struct column *column, uint32_t same)
{
	return !column->key->n_words && !sort_key_is_number(column->key) && column->key->needs & same;
}

void columns_hide(struct columns *c, uint32_t same)
{
	unsigned n = 0, keys_left = 0;

	for (unsigned i = 0; i < c->n; i++)
		keys_left +=
			!sort_key_is_number(columns_shown(c, i)->key) && !column_is_same(columns_shown(c, i), same);
	if (!keys_left)
		return;
	for (unsigned i = 0; i < c->n; i++)
		if (!column_is_same(columns_shown(c, i), same))
			c->list[n++] = c->list[i];
	c->n = n;
}

void columns_print_names(FILE *out)
{
	const struct sort_key *key;

	for (size_t i = 0; (key = sort_keys_at(i)); i++)
		/* A number that shares its name with a key is there as a field only. */
		if (sort_keys_find(key->name, strlen(key->name), false, SORT_KEY_UNKNOWN) == key)
			fprintf(out, "%s\n", key->name);
}

const char *column_title(const struct column *column, bool self)
{
	if (column->field[0])
		return column->field;
	return self && !strcmp(column->key->name, "overhead") ? "Self" : column->key->title;
}
