/*
 * trace_lexer: the words, quoted texts and operators of a tracepoint's print format, one after the other.
 *
 * Errors are sticky: after one there are no words any more.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_LEXER_H
#define PREC_REPORT_TRACEPOINT_TRACE_LEXER_H

#include "common/arena.h"

#include <stdbool.h>

enum trace_token {
	TOKEN_END,
	TOKEN_NAME,   /* a name or number */
	TOKEN_TEXT,   /* quoted */
	TOKEN_SYMBOL, /* a bracket, a comma, an operator */
};

struct trace_lexer {
	const char *p, *end;
	struct arena *arena; /* borrowed; words live there */
	enum trace_token token;
	const char *word;  /* the token, without quotes, ended by a NUL */
	bool is_character; /* it stood in single quotes */
	int error;         /* 0 or a negative errno */
};

/* Ends the words with an error; the first one stays. */
void trace_lexer_fail(struct trace_lexer *w, int error);

/* Goes on to the next token. */
void trace_lexer_next(struct trace_lexer *w);

/* Whether the bracket, comma or operator stands here. */
bool trace_lexer_at(const struct trace_lexer *w, const char *symbol);

/* Takes the symbol, which has to stand here: else -EBADMSG. */
void trace_lexer_expect(struct trace_lexer *w, const char *symbol);

#endif
