#include "record/address/address_filter.h"

#include "common/bytes.h"
#include "common/fileio.h"
#include "formats/text/kallsyms.h"
#include "record/address/symbol_file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define NAME_MAX_BYTES 4096   /* of a function or file */
#define SEPARATORS     " ,\n" /* of filters */

/* Which of several functions of a name. */
enum symbol_choice {
	CHOICE_ONLY,   /* there has to be one */
	CHOICE_GLOBAL, /* NAME#g */
	CHOICE_NUMBER, /* NAME#2, in the order of addresses */
};

/* Where a filter begins, or up to which function's end it goes. */
struct filter_point {
	bool is_given, is_name;
	uint64_t number;
	char name[NAME_MAX_BYTES]; /* "*": all of it */
	enum symbol_choice choice;
	unsigned long nth; /* from 1 up */
};

struct filter {
	const char *action; /* as the kernel has it */
	bool is_range;      /* it has a size */
	struct filter_point start, size;
	char file[NAME_MAX_BYTES]; /* "": the kernel */
};

static const struct action {
	const char *word, *action;
	bool is_range;
} actions[] = {
	{ "filter", "filter", true },
	{ "start", "start", false },
	{ "stop", "stop", false },
	{ "tracestop", "stop", true },
};

struct resolving {
	struct buffer *out;
	const char *text; /* the whole */
	const char *p;    /* what is left of it */
	const char *kallsyms;
	struct buffer symbols; /* the text of kallsyms, when it was read */
	struct error *err;
};

static int error_at_rest(const struct resolving *r, const char *wants)
{
	return error_set(r->err, -EINVAL,
			 "--filter '%s': %s%s%s is no address filter, which are: filter|start|stop|tracestop "
			 "FUNCTION|ADDRESS [/ FUNCTION|SIZE] [@ FILE]; %s",
			 r->text, *r->p ? "'" : "what ends there", r->p, *r->p ? "'" : "", wants);
}

static void skip(struct resolving *r, const char *characters)
{
	r->p += strspn(r->p, characters);
}

/* A name ends at any of these, or is in quotes. False: there is none, or it is too long. */
static bool take_name(struct resolving *r, const char *ends, char *ret_name)
{
	const char quote = *r->p == '\'' || *r->p == '"' ? *r->p : 0;
	const char only_quote[] = { quote, 0 };
	const char *begin = r->p + !!quote;
	const size_t size = strcspn(begin, quote ? only_quote : ends);

	if (!size || size >= NAME_MAX_BYTES || (quote && begin[size] != quote))
		return false;
	memcpy(ret_name, begin, size);
	ret_name[size] = 0;
	r->p = begin + size + !!quote;
	return true;
}

static bool take_choice(struct resolving *r, struct filter_point *point)
{
	char *end;

	skip(r, " ");
	if (*r->p != '#')
		return true;
	r->p++;
	if (*r->p == 'g' || *r->p == 'G' || *r->p == '0') {
		point->choice = CHOICE_GLOBAL;
		r->p++;
		return true;
	}
	point->choice = CHOICE_NUMBER;
	point->nth = strtoul(r->p, &end, 10);
	if (!isdigit((unsigned char)*r->p))
		return false;
	r->p = end;
	return true;
}

/* A number as in C, or a function. */
static bool take_point(struct resolving *r, struct filter_point *point)
{
	char *end;

	point->is_given = true;
	if (isdigit((unsigned char)*r->p)) {
		errno = 0;
		point->number = strtoull(r->p, &end, 0);
		r->p = end;
		return !errno && (!*end || strchr(" ,/@", *end));
	}
	point->is_name = true;
	return take_name(r, " ,/@#", point->name) && take_choice(r, point);
}

static const struct action *take_action(struct resolving *r)
{
	for (size_t i = 0; i < ARRAY_SIZE(actions); i++) {
		const size_t size = strlen(actions[i].word);

		if (!strncmp(r->p, actions[i].word, size) && r->p[size] == ' ') {
			r->p += size;
			return &actions[i];
		}
	}
	return NULL;
}

static int parse(struct resolving *r, struct filter *f)
{
	const struct action *action = take_action(r);
	const char *end;

	*f = (struct filter){ .action = NULL };
	if (!action)
		return error_at_rest(r, "the first word says what to do");
	f->action = action->action;
	f->is_range = action->is_range;
	skip(r, " ");
	if (!take_point(r, &f->start))
		return error_at_rest(r, "an address is a number or a function");
	end = r->p;
	skip(r, " ");
	if (*r->p == '/') {
		r->p++;
		skip(r, " ");
		if (!f->is_range)
			return error_at_rest(r, "start and stop are single addresses, without a size");
		if (!take_point(r, &f->size) || (f->size.is_name && !strcmp(f->size.name, "*")))
			return error_at_rest(r, "a size is a number, or the function that is the last");
		end = r->p;
		skip(r, " ");
	}
	if (*r->p == '@') {
		r->p++;
		skip(r, " ");
		if (!take_name(r, " ,", f->file))
			return error_at_rest(r, "after @ comes a file");
		end = r->p;
	}
	if (*end && !strchr(SEPARATORS, *end))
		return error_at_rest(r, "a comma or a blank is between two");
	if (f->is_range && !f->start.is_name && !f->size.is_given)
		return error_set(r->err, -EINVAL, "--filter '%s': a range of addresses has a size: filter 0x1000/0x20",
				 r->text);
	return 0;
}

/* --- names ---------------------------------------------------------------------------- */

static int read_kallsyms(struct resolving *r)
{
	int result = r->symbols.size ? 0 : fileio_read_file(AT_FDCWD, r->kallsyms, &r->symbols, KALLSYMS_MAX);

	return result ? error_set(r->err, result, "--filter '%s': %s: %s", r->text, r->kallsyms, strerror(-result)) : 0;
}

static int find_ranges(struct resolving *r, const struct filter *f, const char *name, struct code_ranges *ranges)
{
	int result = *f->file ? code_ranges_of_file(ranges, f->file, name, r->err) : read_kallsyms(r);

	if (result) {
		if (*f->file)
			error_prefix(r->err, "--filter '%s'", r->text);
		return result;
	}
	if (!*f->file)
		code_ranges_of_kallsyms(ranges, (const char *)r->symbols.data, r->symbols.size,
					strcmp(name, "*") ? name : NULL);
	return 0;
}

/* "#1 0x1139, #2 0x2010 (global)" */
static int error_several(const struct resolving *r, const char *name, const struct code_ranges *ranges)
{
	char list[400];
	size_t at = 0;

	for (size_t i = 0; i < ranges->n && at + 48 < sizeof(list); i++)
		at += (size_t)snprintf(list + at, sizeof(list) - at, "%s#%zu at %#" PRIx64 "%s", i ? ", " : "", i + 1,
				       ranges->list[i].start, ranges->list[i].global ? " (global)" : "");
	return error_set(r->err, -ENOTUNIQ, "--filter '%s': there are %zu functions '%s', write %s#N or %s#g: %s",
			 r->text, ranges->n, name, name, name, list);
}

static const struct code_range *choose(const struct filter_point *point, const struct code_ranges *ranges)
{
	if (point->choice == CHOICE_NUMBER)
		return point->nth <= ranges->n && point->nth ? &ranges->list[point->nth - 1] : NULL;
	for (size_t i = 0; i < ranges->n; i++)
		if (point->choice == CHOICE_ONLY || ranges->list[i].global)
			return &ranges->list[i];
	return NULL;
}

static int find_function(struct resolving *r, const struct filter *f, const struct filter_point *point,
			 struct code_range *ret_range)
{
	const struct code_range *chosen;
	struct code_ranges ranges;
	int result = find_ranges(r, f, point->name, &ranges);

	if (result)
		return result;
	if (!ranges.n && !*f->file && strstr((const char *)r->symbols.data, "0000000000000000 "))
		return error_set(r->err, -EACCES,
				 "--filter '%s': the kernel hides where '%s' is (kernel.kptr_restrict, "
				 "kernel.perf_event_paranoid)",
				 r->text, point->name);
	if (point->choice == CHOICE_ONLY && ranges.n > 1)
		return error_several(r, point->name, &ranges);
	chosen = choose(point, &ranges);
	if (!chosen)
		return error_set(r->err, -ENOENT, "--filter '%s': %s has no such function '%s'%s", r->text,
				 *f->file ? f->file : "the kernel", point->name,
				 *f->file ? "" : " (of a program: FUNCTION @ FILE)");
	*ret_range = *chosen;
	return 0;
}

/* A file as a whole. */
static int find_file(struct resolving *r, const struct filter *f, struct code_range *ret_range)
{
	struct stat status;

	if (stat(f->file, &status))
		return error_set(r->err, -errno, "--filter '%s': %s: %s", r->text, f->file, strerror(errno));
	*ret_range = (struct code_range){ .size = (uint64_t)status.st_size };
	return 0;
}

static int find_start(struct resolving *r, const struct filter *f, struct code_range *ret_range)
{
	if (!f->start.is_name) {
		*ret_range = (struct code_range){ .start = f->start.number };
		return 0;
	}
	if (*f->file && !strcmp(f->start.name, "*"))
		return find_file(r, f, ret_range);
	return find_function(r, f, &f->start, ret_range);
}

/* Up to the end of the function that is the last. */
static int find_end(struct resolving *r, const struct filter *f, struct code_range *range)
{
	struct code_range last;
	int result;

	if (!f->size.is_given)
		return 0;
	if (!f->size.is_name) {
		range->size = f->size.number;
		return 0;
	}
	result = find_function(r, f, &f->size, &last);
	if (result)
		return result;
	if (last.start + last.size <= range->start)
		return error_set(r->err, -EINVAL, "--filter '%s': '%s' ends at %#" PRIx64 ", before the range begins",
				 r->text, f->size.name, last.start + last.size);
	range->size = last.size ? last.start + last.size - range->start : 0;
	return 0;
}

/* --- what the kernel takes -------------------------------------------------------------- */

static int put(struct resolving *r, const struct filter *f, const struct code_range *range)
{
	char text[64], path[PATH_MAX] = "";
	int n;

	if (f->is_range)
		n = snprintf(text, sizeof(text), "%s 0x%" PRIx64 "/0x%" PRIx64, f->action, range->start, range->size);
	else
		n = snprintf(text, sizeof(text), "%s 0x%" PRIx64, f->action, range->start);
	if (*f->file && !realpath(f->file, path))
		return error_set(r->err, -errno, "--filter '%s': %s: %s", r->text, f->file, strerror(errno));
	if (r->out->size)
		buffer_append(r->out, ",", 1);
	buffer_append(r->out, text, (size_t)n);
	if (*path) {
		buffer_append(r->out, "@", 1);
		buffer_append(r->out, path, strlen(path));
	}
	return buffer_ok(r->out) ? 0 : error_nomem(r->err);
}

static int resolve(struct resolving *r)
{
	struct code_range range = { 0 };
	struct filter f;
	int result = parse(r, &f);

	if (!result)
		result = find_start(r, &f, &range);
	if (!result && f.is_range)
		result = find_end(r, &f, &range);
	if (!result && f.is_range && !range.size)
		return error_set(r->err, -EINVAL,
				 "--filter '%s': the size of '%s' is not known: write a number after /", r->text,
				 f.size.is_name ? f.size.name : f.start.name);
	return result ? result : put(r, &f, &range);
}

int address_filter_resolve(struct buffer *out, size_t *ret_n, const char *text, const char *kallsyms, struct error *err)
{
	struct resolving r = { .out = out, .text = text, .p = text, .kallsyms = kallsyms, .err = err };
	int result = 0;

	*ret_n = 0;
	buffer_init(&r.symbols);
	skip(&r, SEPARATORS);
	do {
		result = resolve(&r);
		*ret_n += !result;
		skip(&r, SEPARATORS);
	} while (!result && *r.p);
	buffer_fini(&r.symbols);
	return result;
}
