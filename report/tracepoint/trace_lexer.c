#include "report/tracepoint/trace_lexer.h"

#include "common/bytes.h"

#include <ctype.h>
#include <errno.h>

void trace_lexer_fail(struct trace_lexer *w, int error)
{
	if (!w->error)
		w->error = error;
	w->token = TOKEN_END;
	w->word = "";
}

static void skip_space(struct trace_lexer *w)
{
	while (w->p < w->end && isspace((unsigned char)*w->p))
		w->p++;
}

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Copies quoted text, several in a row as one, to `to` if that is not NULL. Returns its size; -1: it does not end. */
static ptrdiff_t copy_text(struct trace_lexer *w, char quote, char *to)
{
	size_t n = 0;

	do {
		for (w->p++; w->p < w->end && *w->p != quote; w->p++) {
			size_t size = *w->p == '\\' && w->end - w->p > 1 ? 2 : 1;

			if (to)
				memcpy(to + n, w->p, size);
			n += size;
			w->p += size - 1;
		}
		if (w->p++ >= w->end)
			return -1;
		skip_space(w);
	} while (quote == '"' && w->p < w->end && *w->p == quote);
	return (ptrdiff_t)n;
}

static void next_text(struct trace_lexer *w, char quote)
{
	struct trace_lexer before = *w;
	ptrdiff_t size = copy_text(w, quote, NULL);
	char *text = size < 0 ? NULL : arena_alloc(w->arena, (size_t)size + 1);

	if (!text) {
		trace_lexer_fail(w, size < 0 ? -EBADMSG : -ENOMEM);
		return;
	}
	copy_text(&before, quote, text);
	text[size] = 0;
	w->token = TOKEN_TEXT;
	w->word = text;
	w->is_character = quote == '\'';
}

static size_t symbol_size(const struct trace_lexer *w)
{
	static const char *const doubles[] = { "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||" };

	for (size_t i = 0; i < ARRAY_SIZE(doubles); i++)
		if (w->end - w->p > 1 && !memcmp(w->p, doubles[i], 2))
			return 2;
	return 1;
}

void trace_lexer_next(struct trace_lexer *w)
{
	const char *first;

	skip_space(w);
	first = w->p;
	if (w->error || w->p == w->end) {
		w->token = TOKEN_END;
		w->word = "";
		return;
	}
	if (*w->p == '"' || *w->p == '\'') {
		next_text(w, *w->p);
		return;
	}
	while (w->p < w->end && is_name(*w->p))
		w->p++;
	w->token = w->p > first ? TOKEN_NAME : TOKEN_SYMBOL;
	w->p += w->p > first ? 0 : symbol_size(w);
	w->word = arena_strndup(w->arena, first, (size_t)(w->p - first));
	if (!w->word)
		trace_lexer_fail(w, -ENOMEM);
}

bool trace_lexer_at(const struct trace_lexer *w, const char *symbol)
{
	return w->token == TOKEN_SYMBOL && !strcmp(w->word, symbol);
}

void trace_lexer_expect(struct trace_lexer *w, const char *symbol)
{
	if (trace_lexer_at(w, symbol))
		trace_lexer_next(w);
	else
		trace_lexer_fail(w, -EBADMSG);
}
