#include "record/events/event_term_list.h"

#include "common/list.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define TERM_MAX 256 /* bytes, the NUL included */

static bool is_quote(char c)
{
	return c == '\'' || c == '"';
}

/* Without the blanks at both ends. */
static char *trimmed(char *text)
{
	size_t size;

	while (isspace((unsigned char)*text))
		text++;
	size = strlen(text);
	while (size && isspace((unsigned char)text[size - 1]))
		text[--size] = 0;
	return text;
}

/* The comma that ends the term here, or the end of the text. A quote counts where a value begins with it. */
static char *term_end(char *text)
{
	char *value = text + strcspn(text, "=,");

	if (*value == '=') {
		value++;
		value += strspn(value, " \t");
		if (is_quote(*value)) {
			char *close = strchr(value + 1, *value);

			value = close ? close + 1 : value;
		}
	}
	return value + strcspn(value, ",");
}

/* One term, ended by a NUL. */
static int term_cut(struct event_term *ret_term, char *text, struct error *err)
{
	char *value = strchr(text, '=');
	size_t size;

	if (strlen(text) >= TERM_MAX)
		return error_set(err, -EINVAL, "term of %zu letters, %d at most", strlen(text), TERM_MAX - 1);
	if (value)
		*value++ = 0;
	ret_term->name = trimmed(text);
	if (!*ret_term->name)
		return error_set(err, -EINVAL, "empty term");
	if (!value)
		return 0;
	value = trimmed(value);
	size = strlen(value);
	if (size && is_quote(*value)) {
		if (size < 2 || value[size - 1] != *value)
			return error_set(err, -EINVAL, "term '%s': a quote is missing", ret_term->name);
		value[size - 1] = 0;
		value++;
	}
	ret_term->value = value;
	return 0;
}

static int terms_cut(struct event_term_list *list, struct error *err)
{
	for (char *text = list->text; text;) {
		char *end = term_end(text);
		char *next = *end ? end + 1 : NULL;
		struct event_term term = { 0 };
		int result;

		*end = 0;
		result = term_cut(&term, text, err);
		if (result)
			return result;
		if (!list_reserve_unkept(&list->terms, (size_t)list->n, sizeof(*list->terms)))
			return error_nomem(err);
		list->terms[list->n++] = term;
		text = next;
	}
	return 0;
}

int event_term_list_parse(struct event_term_list *ret_list, const char *text, size_t size, struct error *err)
{
	struct event_term_list list = { .text = strndup(size ? text : "", size) };
	int result;

	if (!list.text)
		return error_nomem(err);
	result = *trimmed(list.text) ? terms_cut(&list, err) : 0;
	if (result)
		event_term_list_fini(&list);
	else
		*ret_list = list;
	return result;
}

void event_term_list_fini(struct event_term_list *list)
{
	free(list->text);
	free(list->terms);
	*list = (struct event_term_list){ 0 };
}

const char *event_term_list_value(const struct event_term_list *list, const char *name)
{
	for (int i = 0; i < list->n; i++)
		if (list->terms[i].value && !strcmp(list->terms[i].name, name))
			return list->terms[i].value;
	return NULL;
}
