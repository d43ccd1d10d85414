/* Parses breakpoints, mem:PLACE[/LENGTH][:rwx]: record/events/event_parser.h. */

#include "record/events/event_parser.h"

#include "record/address/event_extension.h"
#include "record/events/event_find.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BREAKPOINTS     4  /* of a CPU */
#define BREAKPOINT_SIZE 8u /* bytes of data at most that one covers, at a multiple of its size */
#define USUAL_SIZE      4u /* bytes, where none is given: Linux perf's */
#define NAME_MAX_BYTES  128

/* mem:PLACE[/LENGTH][:rwx], taken apart. */
struct breakpoint {
	const char *at;            /* in the text */
	char name[NAME_MAX_BYTES]; /* "": an address */
	uint64_t address, offset;
	uint64_t length; /* 0: not given */
	uint32_t access; /* EVENT_BREAKPOINT_* */
};

/* Decimal, or hexadecimal with 0x. */
static bool take_number(const char **p, uint64_t *ret_number)
{
	char *end;

	errno = 0;
	*ret_number = strtoull(*p, &end, event_number_base(*p));
	if (errno || !isdigit((unsigned char)**p))
		return false;
	*p = end;
	return true;
}

static size_t name_size(const char *p)
{
	size_t n = 0;

	if (!isalpha((unsigned char)*p) && *p != '_')
		return 0;
	while (isalnum((unsigned char)p[n]) || (p[n] && strchr("_.$@", p[n])))
		n++;
	return n;
}

/* NAME[+OFFSET] or ADDRESS[+OFFSET]; of prec record ADDRESS alone. */
static int parse_address(struct parser *ps, struct breakpoint *b)
{
	bool is_rich = ps->context->extension;
	size_t size = is_rich ? name_size(ps->p) : 0;

	b->at = ps->p;
	if (size >= sizeof(b->name))
		return parser_error(ps, ps->p, "a name that is too long");
	memcpy(b->name, ps->p, size);
	ps->p += size;
	if (!size && !take_number(&ps->p, &b->address))
		return parser_error(
			ps, b->at,
			is_rich ? "a breakpoint is mem:ADDRESS[+OFFSET][/LENGTH][:rwx], or has a variable's "
				  "name in place of ADDRESS"
				: "a breakpoint is mem:ADDRESS[/LENGTH][:rwx]");
	if (!is_rich || *ps->p != '+')
		return 0;
	ps->p++;
	if (!take_number(&ps->p, &b->offset))
		return parser_error(ps, ps->p, "a number of bytes is missing after '+'");
	return 0;
}

/* A digit after the slash begins a length, anything else terms. */
static int parse_length(struct parser *ps, struct breakpoint *b)
{
	const char *start = ps->p + 1;

	if (*ps->p != '/' || (*start && !isdigit((unsigned char)*start)))
		return 0;
	ps->p++;
	if (!take_number(&ps->p, &b->length) || !b->length)
		return parser_error(ps, start, "a breakpoint's length is a number of bytes");
	return 0;
}

/* The letters of "rwx". */
static int parse_access(struct parser *ps, struct breakpoint *b)
{
	const char *start = ps->p;

	if (ps->p[0] != ':' || !ps->p[1] || !strchr("rwx", ps->p[1]))
		return 0;
	b->access = 0;
	for (ps->p++; *ps->p && strchr("rwx", *ps->p); ps->p++) {
		uint32_t access = *ps->p == 'r'   ? EVENT_BREAKPOINT_READ
				  : *ps->p == 'w' ? EVENT_BREAKPOINT_WRITE
						  : EVENT_BREAKPOINT_EXEC;

		if (b->access & access)
			return parser_error(ps, start, "a breakpoint's access is each of r, w and x once at most");
		b->access |= access;
	}
	return 0;
}

/* How much of the range one breakpoint at its beginning covers. */
static uint64_t piece_size(uint64_t address, uint64_t length)
{
	uint64_t size = BREAKPOINT_SIZE;

	while (size > length || address % size)
		size /= 2;
	return size;
}

static int locate(struct parser *ps, struct breakpoint *b)
{
	const struct event_extension *extension = ps->context->extension;
	bool is_code = b->access & EVENT_BREAKPOINT_EXEC;
	struct data_range range = { b->address, 0 };

	if (b->name[0]) {
		int result = extension->locate(extension->context, &range, b->name, is_code, ps->err);

		if (result)
			return parser_point_out(ps, b->at, result);
	}
	b->address = range.address + b->offset;
	if (!b->length && !is_code)
		b->length = range.size > b->offset ? range.size - b->offset : piece_size(b->address, USUAL_SIZE);
	if (b->address < b->offset || (b->length && b->length - 1 > UINT64_MAX - b->address))
		return parser_error(ps, b->at, "an address of more than 64 bits");
	return 0;
}

/* Data that one breakpoint cannot cover are covered by several. An instruction has one, of the length that CPUs want.
 */
static int add_pieces(struct parser *ps, const struct breakpoint *b)
{
	struct event_breakpoint piece = { b->address, b->length, b->access };
	uint64_t left = b->length;
	char what[160];

	if (!ps->context->extension || b->access & EVENT_BREAKPOINT_EXEC)
		return event_find_breakpoint(ps->list, &piece, ps->err);
	for (int n = 0; left; n++) {
		int result;

		piece.length = piece_size(piece.address, left);
		if (n == BREAKPOINTS) {
			snprintf(what, sizeof(what),
				 "%" PRIu64 " bytes are more than the CPU's breakpoints cover; a length after the "
				 "place chooses a part, as in /8",
				 b->length);
			return parser_error(ps, b->at, what);
		}
		result = event_find_breakpoint(ps->list, &piece, ps->err);
		if (result)
			return result;
		piece.address += piece.length;
		left -= piece.length;
	}
	return 0;
}

static char *piece_name(const struct breakpoint *b, const struct event_attr *attr)
{
	uint64_t offset = b->offset + (attr->config1 - b->address);
	const char *r = b->access & EVENT_BREAKPOINT_READ ? "r" : "";
	const char *w = b->access & EVENT_BREAKPOINT_WRITE ? "w" : "";
	char *name;
	int n;

	if (b->name[0] && offset)
		n = asprintf(&name, "%s+%" PRIu64, b->name, offset);
	else if (b->name[0])
		n = asprintf(&name, "%s", b->name);
	else
		n = asprintf(&name, "mem:0x%" PRIx64 "/%" PRIu64 ":%s%s", (uint64_t)attr->config1,
			     (uint64_t)attr->config2, r, w);
	return n < 0 ? NULL : name;
}

/* Of a variable, or of several for one range, each event says what it is on. Others are called as they were typed. */
static int name_pieces(struct parser *ps, const struct breakpoint *b, int first)
{
	if (!b->name[0] && ps->list->n == first + 1)
		return 0;
	for (int i = first; i < ps->list->n; i++) {
		struct event_spec *spec = &ps->list->events[i];

		if (!spec->name)
			spec->name = piece_name(b, &spec->attr);
		if (!spec->name)
			return error_nomem(ps->err);
	}
	return 0;
}

static int apply_terms(struct parser *ps, int first)
{
	struct event_text terms;
	int result = parser_terms(ps, &terms);

	if (result)
		return result;
	result = event_find_apply_terms(ps->list, first, terms, ps->err);
	return result ? parser_point_out(ps, terms.start, result) : 0;
}

int parser_breakpoint(struct parser *ps, bool *ret_modifiable)
{
	struct breakpoint b = { .access = EVENT_BREAKPOINT_READ | EVENT_BREAKPOINT_WRITE };
	int first = ps->list->n;
	int result;

	ps->p++;
	result = parse_address(ps, &b);
	if (!result)
		result = parse_length(ps, &b);
	if (!result)
		result = parse_access(ps, &b);
	if (!result && ps->context->extension)
		result = locate(ps, &b);
	if (!result)
		result = add_pieces(ps, &b);
	if (!result && *ps->p == '/') {
		*ret_modifiable = true;
		result = apply_terms(ps, first);
	}
	return result ? result : name_pieces(ps, &b, first);
}
