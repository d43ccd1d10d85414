#include "report/elf/demangle.h"

#include "common/buffer.h"
#include "report/elf/demangle_managed.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Only what begins as a mangled name is looked at further: an ordinary C name costs nothing here. */
bool demangle_may_be_mangled(const char *name)
{
	switch (name[0]) {
	case '_': return name[1] == 'Z' || name[1] == 'R' || name[1] == 'D' || name[1] == '_';
	case 'L': return memchr(name, ';', strnlen(name, DEMANGLE_MAX_NAME));
	case 'c': return strncmp(name, "caml", 4) == 0 && is_upper(name[4]);
	default: return false;
	}
}

/* Where the demangler's output goes, and the way out of it once that is too much. */
struct demangle_sink {
	struct buffer text;
	jmp_buf too_much;
};

/*
 * Back references let a name of 100 bytes stand for gigabytes, and the demanglers have no limit on that: they are left
 * by a jump. They keep their state on the stack (of Rust's punycode identifiers a small buffer may be lost).
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

/* D is not among the manglings libiberty finds out by itself, nor has it a way to limit the output but this. */
static char *demangle_d(const char *mangled)
{
	unsigned n = 0;

	for (const char *p = mangled; (p = strchr(p, 'Q')); p++)
		n++;
	if (strnlen(mangled, DEMANGLE_MAX_D_NAME) == DEMANGLE_MAX_D_NAME)
		return NULL;
	return n > DEMANGLE_MAX_D_REFERENCES ? NULL : dlang_demangle(mangled, DMGL_DLANG);
}

/* By libiberty's two demanglers that know for themselves which names are theirs. */
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

/* suffix: where in mangled "@plt" or a version begins. */
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
