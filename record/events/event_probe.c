#include "record/events/event_probe.h"

#include "common/buffer.h"
#include "common/bytes.h"
#include "record/address/symbol_file.h"
#include "record/events/traced_probe.h"
#include "record/pmu/pmu.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define RETURN    "%return"
#define PLACE_MAX 4096 /* bytes: mangled names are long */

/* What stands after the file. */
struct probe_point {
	char *symbol;    /* NULL: a number */
	uint64_t offset; /* from the symbol, or the number */
	bool at_return;
};

static int point_number(uint64_t *ret_number, const char *text, struct error *err)
{
	char *end;

	errno = 0;
	*ret_number = strtoull(text, &end, event_number_base(text));
	if (errno || *end || !isdigit((unsigned char)*text))
		return error_set(err, -EINVAL, "'%s' is not a number of bytes", text);
	return 0;
}

/* "0x1000+8": at is "0x1000", more is "8" or NULL. */
static int point_numbers(struct probe_point *point, const char *at, const char *more, struct error *err)
{
	uint64_t base = 0;
	int result = isdigit((unsigned char)*at) ? point_number(&base, at, err) : 0;

	if (!result && more)
		result = point_number(&point->offset, more, err);
	if (!result && __builtin_add_overflow(base, point->offset, &point->offset))
		return error_set(err, -EINVAL, "'%s+%s' has more than 64 bits", at, more);
	return result;
}

/* Takes text apart, which it changes: PLACE[+OFFSET][%return]. */
static int point_split(struct probe_point *point, char *text, struct error *err)
{
	char *mark = strchr(text, '%');
	char *plus;
	int result;

	if (mark && strcmp(mark, RETURN) != 0)
		return error_set(err, -EINVAL, "'%s': a probe is at a place, or with %%return at a return", mark);
	point->at_return = mark;
	if (mark)
		*mark = 0;
	plus = strchr(text, '+');
	if (plus)
		*plus++ = 0;
	if (!*text)
		return error_set(err, -EINVAL, "a probe needs the name of a function");
	if (point->at_return && plus)
		return error_set(err, -EINVAL, "a probe at a return has no offset");
	result = point_numbers(point, text, plus, err);
	if (result || isdigit((unsigned char)*text))
		return result;
	point->symbol = strdup(text);
	return point->symbol ? 0 : error_nomem(err);
}

/* The caller frees point->symbol. */
static int point_parse(struct probe_point *point, struct event_text text, struct error *err)
{
	char *copy;
	int result;

	*point = (struct probe_point){ 0 };
	if (text.size >= PLACE_MAX)
		return error_set(err, -EINVAL, "a place of %zu letters, %d at most", text.size, PLACE_MAX - 1);
	copy = strndup(text.start, text.size);
	if (!copy)
		return error_nomem(err);
	result = point_split(point, copy, err);
	free(copy);
	return result;
}

static int probe_load_pmu(struct pmu *ret_pmu, const char *name, const struct event_context *context, struct error *err)
{
	int result = pmu_load(ret_pmu, context->sys_root, name, err);

	if (result == -ENOENT)
		error_set(err, result,
			  "this kernel makes no probes for events: it has no PMU '%s' (CONFIG_%cPROBE_EVENTS)", name,
			  toupper((unsigned char)*name));
	return result;
}

static int probe_set_return(struct event_spec *spec, const struct pmu *pmu, struct error *err)
{
	const struct pmu_format *format = pmu_find_format(pmu, "retprobe");

	if (!format || pmu_format_apply(format, &spec->attr, 1))
		return error_set(err, -EINVAL, "PMU %s makes no probes at returns", pmu->name);
	return 0;
}

/* The kernel looks the path up itself, so it must stay right whatever the folder. */
static int probe_of_file(struct event_spec *spec, struct event_text file, const struct probe_point *point,
			 struct error *err)
{
	char name[PATH_MAX];
	uint64_t offset = 0;
	int result = 0;

	if (!file.size || file.size >= sizeof(name))
		return error_set(err, -EINVAL, "a uprobe is uprobe:FILE:FUNCTION");
	memcpy(name, file.start, file.size);
	name[file.size] = 0;
	if (point->symbol)
		result = probe_symbol_find(&offset, name, point->symbol, err);
	if (result)
		return result;
	spec->attr.config2 = offset + point->offset;
	spec->probed = realpath(name, NULL);
	return spec->probed ? 0 : error_set(err, -errno, "%s: %s", name, strerror(errno));
}

static int probe_of_kernel(struct event_spec *spec, const struct probe_point *point, struct error *err)
{
	spec->attr.config2 = point->offset;
	if (!point->symbol)
		return 0;
	spec->probed = strdup(point->symbol);
	return spec->probed ? 0 : error_nomem(err);
}

/* Where it reads arguments it is a tracepoint from the start: its samples have fields. */
static int probe_set_args(struct event_spec *spec, const struct probe_text *text, bool at_return, struct error *err)
{
	int result =
		text->args.size ? probe_args_make(&spec->probe_args, text->args, text->file.start, at_return, err) : 0;

	spec->is_tracepoint = spec->probe_args;
	return result;
}

static int probe_add(struct event_list *list, const struct pmu *pmu, const struct probe_text *text,
		     const struct probe_point *point, struct error *err)
{
	struct event_spec *spec = event_list_add_attr(list, pmu->type, 0);
	int result = spec ? 0 : error_nomem(err);

	if (!result && point->at_return)
		result = probe_set_return(spec, pmu, err);
	if (!result && traced_probe_name(spec, point->symbol))
		result = error_nomem(err);
	if (!result)
		result = text->file.start ? probe_of_file(spec, text->file, point, err)
					  : probe_of_kernel(spec, point, err);
	if (!result)
		result = probe_set_args(spec, text, point->at_return, err);
	if (result)
		return result;
	spec->attr.sample_period = 1;
	spec->probed_at_return = point->at_return;
	spec->pmu = strdup(pmu->name);
	return spec->pmu ? 0 : error_nomem(err);
}

int event_probe_find(struct event_list *list, const struct probe_text *text, const struct event_context *context,
		     struct error *err)
{
	struct probe_point at;
	struct pmu pmu;
	int result = point_parse(&at, text->point, err);

	if (!result)
		result = probe_load_pmu(&pmu, text->file.start ? "uprobe" : "kprobe", context, err);
	if (!result) {
		result = probe_add(list, &pmu, text, &at, err);
		pmu_fini(&pmu);
	}
	free(at.symbol);
	return result;
}

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
