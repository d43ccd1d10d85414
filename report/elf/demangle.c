#include "report/elf/demangle.h"

#include "common/buffer.h"
#include "common/bytes.h"
#include "common/printable.h"
#include "common/text.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * --- Java and OCaml ---------------------------------------------------------------------
 *
 * Names as Linux perf 7 shows them:
 *
 *	Ljava/lang/Object;wait(JI)V	java.lang.Object.wait(long, int)
 *	camlStdlib__List__map_123	Stdlib.List.map_123
 *
 * Java: descriptors as JVMTI agents write them into a jitdump (Java Virtual Machine Specification, 4.3). As in perf the
 * return type is left out, arrays of objects look like one object, and there is no dot before "<init>". OCaml: runtime
 * names of ocamlopt, with the number that tells functions of one name apart.
 */

/* Returns the text, which the caller frees, or NULL if not ok or without memory. Empties the buffer. */
static char *take_text(struct buffer *text, bool ok)
{
	buffer_put_u8(text, 0);
	if (ok && buffer_ok(text))
		return (char *)text->data;
	buffer_fini(text);
	return NULL;
}

static void put_text(struct buffer *text, const char *more)
{
	buffer_append(text, more, strlen(more));
}

/* --- Java ------------------------------------------------------------------------------- */

/* Appends the class name at *p, "java/lang/Object;", with dots. Advances *p. */
static bool put_class(struct buffer *text, const char **p)
{
	for (; **p && **p != ';'; ++*p) {
		if (strchr("[()", **p))
			return false;
		buffer_put_u8(text, **p == '/' ? '.' : (uint8_t) * *p);
	}
	return *(*p)++ == ';';
}

static const char *base_type(char letter)
{
	switch (letter) {
	case 'B': return "byte";
	case 'C': return "char";
	case 'D': return "double";
	case 'F': return "float";
	case 'I': return "int";
	case 'J': return "long";
	case 'S': return "short";
	case 'Z': return "boolean";
	default: return NULL;
	}
}

/* Appends the type at *p, and advances *p. */
static bool put_type(struct buffer *text, const char **p)
{
	size_t dimensions = strspn(*p, "[");
	const char *base;

	*p += dimensions;
	if (**p == 'L') {
		++*p;
		return put_class(text, p);
	}
	base = base_type(**p);
	if (!base)
		return false;
	++*p;
	put_text(text, base);
	while (dimensions--)
		put_text(text, "[]");
	return true;
}

/* "(IJ)" of "(IJ)V" */
static bool put_parameters(struct buffer *text, const char *p)
{
	const char *first = ++p;

	put_text(text, "(");
	while (*p != ')') {
		if (p > first)
			put_text(text, ", ");
		if (!put_type(text, &p))
			return false;
	}
	put_text(text, ")");
	return true;
}

static char *demangle_java(const char *mangled)
{
	const char *p = mangled + 1, *parameters;
	struct buffer text;
	bool ok;

	if (*mangled != 'L')
		return NULL;
	buffer_init(&text);
	ok = put_class(&text, &p);
	parameters = ok ? p + strcspn(p, "([;/)") : NULL;
	ok = ok && *parameters == '(';
	if (ok) {
		if (parameters > p && *p != '<')
			put_text(&text, ".");
		buffer_append(&text, p, (size_t)(parameters - p));
		ok = put_parameters(&text, parameters);
	}
	return take_text(&text, ok);
}

/* --- OCaml ------------------------------------------------------------------------------ */

/* Decodes a character written as "$2d". False: it is none. */
static bool escaped(const char *p, uint8_t *ret)
{
	int high = *p == '$' ? text_hex_digit(p[1]) : -1;
	int low = high >= 0 ? text_hex_digit(p[2]) : -1;

	if (low >= 0)
		*ret = (uint8_t)(high << 4 | low);
	return low >= 0 && *ret;
}

/* What stands between modules and functions. */
enum ocaml_separator {
	OCAML_UNDERSCORES, /* "__", of releases up to 5.1 */
	OCAML_DOT,
	OCAML_DOLLAR, /* where assemblers take no dot; a byte they do not take is "$$2d" then */
};

/* The first one, after the name of a module, says it: in other places '_', '.' and '$' may be part of a name. */
static enum ocaml_separator ocaml_separator(const char *name)
{
	for (const char *p = name; *p; p++) {
		if (p[0] == '_' && p[1] == '_')
			return OCAML_UNDERSCORES;
		if (*p == '.' || *p == '$')
			return *p == '.' ? OCAML_DOT : OCAML_DOLLAR;
	}
	return OCAML_UNDERSCORES;
}

/* Appends what stands at p. Returns how many characters it takes there. */
static size_t put_ocaml(struct buffer *text, const char *p, enum ocaml_separator separator)
{
	uint8_t c;

	if (separator == OCAML_DOLLAR && p[0] == '$' && escaped(p + 1, &c)) {
		buffer_put_u8(text, c);
		return 4;
	}
	if (separator == OCAML_DOLLAR ? *p == '$' : p[0] == '_' && p[1] == '_') {
		buffer_put_u8(text, '.');
		return separator == OCAML_DOLLAR ? 1 : 2;
	}
	if (separator != OCAML_DOLLAR && escaped(p, &c)) {
		buffer_put_u8(text, c);
		return 3;
	}
	buffer_put_u8(text, (uint8_t)*p);
	return 1;
}

/* Escapes may stand for any bytes; names that come from source are UTF-8. */
static bool is_utf8(const struct buffer *text)
{
	for (size_t i = 0, n; i < text->size; i += n) {
		n = text->data[i] < 0x80 ? 1 : utf8_size(text->data + i, text->size - i, NULL);
		if (!n)
			return false;
	}
	return true;
}

static char *demangle_ocaml(const char *mangled)
{
	enum ocaml_separator separator;
	struct buffer text;

	if (strncmp(mangled, "caml", 4) || mangled[4] < 'A' || mangled[4] > 'Z')
		return NULL;
	buffer_init(&text);
	separator = ocaml_separator(mangled + 4);
	for (const char *p = mangled + 4; *p;)
		p += put_ocaml(&text, p, separator);
	return take_text(&text, buffer_ok(&text) && is_utf8(&text));
}

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Only names that begin like a mangled one are checked further: ordinary C names cost nothing. */
bool demangle_may_be_mangled(const char *name)
{
	switch (name[0]) {
	case '_': return name[1] == 'Z' || name[1] == 'R' || name[1] == 'D' || name[1] == '_';
	case 'L': return memchr(name, ';', strnlen(name, DEMANGLE_MAX_NAME));
	case 'c': return strncmp(name, "caml", 4) == 0 && is_upper(name[4]);
	default: return false;
	}
}

/* The output of a demangler, and a jump out of it when that is too long. */
struct demangle_sink {
	struct buffer text;
	jmp_buf too_much;
};

/*
 * Back references let a name of 100 bytes stand for gigabytes, and the demanglers have no limit, so longjmp leaves
 * them. They keep their state on the stack; a small buffer of Rust's punycode identifiers may leak.
 */
static void demangle_put(const char *text, size_t size, void *context)
{
	struct demangle_sink *sink = context;

	if (sink->text.size + size > DEMANGLE_MAX_RESULT || !buffer_append(&sink->text, text, size))
		longjmp(sink->too_much, 1);
}

static bool demangle_into(struct demangle_sink *sink, const char *mangled)
{
	int flags = DMGL_PARAMS | DMGL_ANSI;

	if (setjmp(sink->too_much))
		return false;
	if (rust_demangle_callback(mangled, flags, demangle_put, sink))
		return true;
	buffer_clear(&sink->text);
	return cplus_demangle_v3_callback(mangled, flags, demangle_put, sink);
}

/* --- D ------------------------------------------------------------------------------------ */

/*
 * Where a back reference at p leads: so many characters before it, a number to the base 26 whose last digit is in lower
 * case (the D language's specification, "Back references"). *ret_size: of the reference. NULL: it is none.
 */
static const char *d_reference(const char *name, const char *p, size_t *ret_size)
{
	size_t back = 0, n = 1;

	for (; is_upper(p[n]) && back < DEMANGLE_MAX_D_NAME; n++)
		back = back * 26 + (size_t)(p[n] - 'A');
	if (p[n] < 'a' || p[n] > 'z')
		return NULL;
	back = back * 26 + (size_t)(p[n] - 'a');
	*ret_size = n + 1;
	return back && back <= (size_t)(p - name) ? p - back : NULL;
}

/*
 * Whether the characters that are read, those that back references lead to once more, are few enough. An identifier is
 * as long as its number says. Of a type only where it begins is known: it counts up to the reference, with all that
 * this counts for, which may be too much.
 */
static bool d_is_short(const char *name, size_t size)
{
	uint32_t counted[DEMANGLE_MAX_D_NAME + 1] = { 0 }; /* up to a character */

	for (size_t i = 0; i < size; i++) {
		const char *p = name + i, *to;
		uint64_t more = 1;
		size_t taken;

		to = *p == 'Q' ? d_reference(name, p, &taken) : NULL;
		if (to && *to >= '0' && *to <= '9')
			more += strtoul(to, NULL, 10);
		else if (to)
			more += counted[i] - counted[to - name];
		if (counted[i] + more > DEMANGLE_MAX_D_READ)
			return false;
		counted[i + 1] = counted[i] + (uint32_t)more;
	}
	return true;
}

/*
 * Demangles a D name, and one that GCC has made another function of (.constprop.0). libiberty does not detect D names
 * itself, and its output has no other limit.
 */
static char *demangle_d(const char *mangled)
{
	size_t size = strcspn(mangled, ".");
	char *name, *plain, *all = NULL;

	if (size >= DEMANGLE_MAX_D_NAME || !d_is_short(mangled, size))
		return NULL;
	plain = strndup(mangled, size);
	name = plain ? dlang_demangle(plain, DMGL_DLANG) : NULL;
	free(plain);
	if (!name || !mangled[size])
		return name;
	/* As C++ names have it. */
	if (asprintf(&all, "%s [clone %s]", name, mangled + size) < 0)
		all = NULL;
	free(name);
	return all;
}

/* Demangles by libiberty's two demanglers that detect their own names. */
static char *demangle_rust_or_cplusplus(const char *mangled)
{
	struct demangle_sink sink;
	bool done;

	buffer_init(&sink.text);
	done = demangle_into(&sink, mangled);
	buffer_put_u8(&sink.text, 0);
	if (done && buffer_ok(&sink.text))
		return (char *)sink.text.data;
	buffer_fini(&sink.text);
	return NULL;
}

static char *demangle_whole(const char *mangled)
{
	switch (mangled[0]) {
	case 'L': return demangle_java(mangled);
	case 'c': return demangle_ocaml(mangled);
	default: return mangled[1] == 'D' ? demangle_d(mangled) : demangle_rust_or_cplusplus(mangled);
	}
}

/* suffix: the start of "@plt" or of a version in mangled. */
static char *demangle_with_suffix(const char *mangled, const char *suffix)
{
	char *inner = strndup(mangled, (size_t)(suffix - mangled));
	char *name = inner ? demangle_whole(inner) : NULL;
	char *longer = name ? realloc(name, strlen(name) + strlen(suffix) + 1) : NULL;

	free(inner);
	if (!longer) {
		free(name);
		return NULL;
	}
	return strcat(longer, suffix);
}

char *demangle_name(const char *mangled, enum demangle_style style)
{
	const char *suffix;

	if (style == DEMANGLE_NONE || !demangle_may_be_mangled(mangled) ||
	    strnlen(mangled, DEMANGLE_MAX_NAME) == DEMANGLE_MAX_NAME)
		return NULL;
	suffix = strchr(mangled, '@');
	return suffix ? demangle_with_suffix(mangled, suffix) : demangle_whole(mangled);
}
