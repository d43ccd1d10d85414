#include "report/command/annotate_options.h"

#include "common/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define STRIP_MAX 64

static int take_format(void *options, const char *name, struct error *err)
{
	struct annotate_options *o = options;

	o->json = !strcmp(name, "json");
	return o->json || !strcmp(name, "text") ? 0
						: error_set(err, -EINVAL, "--format '%s': takes text or json", name);
}

static int take_percent_type(void *options, const char *name, struct error *err)
{
	struct annotate_options *o = options;
	const char *dash = strchr(name, '-');
	const char *of = dash ? dash + 1 : "";
	size_t size = dash ? (size_t)(dash - name) : 0;

	o->is_global = size == strlen("global") && !strncmp(name, "global", size);
	o->of_hits = !strcmp(of, "hits");
	if ((o->is_global || (size == strlen("local") && !strncmp(name, "local", size))) &&
	    (o->of_hits || !strcmp(of, "period")))
		return 0;
	return error_set(err, -EINVAL,
			 "--percent-type '%s': takes local-period, local-hits, global-period or global-hits", name);
}

static int take_limit(void *options, const char *text, struct error *err)
{
	struct annotate_options *o = options;
	char *end;

	o->limit = strtod(text, &end);
	if (end == text || *end || !(o->limit >= 0 && o->limit <= 100))
		return error_set(err, -EINVAL, "--percent-limit '%s': a number from 0 to 100", text);
	return 0;
}

static int take_both(void *options, const char *value, struct error *err)
{
	struct annotate_options *o = options;

	(void)value, (void)err;
	o->jumps = o->cycles = true;
	return 0;
}

static int take_syntax(void *options, const char *name, struct error *err)
{
	struct annotate_options *o = options;

	o->intel = !strcmp(name, "intel");
	return o->intel || !strcmp(name, "att") ? 0 : error_set(err, -EINVAL, "-M '%s': takes att or intel", name);
}

static int take_disassembler(void *options, const char *name, struct error *err)
{
	static const char *const names[] = { "best", "llvm", "capstone", "none" };
	struct annotate_options *o = options;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(name, names[i]) != 0)
			continue;
		o->disassembler = (enum disasm_choice)i;
		return 0;
	}
	return error_set(err, -EINVAL, "--disassembler '%s': takes llvm, capstone, best or none", name);
}

static int take_type(void *options, const char *name, struct error *err)
{
	struct annotate_options *o = options;

	(void)err;
	o->shows_types = true;
	o->type = name;
	return 0;
}

static int take_color(void *options, const char *mode, struct error *err)
{
	struct annotate_options *o = options;

	if (!mode || screen_color_parse(&o->from.reader.color, mode))
		return 0;
	return error_set(err, -EINVAL, "--stdio-color '%s': takes always, never or auto", mode);
}

#define BROWSER "prec report has a browser: a shows the code of a function"

static const struct option options[] = {
	OPTION_GROUP(struct annotate_options, from.reader, &reader_input_group),
	{ 's', "symbol", "SYMBOL", "show this function, as SYMBOL alone does",
	  OPTION_TEXT(struct annotate_options, symbol) },
	{ 0, "percent-limit", "PERCENT",
	  "only functions with so much of all samples of an event, or\nmore (default: 0)", OPTION_CALL(take_limit) },
	{ 0, "percent-type", "TYPE",
	  "percent of the function or of all (local, global), of periods\n"
	  "or samples: local-period (default), local-hits, global-period,\nglobal-hits",
	  OPTION_CALL(take_percent_type) },
	{ 'n', "show-nr-samples", NULL, "show numbers of samples in place of percent",
	  OPTION_VALUE(struct annotate_options, number, ANNOTATE_SAMPLES) },
	{ 0, "show-total-period", NULL, "show sums of periods in place of percent",
	  OPTION_VALUE(struct annotate_options, number, ANNOTATE_PERIOD) },
	{ 0, "source", NULL, "show source lines between instructions (default)", OPTION_NEGATABLE,
	  OPTION_CLEAR(struct annotate_options, no_source) },
	{ 'l', "print-line", NULL, "first the source lines that have samples, the hottest first",
	  OPTION_FLAG(struct annotate_options, summary) },
	{ 'P', "full-paths", NULL, "show whole paths of programs and source files",
	  OPTION_FLAG(struct annotate_options, full_paths) },
	{ 0, "prefix", "PREFIX", "look for source files below PREFIX", OPTION_TEXT(struct annotate_options, prefix) },
	{ 0, "prefix-strip", "N", "without the first N folders of their paths",
	  OPTION_NUMBER(struct annotate_options, strip, 0, STRIP_MAX) },
	{ 'M', "disassembler-style", "SYNTAX", "of x86: att (default) or intel", OPTION_CALL(take_syntax) },
	{ 0, "jumps", NULL, "draw lines from jumps to where they go in the function", OPTION_NEGATABLE,
	  OPTION_FLAG(struct annotate_options, jumps) },
	{ 0, "cycles", NULL, "show cycles of blocks and instructions per cycle, of samples\nwith branch stacks",
	  OPTION_NEGATABLE, OPTION_FLAG(struct annotate_options, cycles) },
	{ 0, "stdio2", NULL, "the same as --jumps --cycles", OPTION_CALL(take_both) },
	{ 0, "asm-raw", NULL, "show the bytes of instructions", OPTION_NEGATABLE,
	  OPTION_FLAG(struct annotate_options, raw) },
	{ 0, "disassembler", "NAME", "use llvm or capstone, or none (default: best, the first that\nis here)",
	  OPTION_CALL(take_disassembler) },
	{ 0, "skip-missing", NULL, "show no functions whose code is not here",
	  OPTION_FLAG(struct annotate_options, skip_missing) },
	{ 0, "data-type", "NAME",
	  "show the members of the types that instructions access, with\n"
	  "their shares; NAME: of this type only",
	  OPTION_ARG_OPTIONAL, OPTION_CALL(take_type) },
	{ 0, "type-stat", NULL, "with --data-type: how many samples have a type, and why others\nhave none",
	  OPTION_FLAG(struct annotate_options, shows_statistics) },
	{ 0, "format", "NAME", "write text (default) or json", OPTION_CALL(take_format) },
	{ 0, "stdio-color", "MODE", "color percentages: always, never, auto (default)",
	  OPTION_ARG_OPTIONAL | OPTION_ARG_NEXT, OPTION_CALL(take_color) },
	OPTION_GROUP(struct annotate_options, from, &export_reader_group),
	{ 0, "stdio", NULL, "what there is", .flags = OPTION_IGNORED },
	{ 0, "group", NULL, "all events are shown side by side", .flags = OPTION_IGNORED },
	{ 'm', "modules", NULL, "they have names in any case", .flags = OPTION_IGNORED },
	{ 0, "demangle-kernel", NULL, "names of the kernel are not mangled", .flags = OPTION_IGNORED },
	{ 0, "skip-empty", NULL, "events without samples are not shown", .flags = OPTION_IGNORED },
	OPTION_ABSENT("--tui", BROWSER),
	OPTION_ABSENT("--gtk", BROWSER),
	OPTION_ABSENT("--objdump", "libLLVM or libcapstone disassembles; --disassembler chooses"),
	OPTION_ABSENT("--addr2line", "prec reads debug information itself"),
	OPTION_ABSENT("--insn-stat", "--type-stat shows why samples have no type"),
	OPTION_ABSENT("--code-with-type", "'prec report -s symoff,typeoff' shows the type of each instruction"),
	OPTION_ABSENT("--itrace", "hardware traces are not decoded"),
	OPTION_ABSENT("-D --dump-raw-trace", "'prec dump' shows every record"),
	{ 0 },
};

const struct option_group annotate_group = {
	.options = options,
	.usage = "Usage: prec annotate [OPTIONS] [SYMBOL]\n\n"
		 "Show the instructions and source lines of a function, or of all that have samples, with their "
		 "shares.\n",
};

/* Whether a word is the name of a recording, which other commands take in the place of a function. */
static bool is_of_recording(const char *word)
{
	const char *end = strrchr(word, '.');

	return end && (!strcmp(end, ".data") || !strcmp(end, ".old"));
}

int annotate_options_parse(struct annotate_options *o, int argc, char **argv, struct error *err)
{
	const char *symbols[2];
	int result;

	*o = (struct annotate_options){ 0 };
	export_reader_options_init(&o->from);
	o->from.reader.color = SCREEN_COLOR_AUTO;
	result = options_take_two(&annotate_group, o, argc, argv, symbols, err);
	if (result || o->from.reader.help)
		return result;
	if (symbols[1] || (symbols[0] && o->symbol))
		return error_set(err, -EINVAL, "'%s' and '%s': one function is named at a time; -S takes a list",
				 symbols[0], symbols[1] ? symbols[1] : o->symbol);
	if (symbols[0] && is_of_recording(symbols[0]))
		return error_set(err, -EINVAL,
				 "'%s' is taken for a function; -i %s reads a file, -s a function of that name",
				 symbols[0], symbols[0]);
	if (symbols[0])
		o->symbol = symbols[0];
	if (o->shows_statistics && !o->shows_types)
		return error_set(err, -EINVAL, "--type-stat is about --data-type");
	export_reader_options_finish(&o->from);
	o->full_paths = o->full_paths || o->from.reader.full_source_path;
	return 0;
}

void annotate_options_fini(struct annotate_options *o)
{
	export_reader_options_fini(&o->from);
}
