#include "report/command/cmd_dump.h"

#include "command/commands.h"
#include "command/exit_status.h"
#include "common/log.h"
#include "common/options.h"
#include "formats/file/perf_file.h"
#include "report/command/reader.h"
#include "report/command/warnings.h"
#include "report/dump/dump_head.h"
#include "report/dump/dump_records.h"
#include "report/dump/dump_validate.h"
#include "report/dump/dump_writer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

struct dump_options {
	struct reader_options reader;
	struct dump_types types;
	bool hex, json, validate, quiet;
};

static int take_types(void *types, const char *list, struct error *err)
{
	return dump_types_parse(types, list, err);
}

static int take_quiet(void *options, const char *value, struct error *err)
{
	struct dump_options *o = options;

	(void)value, (void)err;
	o->quiet = true;
	log_set_level(LOG_QUIET);
	return 0;
}

static const struct option options[] = {
	OPTION_GROUP(struct dump_options, reader, &reader_input_group),
	{ 0, "type", "LIST", "only records of these types: names (SAMPLE,MMAP2)\nor numbers",
	  OPTION_CALL_OF(struct dump_options, types, take_types) },
	{ 0, "hex", NULL, "the bytes of every record too", OPTION_FLAG(struct dump_options, hex) },
	{ 0, "json", NULL, "one JSON object a line", OPTION_FLAG(struct dump_options, json) },
	{ 0, "validate", NULL, "check the file, and report every defect and a verdict",
	  OPTION_FLAG(struct dump_options, validate) },
	OPTION_GROUP(struct dump_options, reader, &reader_file_group),
	OPTION_GROUP(struct dump_options, reader, &reader_pager_group),
	OPTION_GROUP(struct dump_options, reader, &reader_jobs_group),
	{ 'q', "quiet", NULL, "records only, no header; no notes", OPTION_CALL(take_quiet) },
	OPTION_GROUP(struct dump_options, reader, &reader_help_group),
	{ 0 },
};

static const struct option_group dump_group = {
	.options = options,
	.usage = "Usage: prec dump [OPTIONS] [FILE]\n\nShow every record of a perf.data file, decoded.\n",
};

static int dump_options_parse(struct dump_options *o, int argc, char **argv, struct error *err)
{
	int result = options_take_file(&dump_group, o, argc, argv, &o->reader.input, err);

	if (result)
		return result;
	if (o->validate && (o->json || o->hex || o->types.n))
		return error_set(err, -EINVAL, "--validate checks the whole file and takes no --json, --hex or --type");
	if (!o->reader.input)
		o->reader.input = input_default(&o->reader.input_options);
	return 0;
}

/* What is said of loss and damage; true: the file is damaged. */
static bool dump_complaints(const char *name, const struct perf_file *f, const struct blocks *blocks,
			    const struct dump_counts *c)
{
	struct error first = ERROR_INIT;
	uint64_t n = blocks_damage(blocks, &first);
	/* The last write of a recorder that was killed may be cut off; that is no damage. */
	bool cut_off = f->unfinished && (!n || first.code == -ENODATA);
	struct offset_text offset;

	if (f->unfinished)
		log_note("%s: the recorder was stopped before it finished; shown is what it had written", name);
	if (f->damages.n && !f->unfinished)
		warn_of_file(f, name);
	if (n && !cut_off)
		log_warn("%s: at %s: %s%s", name, offset_text(&offset, f, first.offset), first.message,
			 n > 1 ? " (and more like it; --validate lists them all)" : "");
	if (c->damaged)
		log_warn("%s: %" PRIu64 " records are damaged; the first at %s: %s", name, c->damaged,
			 offset_text(&offset, f, c->first.offset), c->first.message);
	if (c->eventless)
		log_warn("%s: %" PRIu64 " samples are of no event the file names", name, c->eventless);
	if (c->unknown)
		log_note("%s: %" PRIu64 " records are of types not known here, the first of type %" PRIu32, name,
			 c->unknown, c->unknown_type);
	return (n && !cut_off) || c->damaged || (f->damages.n && !f->unfinished);
}

static int dump_write(const struct dump_options *o, const struct perf_file *f, struct error *err)
{
	struct dump_out *out = malloc(sizeof(*out));
	struct dump_job job = { .file = f,
				.style = o->json ? &dump_json_style : &dump_text_style,
				.hex = o->hex,
				.types = o->types,
				.workers = o->reader.workers,
				.fd = STDOUT_FILENO };
	struct dump_counts counts;
	struct dump_writer w;
	int result;

	if (!out)
		return error_nomem(err);
	dump_out_init(out, STDOUT_FILENO);
	dump_writer_init(&w, out, job.style, o->hex);
	result = blocks_new(&job.blocks, f, err);
	if (!result && !o->quiet && !o->types.n)
		result = dump_head(&w, f, err);
	if (dump_out_flush(out) && !result)
		result = error_set(err, out->error, "the dump cannot be written: %s", strerror(-out->error));
	if (!result)
		result = dump_records(&job, &counts, err);
	if (!result)
		result = dump_complaints(o->reader.input, f, job.blocks, &counts);
	blocks_free(job.blocks);
	free(out);
	return result;
}

/* A file that cannot even be opened has its verdict too. */
static int dump_run(struct dump_options *o, struct error *err)
{
	struct reader r = { 0 };
	int result = reader_open(&r, &o->reader, READER_SCREEN, err);

	if (!result)
		result = o->validate ? dump_validate(stdout, r.file, o->reader.input, err) : dump_write(o, r.file, err);
	else if (o->validate && (result == -EBADMSG || result == -ENODATA || result == -E2BIG))
		printf("%s: DEFECTIVE: not readable\n", o->reader.input);
	reader_close(&r);
	return result;
}

static int dump_status(struct dump_options *o)
{
	struct error err = ERROR_INIT;
	int result = dump_run(o, &err);

	if (result < 0)
		log_error("%s", err.message);
	return result ? 1 : 0;
}

int dump_show(const struct reader_options *reader, bool quiet)
{
	struct dump_options o = { .reader = *reader, .quiet = quiet };

	o.reader.color = SCREEN_COLOR_NEVER;
	return dump_status(&o);
}

int cmd_dump(int argc, char **argv)
{
	struct error err = ERROR_INIT;
	struct dump_options o = { .reader = { .workers = workers_default(), .color = SCREEN_COLOR_NEVER } };
	int result;

	log_init("prec dump");
	result = dump_options_parse(&o, argc, argv, &err);
	if (result) {
		log_error("%s", err.message);
		return EXIT_USAGE;
	}
	if (o.reader.help) {
		options_help(&dump_group, stdout);
		return 0;
	}
	return dump_status(&o);
}
