#include "record/events/probe_args.h"

#include "common/buffer.h"
#include "common/bytes.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The registers of a function's first arguments, as the kernel calls them (regs_query_register_offset). */
static const char *const argument_registers[] = {
#if defined(__x86_64__)
	"di", "si", "dx", "cx", "r8", "r9",
#elif defined(__aarch64__)
	"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7",
#elif defined(__riscv)
	"a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7",
#elif defined(__s390x__)
	"r2", "r3", "r4", "r5", "r6",
#endif
	NULL
};

/* Where the letters before any of `ends` end, at the NUL at the latest: what is in parentheses and quotes is passed
 * over. */
static const char *skip_to(const char *at, const char *end, const char *ends)
{
	bool is_quoted = false;
	int depth = 0;

	for (; at < end && *at; at++) {
		if (*at == '"')
			is_quoted = !is_quoted;
		if (is_quoted)
			continue;
		if (!depth && strchr(ends, *at))
			return at;
		depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
	}
	return at;
}

static bool is_blank(char c)
{
	return isspace((unsigned char)c);
}

int probe_args_span(const char *text)
{
	const char *at = text, *end = text + strlen(text);

	if (*at == '(') {
		at = skip_to(at + 1, end, ")");
		return *at ? (int)(at + 1 - text) : -EINVAL;
	}
	while (is_blank(*at))
		at++;
	if (at == text || !*at || strchr(",{}:/", *at))
		return 0;
	return (int)(skip_to(at, end, ",}") - text);
}

static int put_register(struct buffer *b, const char *text, size_t size, bool at_return, struct error *err)
{
	const size_t n = (size_t)atoi(text + strlen("$arg"));

	if (at_return)
		return error_set(err, -EINVAL, "'%.*s' is there where a function begins, not at its return", (int)size,
				 text);
	if (!n || n >= ARRAY_SIZE(argument_registers))
		return error_set(err, -EINVAL, "'%.*s': on this processor registers have %zu arguments", (int)size,
				 text, ARRAY_SIZE(argument_registers) - 1);
	buffer_append(b, "%", 1);
	buffer_append(b, argument_registers[n - 1], strlen(argument_registers[n - 1]));
	return 0;
}

/* "%rdi": the kernel's name is that of the 16 bits of it. */
static bool has_long_name(const char *at, const char *end)
{
#if defined(__x86_64__)
	return end - at >= 4 && !strncmp(at, "%r", 2) && isalpha((unsigned char)at[2]) && isalpha((unsigned char)at[3]);
#else
	(void)at;
	(void)end;
	return false;
#endif
}

struct probe_arg {
	const char *at, *end;
	bool in_program, at_return;
};

/* After its name. */
static int put_fetch(struct buffer *b, const struct probe_arg *arg, struct error *err)
{
	for (const char *at = arg->at; at < arg->end;) {
		const size_t n = arg->end - at > 4 && !strncmp(at, "$arg", 4) ? 4 + strspn(at + 4, "0123456789") : 0;
		int result = 0;

		if (arg->in_program && n > 4) {
			result = put_register(b, at, n, arg->at_return, err);
			at += n;
		} else if (has_long_name(at, arg->end)) {
			buffer_append(b, "%", 1);
			at += 2;
		} else {
			buffer_append(b, at++, 1);
		}
		if (result)
			return result;
	}
	return 0;
}

/* "NAME=" where it has one; of "$arg2" alone that is arg2. */
static const char *put_name(struct buffer *b, const struct probe_arg *arg)
{
	const char *equals = memchr(arg->at, '=', (size_t)(arg->end - arg->at));
	const char *name = arg->at, *after = equals ? equals : arg->at;

	if (!equals && !strncmp(arg->at, "$arg", 4) && isdigit((unsigned char)arg->at[4])) {
		name++;
		after = name + strlen("arg") + strspn(name + strlen("arg"), "0123456789");
	}
	buffer_append(b, name, (size_t)(after - name));
	if (after > name)
		buffer_append(b, "=", 1);
	return equals ? equals + 1 : arg->at;
}

static int put_arg(struct buffer *b, struct probe_arg arg, struct error *err)
{
	const char *whole = arg.at;

	if (b->size)
		buffer_append(b, " ", 1);
	arg.at = put_name(b, &arg);
	if (arg.at == arg.end || !strchr("%$@+-\\", *arg.at))
		return error_set(
			err, -EINVAL,
			"argument '%.*s' is neither a register (%%di, $arg1, $retval), memory (+8(%%di), @0x4010) nor "
			"a value (\\5); names of variables are known to perf probe",
			(int)(arg.end - whole), whole);
	return put_fetch(b, &arg, err);
}

int probe_args_make(char **ret_args, struct event_text span, bool in_program, bool at_return, struct error *err)
{
	const bool has_parentheses = *span.start == '(';
	const char *at = span.start + has_parentheses, *end = span.start + span.size - has_parentheses;
	struct buffer b;
	int result = 0;

	*ret_args = NULL;
	buffer_init(&b);
	while (!result) {
		const char *next;

		while (at < end && (is_blank(*at) || *at == ','))
			at++;
		if (at == end)
			break;
		next = skip_to(at, end, ", \t\n\v\f\r");
		result = put_arg(&b, (struct probe_arg){ at, next, in_program, at_return }, err);
		at = next;
	}
	if (!result && !buffer_ok(&b))
		result = error_nomem(err);
	if (!result && b.size) {
		*ret_args = strndup((const char *)b.data, b.size);
		result = *ret_args ? 0 : error_nomem(err);
	}
	buffer_fini(&b);
	return result;
}
