/* prec flame: a profile as a picture: one HTML page, or an SVG. */
#include "command/commands.h"
#include "command/exit_status.h"
#include "common/log.h"
#include "common/options.h"
#include "report/command/export_reader.h"
#include "report/flame/flame_page.h"
#include "report/flame/flame_svg.h"
#include "report/output/output_stream.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#define PAGE_DEFAULT "flame.html"
#define SVG_DEFAULT  "flame.svg"

struct flame_options {
	struct export_reader_options from;
	const char *after;  /* the recording that is compared with the input; NULL: none */
	const char *output; /* "-": standard output */
	bool force;
	bool svg;
};

static const struct option options[] = {
	OPTION_GROUP(struct flame_options, from.reader, &reader_input_group),
	{ 'o', "output", "FILE",
	  "write FILE, which must not be there yet (default: flame.html or\nflame.svg); - for standard output",
	  OPTION_TEXT(struct flame_options, output) },
	{ 'f', "force", NULL, "write FILE even if it is there", OPTION_FLAG(struct flame_options, force) },
	{ 0, "svg", NULL, "write a plain picture in place of a page", OPTION_FLAG(struct flame_options, svg) },
	OPTION_GROUP(struct flame_options, from, &export_reader_group),
	{ 0 },
};

static const struct option_group flame_group = {
	.options = options,
	.usage = "Usage: prec flame [OPTIONS] [FILE]\n"
		 "       prec flame [OPTIONS] BEFORE AFTER\n\n"
		 "Write a flame graph (default: of perf.data) as one HTML page that needs nothing else.\n",
};

/* Adds the recording of a reader to the profile. */
static int add_recording(struct flame_profile *p, struct export_reader *r, struct error *err)
{
	struct time_walk walk;
	int result = time_walk_open(&walk, &r->export, 0, err);

	if (!result)
		result = flame_profile_add(p, &walk, err);
	export_reader_end_walk(&walk);
	return result;
}

/* Adds the recording that is compared. Its strings are the profile's own, so that it is closed here. */
static int add_after(const struct flame_options *o, const struct export_reader *before, struct flame_profile *p,
		     struct output_stream *output, struct error *err)
{
	struct export_reader_options from = o->from;
	struct export_reader after;
	int result;

	from.reader.input = o->after;
	result = export_reader_open_beside(&after, &before->reader, &from, true, err);
	if (!result)
		result = reader_refuse_counts(&after.reader, err);
	if (!result)
		result = output_stream_begin(output, after.reader.file, err);
	if (!result)
		result = add_recording(p, &after, err);
	if (!result)
		export_reader_explain(&after);
	export_reader_close(&after);
	return result;
}

static int flame_read(struct flame_options *o, struct export_reader *r, struct flame_profile *p,
		      struct output_stream *output, struct error *err)
{
	int result = export_reader_open(r, &o->from, true, err);

	if (!result)
		result = reader_refuse_counts(&r->reader, err);
	if (!result)
		result = output_stream_begin(output, r->reader.file, err);
	if (!result)
		result = add_recording(p, r, err);
	if (!result)
		export_reader_explain(r);
	return !result && o->after ? add_after(o, r, p, output, err) : result;
}

/* How the picture is looked at. */
static void say_written(const struct flame_options *o, const struct flame_profile *p)
{
	uint64_t samples = 0;

	for (uint32_t i = 0; i < p->n_recordings; i++)
		samples += p->recordings[i].samples;
	if (strcmp(o->output, "-") != 0)
		log_note("%s: %" PRIu64 " samples, %" PRIu32 " stacks; open it in a browser: xdg-open %s", o->output,
			 samples, p->n_stacks - 1, o->output);
}

static int flame_write(struct flame_options *o, struct export_reader *r, struct output_stream *output,
		       struct error *err)
{
	struct flame_profile p;
	int result = flame_profile_init(&p) ? error_nomem(err) : flame_read(o, r, &p, output, err);

	if (!result && (o->svg ? flame_svg_write(&p, output->stream) : flame_page_write(&p, output->stream)))
		result = error_nomem(err);
	if (!result)
		result = output_stream_flush(output, err);
	if (!result)
		say_written(o, &p);
	flame_profile_fini(&p);
	return result;
}

/* *ret_damaged: parts of the input could not be read. */
static int flame_run(struct flame_options *o, bool *ret_damaged, struct error *err)
{
	struct export_reader r = { 0 };
	struct output_stream output;
	int closed, result = input_check(o->from.reader.input, err);

	if (!result && o->after)
		result = input_check(o->after, err);
	if (result)
		return result;
	result = output_stream_open(&output, o->output, o->force, "-f", !o->from.reader.no_sandbox, err);
	o->from.reader.no_pager = true;
	if (!result)
		result = flame_write(o, &r, &output, err);
	*ret_damaged = r.reader.damaged;
	export_reader_close(&r);
	closed = output_stream_close(&output, !result, result ? NULL : err);
	return result ? result : closed;
}

static int options_parse(struct flame_options *o, int argc, char **argv, struct error *err)
{
	const char *files[2];
	int result;

	*o = (struct flame_options){ 0 };
	export_reader_options_init(&o->from);
	result = options_take_two(&flame_group, o, argc, argv, files, err);
	if (result || o->from.reader.help)
		return result;
	if (files[0] && o->from.reader.input)
		return error_set(err, -EINVAL, "'%s' and -i %s: name a file in one way", files[0],
				 o->from.reader.input);
	if (files[0])
		o->from.reader.input = files[0];
	o->after = files[1];
	if (o->after && o->svg)
		return error_set(err, -EINVAL, "--svg is of one recording; the page compares two");
	if (!o->output)
		o->output = o->svg ? SVG_DEFAULT : PAGE_DEFAULT;
	if (!strcmp(o->output, "-") && isatty(STDOUT_FILENO))
		return error_set(err, -EINVAL, "a page is not for a terminal: give -o FILE, or a pipe");
	export_reader_options_finish(&o->from);
	return 0;
}

int cmd_flame(int argc, char **argv)
{
	struct flame_options o;
	struct error err = ERROR_INIT;
	bool damaged = false;
	int result;

	log_init("prec flame");
	result = options_parse(&o, argc, argv, &err);
	if (result) {
		log_error("%s", err.message);
		export_reader_options_fini(&o.from);
		return EXIT_USAGE;
	}
	if (o.from.reader.help)
		options_help(&flame_group, stdout);
	else
		result = flame_run(&o, &damaged, &err);
	if (result && result != -EPIPE)
		log_error("%s", err.message);
	export_reader_options_fini(&o.from);
	return result || damaged ? EXIT_FAILED : 0;
}
