/* option_help: prints the text of --help (common/options.h). */
#include "common/options.h"

#include "common/option_set.h"

#include <string.h>

#define HELP_INDENT 34
#define NAMES_MAX   256

static int print_name(FILE *out, const struct option_bound *bound)
{
	const struct option *o = bound->option;
	const bool has_no = o->flags & OPTION_NEGATABLE && strncmp(o->name, "no-", 3) != 0;
	int n = fprintf(out, "    ");

	if (bound->letter)
		n += fprintf(out, "-%c%s", bound->letter, o->name ? ", " : "");
	if (o->name)
		n += fprintf(out, "--%s%s", has_no ? "[no-]" : "", o->name);
	if (o->arg && o->flags & OPTION_ARG_OPTIONAL)
		n += fprintf(out, "[%s%s]", o->name ? "=" : "", o->arg);
	else if (o->arg)
		n += fprintf(out, " %s", o->arg);
	return n;
}

/* Prints a line of a help text, with names in place of %s. */
static void print_line(FILE *out, const char *line, size_t size, const char *names)
{
	const char *place = names ? memmem(line, size, "%s", 2) : NULL;
	const size_t head = place ? (size_t)(place - line) : size;

	fwrite(line, 1, head, out);
	if (place)
		fprintf(out, "%s%.*s", names, (int)(size - head - 2), place + 2);
	fputc('\n', out);
}

static void print_option(FILE *out, const struct option_bound *bound)
{
	const struct option *o = bound->option;
	char names[NAMES_MAX] = "";
	int n = print_name(out, bound);

	if (o->names)
		o->names(names, sizeof(names));
	if (n >= HELP_INDENT - 1) {
		fputc('\n', out);
		n = 0;
	}
	for (const char *line = o->help;; n = 0) {
		const size_t size = strcspn(line, "\n");

		fprintf(out, "%*s", HELP_INDENT - n, "");
		print_line(out, line, size, o->names ? names : NULL);
		if (!line[size])
			break;
		line += size + 1;
	}
}

void options_help(const struct option_group *group, FILE *out)
{
	struct option_set set;

	fputs(group->usage, out);
	fputs("\nOptions:\n", out);
	option_set_fill(&set, group, NULL);
	for (size_t i = 0; i < set.n; i++) {
		const struct option *o = set.bound[i].option;

		if (o->kind == OPTION_KIND_GROUP || o->kind == OPTION_KIND_POINTED)
			fprintf(out, "\n%s\n", o->help);
		else if (!(o->flags & (OPTION_HIDDEN | OPTION_IGNORED)))
			print_option(out, &set.bound[i]);
	}
}
