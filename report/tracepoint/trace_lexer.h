/*
 * trace_lexer: splits a tracepoint's print format into names, quoted texts and symbols.
 *
 * Errors are sticky: after one every token is TOKEN_END.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_LEXER_H
#define PREC_REPORT_TRACEPOINT_TRACE_LEXER_H

#include "common/memory.h"

#include <stdbool.h>

enum trace_token {
	TOKEN_END,
	TOKEN_NAME,   /* a name or number */
	TOKEN_TEXT,   /* quoted */
	TOKEN_SYMBOL, /* a bracket, a comma, an operator */
};

struct trace_lexer {
	const char *p, *end;
	struct arena *arena; /* borrowed; owns the words */
	enum trace_token token;
	const char *word;  /* the token, without quotes, ended by a NUL */
	bool is_character; /* it was in single quotes */
	int error;         /* 0 or a negative errno */
};

/* Sets the error, unless there is one, and ends the tokens. */
void trace_lexer_fail(struct trace_lexer *w, int error);

/* Reads the next token. */
void trace_lexer_next(struct trace_lexer *w);

/* Says whether the current token is that symbol. */
bool trace_lexer_at(const struct trace_lexer *w, const char *symbol);

/* Consumes the symbol; -EBADMSG if the current token is another. */
void trace_lexer_expect(struct trace_lexer *w, const char *symbol);

#endif
