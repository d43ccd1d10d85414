/* prec annotate: the instructions and source lines of functions, with their shares of the samples. */
#include "command/commands.h"
#include "command/exit_status.h"
#include "common/log.h"
#include "common/options.h"
#include "report/annotate/annotate_json.h"
#include "report/annotate/annotate_text.h"
#include "report/annotate/typed_text.h"
#include "report/command/annotate_options.h"
#include "report/command/annotate_samples.h"
#include "report/sandbox/sandbox.h"

#include <errno.h>
#include <stdlib.h>

/* All that one run of the command needs. */
struct annotate_command {
	struct annotate_options options;
	struct reader reader;
	struct disasm disasm;
	int disasm_code; /* why there is none: an errno */
	struct annotation annotation;
	struct annotate_view view;
};

static void start_disassembler(void *context)
{
	struct annotate_command *c = context;
	const struct disasm_worker_options options = { .choice = c->options.disassembler,
						       .confine = c->options.from.reader.no_sandbox ? NULL
												    : sandbox_confine };

	c->disasm_code = -disasm_start(&c->disasm, c->options.from.reader.workers, &options);
}

/* --- messages ---------------------------------------------------------------------------------- */

/* Events of which each sample lies where it happened, or at least nothing better can be had, are not spoken of. */
static bool has_skid(const struct file_event *e)
{
	if (e->attr.flags & ATTR_PRECISE_IP_MASK)
		return false;
	switch (e->attr.type) {
	case PERF_TYPE_TRACEPOINT:
	case PERF_TYPE_BREAKPOINT: return false;
	case PERF_TYPE_SOFTWARE:
		return e->attr.config == PERF_COUNT_SW_CPU_CLOCK || e->attr.config == PERF_COUNT_SW_TASK_CLOCK;
	default: return true;
	}
}

static void explain_skid(const struct annotate_view *v, const struct perf_file *file)
{
	for (uint32_t i = 0; i < v->n_events; i++) {
		const struct file_event *e = &file->events[v->events[i]];

		if (!has_skid(e))
			continue;
		log_note("%s: samples are not precise: what an instruction costs may stand at one after it (skid)%s",
			 e->name,
			 e->attr.type == PERF_TYPE_SOFTWARE ? "" : "; record with EVENT:pp, where the CPU can");
		return;
	}
}

static void explain_disassembler(struct annotate_command *c)
{
	const char *name = disasm_name(&c->disasm);

	if (*name)
		log_verbose("disassembler: %s", name);
	else if (c->disasm_code)
		log_warn("no process could be started to disassemble code (%s): only source lines and addresses are "
			 "shown",
			 strerror(c->disasm_code));
	else if (c->options.disassembler != DISASM_NONE)
		log_warn("no disassembler is here: only source lines and the addresses that were sampled are shown; "
			 "install libLLVM (14 or later; Debian: libllvm14) or libcapstone (Debian: libcapstone4)");
	if (c->disasm.unknown)
		log_warn("%s knows no machine of the number %u (elf.h, EM_): its code is not disassembled", name,
			 c->disasm.unknown);
	if (c->disasm.n_died)
		log_warn("%s ended %u times in the midst of code, of which no instructions are shown", name,
			 c->disasm.n_died);
}

static void explain(struct annotate_command *c)
{
	const struct annotate_view *v = &c->view;
	struct analysis *a = &c->reader.profile.analysis;

	progress_end(&c->reader.progress);
	reader_explain(&c->reader, &a->stacks.counts, &a->joined);
	reader_explain_files(&c->reader);
	if (!c->options.shows_types)
		explain_disassembler(c);
	if (v->n_without_code)
		log_warn("the code of %u function%s is not here: %s%s", v->n_without_code,
			 v->n_without_code > 1 ? "s" : "", v->one_without_code,
			 v->n_without_code > 1 ? " and others" : "");
	if (v->code_size >= ANNOTATE_CODE_MAX)
		log_warn(
			"more than %llu MiB of code: functions with few samples are not disassembled; name one, or use "
			"--percent-limit",
			ANNOTATE_CODE_MAX >> 20);
	if (v->n_shown)
		explain_skid(v, c->reader.file);
}

/* --- the view ------------------------------------------------------------------------------------ */

/* 0 or -ENOMEM. */
static int write_types(struct annotate_command *c)
{
	const struct annotate_options *o = &c->options;
	struct typed_samples typed;
	int result = typed_samples_read(&typed, &c->view, o->type);

	if (!result && !o->json && o->shows_statistics)
		typed_text_statistics(&typed);
	if (!result)
		result = o->json ? typed_json_write(&typed) : typed_text_write(&typed);
	c->view.n_shown = typed.n_shown;
	typed_samples_fini(&typed);
	return result;
}

/* Why nothing was shown. */
static int explain_nothing(const struct annotate_command *c, struct error *err)
{
	const struct annotate_options *o = &c->options;

	if (o->type)
		return error_set(err, -ENOENT, "no sample accesses the type '%s'", o->type);
	if (o->shows_types && bundled_names_any(&c->reader.profile.bundled))
		return error_set(err, -ENOENT,
				 "%s: no sample has a type: a bundle has no types, which need its programs",
				 o->from.reader.input);
	if (o->shows_types)
		return error_set(err, -ENOENT, "%s: no sample has a type: --type-stat says why", o->from.reader.input);
	return o->symbol ? error_set(err, -ENOENT, "no function '%s' has samples", o->symbol)
			 : error_set(err, -ENOENT, "%s: no function has samples", o->from.reader.input);
}

static int write_view(struct annotate_command *c, struct error *err)
{
	const struct annotate_options *o = &c->options;
	struct annotate_view *v = &c->view;
	int result;

	*v = (struct annotate_view){
		.annotation = &c->annotation,
		.disasm = &c->disasm,
		.texts = { .config = &o->from.reader.symbols, .prefix = o->prefix, .strip = o->strip },
		.out = stdout,
		.symbol = o->symbol,
		.limit = o->limit,
		.is_global = o->is_global,
		.of_hits = o->of_hits,
		.number = o->number,
		.intel = o->intel,
		.shows_raw = o->raw,
		.shows_jumps = o->jumps,
		.shows_cycles = o->cycles,
		.no_source = o->no_source,
		.full_paths = o->full_paths,
		.shows_summary = o->summary,
		.skip_missing = o->skip_missing,
		.colored = c->reader.screen.colored
	};
	result = annotate_view_choose_events(v);
	if (!result && o->shows_types)
		result = write_types(c);
	else if (!result)
		result = o->json ? annotate_json_write(v) : annotate_text_write(v);
	if (result)
		return error_nomem(err);
	if (fflush(stdout) && errno != EPIPE)
		return error_set(err, -errno, "standard output: %s", strerror(errno));
	explain(c);
	return v->n_shown ? 0 : explain_nothing(c, err);
}

static int annotate_run(struct annotate_command *c, struct error *err)
{
	const struct annotate_options *o = &c->options;
	const bool needs_source = o->shows_types || !o->no_source;
	int result;

	c->reader.start_more = o->shows_types ? NULL : start_disassembler;
	c->reader.start_context = c;
	result = reader_open(&c->reader, &c->options.from.reader, needs_source ? READER_LINES : READER_NAMES, err);
	if (!result)
		result = annotate_samples(&c->reader, &o->from.filter, o->from.max_memory, needs_source, &c->annotation,
					  err);
	if (!result)
		result = write_view(c, err);
	source_texts_fini(&c->view.texts);
	free(c->view.events);
	annotation_fini(&c->annotation);
	disasm_stop(&c->disasm);
	reader_close(&c->reader);
	return result;
}

int cmd_annotate(int argc, char **argv)
{
	struct annotate_command c = { 0 };
	struct error err = ERROR_INIT;
	int result;

	log_init("prec annotate");
	result = annotate_options_parse(&c.options, argc, argv, &err);
	if (result) {
		log_error("%s", err.message);
		annotate_options_fini(&c.options);
		return EXIT_USAGE;
	}
	if (c.options.from.reader.help) {
		options_help(&annotate_group, stdout);
		annotate_options_fini(&c.options);
		return 0;
	}
	result = annotate_run(&c, &err);
	if (result && result != -EPIPE)
		log_error("%s", err.message);
	annotate_options_fini(&c.options);
	return result || c.reader.damaged ? EXIT_FAILED : 0;
}
