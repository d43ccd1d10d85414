/* prec list: prints the events that -e takes, as text or JSON. */
#include "command/commands.h"

#include "command/exit_status.h"
#include "common/bytes.h"
#include "common/json.h"
#include "common/log.h"
#include "common/options.h"
#include "record/pmu/event_context.h"
#include "record/pmu/event_listing.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define NAME_WIDTH 50

struct list_command {
	bool as_json, long_desc, help;
	char **patterns; /* NULL-terminated; none: all */
	struct json j;
	size_t n; /* listed so far */
};

static const struct option options[] = {
	{ 'j', "json", NULL, "as JSON, with the fields of perf list", OPTION_FLAG(struct list_command, as_json) },
	{ 0, "long-desc", NULL, "with the fields of tracepoints and how each event is encoded",
	  OPTION_FLAG(struct list_command, long_desc) },
	{ 'h', "help", NULL, "this text", OPTION_FLAG(struct list_command, help) },
	OPTION_ABSENT("-d --desc", "events are listed with what is known of them"),
	OPTION_ABSENT("-v --details", "--long-desc says more"),
	OPTION_ABSENT("-o --output", "redirect the output"),
	OPTION_ABSENT("--debug --deprecated --unit", "a pattern chooses events by name or PMU"),
	{ 0 },
};

static const struct option_group list_group = {
	.options = options,
	.usage = "Usage: prec list [OPTIONS] [PATTERN...]\n\n"
		 "Lists the events that prec record -e takes on this machine: all, or those whose name has PATTERN in "
		 "it\n"
		 "or matches it (* ? [..]), or of a PMU, or of a kind: hw, sw, cache, pmu, raw, mem, probe, "
		 "tracepoint.\n",
};

/* By event_kind: the word that chooses it, another, and its name in perf list. */
static const struct {
	const char *word, *other, *type;
} kinds[] = {
	[EVENT_KIND_HARDWARE] = { "hw", "hardware", "Hardware event" },
	[EVENT_KIND_SOFTWARE] = { "sw", "software", "Software event" },
	[EVENT_KIND_CACHE] = { "cache", "hwcache", "Hardware cache event" },
	[EVENT_KIND_PMU] = { "pmu", NULL, "Kernel PMU event" },
	[EVENT_KIND_PFM] = { "pfm", NULL, "PFM event" },
	[EVENT_KIND_RAW] = { "raw", "rawdescriptor", "Raw event descriptor" },
	[EVENT_KIND_BREAKPOINT] = { "mem", "breakpoint", "Hardware breakpoint" },
	[EVENT_KIND_PROBE] = { "probe", NULL, "Probe" },
	[EVENT_KIND_TRACEPOINT] = { "tracepoint", NULL, "Tracepoint event" },
};

/* A pattern matches a part of a name, as in Linux perf; one with wildcards the whole. */
static bool name_matches(const char *name, const char *pattern)
{
	if (!name)
		return false;
	return strpbrk(pattern, "*?[") ? !fnmatch(pattern, name, FNM_CASEFOLD) : strcasestr(name, pattern) != NULL;
}

static bool is_wanted(const struct list_command *c, const struct event_listed *e)
{
	if (!*c->patterns)
		return true;
	for (char **p = c->patterns; *p; p++)
		if (!strcmp(*p, kinds[e->kind].word) || (kinds[e->kind].other && !strcmp(*p, kinds[e->kind].other)) ||
		    name_matches(e->name, *p) || name_matches(e->alias, *p) || (e->unit && !strcasecmp(e->unit, *p)))
			return true;
	return false;
}

static void json_field(struct json *j, const char *name, const char *value)
{
	if (!value)
		return;
	json_line(j);
	json_name(j, name);
	json_string(j, value);
}

static void print_json(struct list_command *c, const struct event_listed *e)
{
	json_line(&c->j);
	json_begin(&c->j, '{');
	json_field(&c->j, "Unit", e->unit);
	json_field(&c->j, "EventName", e->name);
	json_field(&c->j, "EventAlias", e->alias);
	json_field(&c->j, "EventType", kinds[e->kind].type);
	json_field(&c->j, "BriefDescription", e->about);
	json_field(&c->j, "PublicDescription", e->format);
	json_field(&c->j, "Encoding", e->encoding);
	json_end(&c->j, '}');
}

static void print_lines(const char *indent, const char *text)
{
	for (const char *end; *text; text = *end ? end + 1 : end) {
		end = strchrnul(text, '\n');
		if (end > text)
			printf("%s%.*s\n", indent, (int)(end - text), text);
	}
}

static void print_text(const struct list_command *c, const struct event_listed *e)
{
	char name[2048];

	snprintf(name, sizeof(name), "%s%s%s", e->name, e->alias ? " OR " : "", e->alias ? e->alias : "");
	printf("  %-*s [%s]\n", NAME_WIDTH, name, kinds[e->kind].type);
	if (!c->long_desc)
		return;
	if (e->about)
		printf("       %s\n", e->about);
	if (e->encoding)
		printf("       %s\n", e->encoding);
	if (e->format)
		print_lines("       ", e->format);
}

static void list_event(void *context, const struct event_listed *e)
{
	struct list_command *c = context;

	if (!is_wanted(c, e))
		return;
	c->n++;
	if (c->as_json)
		print_json(c, e);
	else
		print_text(c, e);
}

static int list(struct list_command *c)
{
	const struct event_context context = event_context_of_environment();

	c->j = (struct json){ .out = stdout };
	if (c->as_json)
		json_begin(&c->j, '[');
	event_listing_each(&context, list_event, c);
	if (c->as_json)
		json_end(&c->j, ']');
	if (c->as_json)
		putchar('\n');
	if (fflush(stdout) || ferror(stdout)) {
		log_error("cannot write to standard output");
		return EXIT_FAILED;
	}
	if (!c->n && *c->patterns) {
		log_error("no event matches '%s'%s", c->patterns[0], c->patterns[1] ? " or another pattern" : "");
		return EXIT_FAILED;
	}
	return 0;
}

/* Options and patterns may be mixed; after "--" there are patterns only. The patterns are moved to the beginning of
 * argv. 0 or a negative errno. */
static int list_parse(struct list_command *c, int argc, char **argv, struct error *err)
{
	bool only_patterns = false;
	int at = 0, n = 0;

	while (!only_patterns) {
		int rest = options_take(&list_group, c, argc - at, argv + at, err);

		if (rest < 0)
			return rest;
		only_patterns = rest > 1 && !strcmp(argv[at + rest - 1], "--");
		at += rest;
		if (at >= argc)
			break;
		argv[n++] = argv[at];
	}
	for (at++; only_patterns && at < argc; at++)
		argv[n++] = argv[at];
	argv[n] = NULL;
	c->patterns = argv;
	return 0;
}

int cmd_list(int argc, char **argv)
{
	struct list_command c = { 0 };
	struct error err = ERROR_INIT;

	log_init("prec list");
	if (list_parse(&c, argc, argv, &err)) {
		log_error("%s", err.message);
		return err.code == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
	}
	if (!c.help)
		return list(&c);
	options_help(&list_group, stdout);
	return 0;
}
