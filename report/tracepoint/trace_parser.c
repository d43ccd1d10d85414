#include "report/tracepoint/trace_parser.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What all formats of a file may take. Kernels' take 10 MB. */
#define EXPR_MEMORY_MAX (128u << 20)

void trace_parser_refuse(struct trace_parser *p)
{
	trace_lexer_fail(&p->words, -EBADMSG);
}

struct trace_expr *trace_parser_node(struct trace_parser *p, enum trace_expr_kind kind)
{
	static _Thread_local struct trace_expr spare;
	struct trace_expr *e = &spare;

	if (p->words.arena->total > EXPR_MEMORY_MAX)
		trace_parser_refuse(p);
	else if (!p->words.error)
		e = arena_alloc(p->words.arena, sizeof(*e));
	if (!e) {
		trace_lexer_fail(&p->words, -ENOMEM);
		e = &spare;
	}
	*e = (struct trace_expr){ .kind = kind, .text = "" };
	return e;
}

struct trace_expr *trace_parser_text(struct trace_parser *p, const char *text)
{
	struct trace_expr *e = trace_parser_node(p, EXPR_TEXT);

	e->text = text;
	e->value = isdigit((unsigned char)*text) ? strtoull(text, NULL, 0) : 0;
	return e;
}

void trace_parser_need(struct trace_parser *p, uint32_t offset, uint32_t size)
{
	if (offset + size > p->need)
		p->need = offset + size;
}

const struct trace_field *trace_parser_field(struct trace_parser *p)
{
	const struct trace_field *f = NULL;

	if (p->words.token == TOKEN_NAME)
		f = trace_format_field(p->format, p->words.word, strlen(p->words.word));
	if (!f) {
		trace_parser_refuse(p);
		return &p->format->fields[0];
	}
	trace_parser_need(p, f->offset, f->size);
	trace_lexer_next(&p->words);
	return f;
}
