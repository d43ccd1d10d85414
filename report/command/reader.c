#include "report/command/reader.h"

#include "common/log.h"
#include "report/command/reader_fetch.h"
#include "report/command/reader_processes.h"
#include "report/command/reader_sandbox.h"
#include "report/command/warnings.h"
#include "report/header/print_header.h"
#include "report/terminal/pager.h"

#include <errno.h>

/* They may do what the sandbox does not allow. */
static int start_helpers(struct reader *r, struct error *err)
{
	int result = 0;

	if (r->need < READER_NAMES)
		return 0;
	reader_processes_start(r->options);
	if (r->need >= READER_LINES)
		result = reader_source_start(&r->source, r->options, err);
	if (!result)
		reader_fetch_start(r->options);
	return result;
}

int reader_open(struct reader *r, struct reader_options *options, enum reader_need need, struct error *err)
{
	int result = symbols_config_check(&options->symbols, err);

	r->options = options;
	r->need = options->header_only && need > READER_SCREEN ? READER_SCREEN : need;
	if (result)
		return result;
	if (r->need >= READER_SCREEN)
		screen_open(&r->screen, !options->no_pager, options->color);
	result = start_helpers(r, err);
	if (result)
		return result;
	if (!options->no_sandbox)
		reader_sandbox_enter(options->input, r->need >= READER_NAMES ? &options->symbols : NULL);
	result = input_open(&r->file, options->input, &options->input_options, err);
	if (!result && r->need >= READER_NAMES)
		reader_processes_limit(options, r->file);
	return result;
}

void reader_close(struct reader *r)
{
	if (!r->options)
		return;
	profile_fini(&r->profile);
	sample_choice_fini(&r->choice);
	reader_source_stop(&r->source);
	profile_names_fini(&r->names);
	perf_file_close(r->file);
	if (r->need < READER_NAMES)
		return;
	reader_fetch_stop(r->options);
	reader_processes_stop(r->options);
}

bool reader_show_header(const struct reader *r)
{
	const struct reader_options *o = r->options;

	if (o->header || o->header_only)
		print_header(stdout, r->file, o->show_info);
	return o->header_only;
}

int reader_choose(struct reader *r, const char *by_cpu, struct error *err)
{
	if (by_cpu && !perf_file_samples_have(r->file, PERF_SAMPLE_CPU))
		return error_set(err, -EINVAL, "the samples of the file have no CPU, so %s cannot choose among them",
				 by_cpu);
	return sample_choice_make(&r->choice, r->file, &r->options->choice, err);
}

int reader_analyse(struct reader *r, struct analysis_options *options, struct error *err)
{
	const struct symbols_config *symbols = r->need >= READER_NAMES ? &r->options->symbols : NULL;
	int result;

	if (profile_names_init(&r->names))
		return error_nomem(err);
	options->workers = r->options->workers;
	progress_init(&r->progress, options->workers, log_level() < LOG_NORMAL || pager_has_begun());
	if (r->progress.on)
		options->progress = &r->progress.scan;
	result = profile_analyse(&r->profile, r->file, &r->names, options, symbols, err);
	progress_end(&r->progress);
	log_diagnostics(&r->profile.jit.diagnostics);
	if (!result)
		r->damaged = warnings_log(&r->profile.analysis, r->options->input);
	return result;
}

int reader_symbolize(struct reader *r, bool with_source, struct error *err)
{
	struct symbols_config *symbols = &r->symbols;
	int result;

	*symbols = r->options->symbols;
	if (!symbols->kallsyms && !symbols->vmlinux &&
	    input_kallsyms(r->options->input, r->kallsyms, sizeof(r->kallsyms)))
		symbols->kallsyms = r->kallsyms;
	symbols->source = r->source.source;
	symbols->fetch_source = symbols->source && with_source;
	r->source.wanted = with_source;
	result = profile_symbolize(&r->profile, symbols, err);
	r->profile.symbolizer.resolver.locator.full_source_path = r->options->full_source_path;
	return result;
}

void reader_explain(const struct reader *r, struct unwind_counts *unwound, const struct deferred_counts *joined)
{
	const struct symbolizer *symbolizer = &r->profile.symbolizer;

	warnings_of_symbols(symbolizer);
	warnings_of_stacks(unwound, symbolizer, r->options->input);
	warnings_of_deferred(joined, r->options->input);
	reader_fetch_explain(r->options);
}
