#include "report/command/reader.h"

#include "common/buffer.h"
#include "common/clock_ns.h"
#include "common/log.h"
#include "formats/file/file_facts.h"
#include "report/command/input.h"
#include "report/command/reader_fetch.h"
#include "report/command/reader_options.h"
#include "report/command/warnings.h"
#include "report/elf/file_opener.h"
#include "report/header/print_header.h"
#include "report/print/missing_symbols.h"
#include "report/sandbox/sandbox.h"
#include "report/symbols/process_files.h"
#include "report/symbols/symbols.h"
#include "report/terminal/pager.h"

#include <errno.h>
#include <unistd.h>

/*
 * reader_sandbox: the sandbox (report/sandbox/sandbox.h) of prec-report's commands: which places are left to write to.
 */

/* Names of the parts that are in force, or of those that are not, with commas between. */
static void list_parts(struct buffer *b, unsigned parts)
{
	const char *name;

	for (unsigned part = 0; (name = sandbox_part_name(part)); part++) {
		if (!(parts & 1u << part))
			continue;
		if (b->size)
			buffer_append(b, ", ", 2);
		buffer_append(b, name, strlen(name));
	}
	buffer_append(b, "", 1);
}

/*
 * On a terminal a message says what protection is missing. A script that reads files all day does not, unless it
 * asks.
 */
static void report_parts(unsigned parts)
{
	struct buffer in_force, missing;

	buffer_init(&in_force);
	buffer_init(&missing);
	list_parts(&in_force, parts);
	list_parts(&missing, ~parts);
	if (in_force.size > 1)
		log_verbose("sandbox: %s", (const char *)in_force.data);
	if (missing.size > 1 && log_level() >= LOG_VERBOSE)
		log_verbose("sandbox, not available here: %s", (const char *)missing.data);
	else if (missing.size > 1 && isatty(STDERR_FILENO))
		log_note("the sandbox is not complete here, without %s (SANDBOX in prec-report(1); -q leaves this line "
			 "out)",
			 (const char *)missing.data);
	buffer_fini(&in_force);
	buffer_fini(&missing);
}

/*
 * Enters the sandbox before input is opened and before any thread is started. symbols: what names will be looked up
 * with; NULL: none will be. Never fails: what the kernel lacks is left out, which is said with -v, and on a terminal
 * unless -q. has_browser: it may set the modes of the terminal.
 */
static void reader_sandbox_enter(const char *input, const struct symbols_config *symbols, bool has_browser)
{
	const char *spool = input_spool_directory(input);
	struct kallsyms_folders written;
	struct sandbox sandbox;
	unsigned parts;

	sandbox_init(&sandbox);
	if (has_browser)
		sandbox_allow_terminal(&sandbox);
	if (spool)
		sandbox_allow(&sandbox, spool, SANDBOX_WRITE);
	if (symbols && symbols_written(symbols, &written)) {
		sandbox_allow_open(&sandbox, written.texts, SANDBOX_WRITE | SANDBOX_MAKE_FILES);
		sandbox_allow_open(&sandbox, written.links, SANDBOX_MAKE_LINKS);
	}
	parts = sandbox_enter(&sandbox);
	report_parts(parts);
}

/*
 * reader_processes: for a command that shows names, the processes beside it: one that opens files which may lie on a
 * file system that does not answer (report/elf/file_opener.h), and one that has what running processes of containers
 * say of the code they made (report/symbols/process_files.h).
 */

static void stop_looking(struct reader_options *o)
{
	process_files_stop(o->symbols.processes);
	o->symbols.processes = NULL;
}

/*
 * Before the sandbox is entered and before any thread is started. With --symfs it is not this machine's processes that
 * were recorded, and none is asked; what keeps it from being done otherwise is only said with -v.
 */
static void reader_processes_start(struct reader_options *o)
{
	/* A folder that is open here alone is found by nobody else. */
	if (!*o->symbols.symfs_opened)
		o->symbols.opener = file_opener_start();
	if (o->symbols.symfs && *o->symbols.symfs)
		return;
	o->symbols.processes = process_files_start();
	if (!o->symbols.processes)
		log_verbose("no process to look into containers with");
}

/* The input is open: only processes of its machine and of its time are asked. */
static void reader_processes_limit(struct reader_options *o, const struct perf_file *file)
{
	char host[FILE_HOST_MAX];

	file_hostname(file, host);
	if (*host && !file_host_is_this(host))
		stop_looking(o);
	process_files_limit(o->symbols.processes, (time_t)(file->time / NS_PER_S));
	o->symbols.until = file->time;
}

static void reader_processes_stop(struct reader_options *o)
{
	stop_looking(o);
	aside_server_stop(o->symbols.opener);
	o->symbols.opener = NULL;
}

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
		screen_open(&r->screen, !options->no_pager && !options->has_browser, options->color);
	result = start_helpers(r, err);
	if (result)
		return result;
	if (r->start_more)
		r->start_more(r->start_context);
	if (!options->no_sandbox)
		reader_sandbox_enter(options->input, r->need >= READER_NAMES ? &options->symbols : NULL,
				     options->has_browser);
	result = input_open(&r->file, options->input, &options->input_options, err);
	if (!result && r->need >= READER_NAMES)
		reader_processes_limit(options, r->file);
	return result;
}

int reader_open_beside(struct reader *r, const struct reader *first, struct reader_options *options, struct error *err)
{
	r->options = options;
	r->need = first->need;
	r->is_beside = true;
	r->source.source = first->source.source;
	return input_open(&r->file, options->input, &options->input_options, err);
}

int reader_switch(struct reader *r, const char *path, struct error *err)
{
	struct perf_file *file;
	int result = input_open(&file, path, &r->options->input_options, err);

	if (result)
		return result;
	perf_file_close(r->file);
	r->file = file;
	r->options->input = path;
	r->damaged = false;
	if (r->need >= READER_NAMES)
		reader_processes_limit(r->options, r->file);
	return 0;
}

void reader_close(struct reader *r)
{
	if (!r->options)
		return;
	r->options->symbols.bundled = NULL;
	profile_fini(&r->profile);
	sample_choice_fini(&r->choice);
	if (!r->is_beside)
		reader_source_stop(&r->source);
	profile_names_fini(&r->names);
	perf_file_close(r->file);
	if (r->need < READER_NAMES || r->is_beside)
		return;
	reader_fetch_stop(r->options);
	reader_processes_stop(r->options);
}

bool reader_show_header(const struct reader *r)
{
	const struct reader_options *o = r->options;

	if (o->header || o->header_only)
		print_header(reader_stream(r), r->file, o->show_info);
	return o->header_only;
}

int reader_choose(struct reader *r, const char *by_cpu, struct error *err)
{
	if (by_cpu && !perf_file_samples_have(r->file, PERF_SAMPLE_CPU))
		return error_set(err, -EINVAL, "the samples of the file have no CPU, so %s cannot choose among them",
				 by_cpu);
	return sample_choice_make(&r->choice, r->file, &r->options->choice, err);
}

int reader_choose_in_any_order(struct reader *r, const char *by_cpu, struct error *err)
{
	int result = reader_choose(r, by_cpu, err);

	return result ? result : event_switch_read(&r->choice.switches, r->file, &r->choice.times, err);
}

const struct sample_choice *reader_choice(const struct reader *r)
{
	return sample_choice_words_are_given(&r->options->choice) ? &r->choice : NULL;
}

int reader_analyse(struct reader *r, struct analysis_options *options, struct error *err)
{
	const struct symbols_config *symbols = r->need >= READER_NAMES ? &r->options->symbols : NULL;
	int result;

	if (!r->shared_names && profile_names_init(&r->names))
		return error_nomem(err);
	options->workers = r->options->workers;
	progress_init(&r->progress, options->workers,
		      log_level() < LOG_NORMAL || r->is_behind_screen || pager_has_begun());
	if (r->progress.is_on)
		options->progress = &r->progress.scan;
	result = profile_analyse(&r->profile, r->file, r->shared_names ? r->shared_names : &r->names, options, symbols,
				 err);
	progress_end(&r->progress);
	log_diagnostics(&r->profile.jit.diagnostics);
	if (!result)
		r->damaged = warnings_log(&r->profile.analysis, r->options->input);
	return result || !r->options->output ? result : reader_refuse_counts(r, err);
}

bool reader_has_counts(const struct reader *r)
{
	const struct analysis *a = &r->profile.analysis;

	return !a->counts.types[PERF_RECORD_SAMPLE] &&
	       (a->counts.types[PERF_RECORD_STAT_CONFIG] || a->counts.types[PERF_RECORD_STAT_ROUND]);
}

int reader_refuse_counts(const struct reader *r, struct error *err)
{
	if (!reader_has_counts(r))
		return 0;
	return error_set(err, -ENODATA,
			 "%s has no samples, but counts: 'prec stat report' shows them, and 'prec export -f chrome', "
			 "firefox and perfetto have counters",
			 r->options->input);
}

int reader_symbolize(struct reader *r, bool with_source, struct error *err)
{
	struct symbols_config *symbols = &r->symbols;
	int result;

	/* Source lines are looked for by the options' own. */
	r->options->symbols.bundled = &r->profile.bundled;
	*symbols = r->options->symbols;
	if (!symbols->kallsyms && !symbols->vmlinux &&
	    input_kallsyms(r->options->input, r->kallsyms, sizeof(r->kallsyms)))
		symbols->kallsyms = r->kallsyms;
	if (input_kcore(r->options->input, r->kcore, sizeof(r->kcore)))
		symbols->kcore = r->kcore;
	symbols->source = r->source.source;
	symbols->fetch_source = symbols->source && with_source;
	r->source.is_wanted = with_source;
	result = profile_symbolize(&r->profile, symbols, err);
	r->profile.symbolizer.resolver.locator.full_source_path = r->options->full_source_path;
	return result;
}

void reader_forget(struct reader *r)
{
	if (r->options)
		r->options->symbols.bundled = NULL;
	profile_fini(&r->profile);
	sample_choice_fini(&r->choice);
	profile_names_fini(&r->names);
	memset(&r->profile, 0, sizeof(r->profile));
	r->choice = (struct sample_choice){ 0 };
	memset(&r->names, 0, sizeof(r->names));
}

FILE *reader_stream(const struct reader *r)
{
	return r->options->output ? r->options->output->stream : stdout;
}

int reader_output_begin(const struct reader *r, struct error *err)
{
	return r->options->output ? output_stream_begin(r->options->output, r->file, err) : 0;
}

int reader_output_end(const struct reader *r, struct error *err)
{
	return r->options->output ? output_stream_flush(r->options->output, err) : 0;
}

void reader_explain(struct reader *r, struct unwind_counts *unwound, const struct deferred_counts *joined)
{
	const struct symbolizer *symbolizer = &r->profile.symbolizer;

	warnings_of_symbols(symbolizer);
	warnings_of_stacks(unwound->n ? unwound : &r->profile.analysis.stacks.counts, symbolizer, r->options->input);
	warnings_of_deferred(joined, r->options->input);
	reader_fetch_explain(r->options);
}

int reader_explain_files(const struct reader *r)
{
	struct missing_symbols missing_symbols;

	if (missing_symbols_of_files(&missing_symbols, &r->profile.symbolizer.resolver.locator))
		return -ENOMEM;
	missing_symbols_explain(&missing_symbols, r->file, &r->options->symbols);
	missing_symbols_fini(&missing_symbols);
	return 0;
}
