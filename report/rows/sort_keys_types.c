/*
 * What memory a sampled instruction accesses: the type, the member, the line of the processor's cache.
 */
#include "report/rows/row_set.h"
#include "report/rows/sort_keys.h"

#include <inttypes.h>
#include <stdio.h>

#define MEMBER_MAX 1024

/* As in Linux perf, of any processor. */
#define CACHE_LINE 64

static struct data_access access_of(const struct key_sample *s)
{
	const struct rows *r = s->rows;
	struct locator *locator = &r->resolver->locator;
	const uint64_t ip = analysis_ip(r->analysis, s->entry);
	const unsigned mode = r->options->mode == SORT_KEY_BRANCH ? address_mode(ip) : sample_key_mode(&s->entry->key);
	const struct file_event *event = &r->analysis->file->events[sample_key_event(&s->entry->key)];
	struct location l;

	locator_find(locator, s->at, mode, ip, RESOLVE_SYMBOL, &l);
	return data_types_at(r->types, l.map ? locator_symbols(locator, l.map->dso) : NULL,
			     l.map && l.has_symbol ? &l.symbol : NULL, l.addr, data_types_lie_after(&event->attr));
}

static bool type_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	const struct data_access access = access_of(s);

	return sort_key_intern(s, data_access_name(&access), value);
}

/* The type, the offset, the member; without one it is no type. */
static bool member_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	const struct data_access access = access_of(s);
	char member[MEMBER_MAX];

	if (!sort_key_intern(s, data_access_name(&access), value))
		return false;
	value[1] = access.offset;
	if (!access.type)
		return true;
	data_access_member(&access, member, sizeof(member));
	return sort_key_intern(s, member, value + 2);
}

static bool line_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	const struct data_access access = access_of(s);

	if (!sort_key_intern(s, data_access_name(&access), value))
		return false;
	value[1] = access.offset / CACHE_LINE;
	return true;
}

/* By the name of the type, then by the second word. */
static int type_compare(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	int result = sort_key_strings(r, column, a, b);

	return result ? result : sort_key_upwards(r, column, a + 1, b + 1);
}

static void member_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
			char *text, size_t size)
{
	const struct strtab *strings = r->frames->strings;

	(void)column, (void)row;
	if (value[2])
		snprintf(text, size, "%s +%#" PRIx64 " (%s)", strtab_get(strings, (uint32_t)value[0]), value[1],
			 strtab_get(strings, (uint32_t)value[2]));
	else
		snprintf(text, size, "%s", strtab_get(strings, (uint32_t)value[0]));
}

static void line_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
		      char *text, size_t size)
{
	(void)column, (void)row;
	snprintf(text, size, "%s: cache-line %" PRIu64, strtab_get(r->frames->strings, (uint32_t)value[0]), value[1]);
}

#define TYPE_KEY(key_name, key_title, key_words, key_value, key_compare, key_text)                 \
	{                                                                                          \
		.name = key_name, .title = key_title, .unpadded = true,                            \
		.needs = KEY_ADDRESS | KEY_SYMBOL | KEY_THREAD | KEY_MODE | KEY_EXACT | KEY_TYPES, \
		.n_words = key_words, .value = key_value, .compare = key_compare, .text = key_text \
	}
const struct sort_key sort_keys_types[] = {
	TYPE_KEY("type", "Data Type", 1, type_value, sort_key_strings, sort_key_put_string),
	TYPE_KEY("typeoff", "Data Type Offset", 3, member_value, type_compare, member_text),
	TYPE_KEY("typecln", "Data Type Cacheline", 2, line_value, type_compare, line_text),
	{ 0 },
};
