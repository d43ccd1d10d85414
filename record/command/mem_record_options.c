#include "record/command/mem_record_options.h"

#include "command/mem_words.h"
#include "common/log.h"
#include "common/options.h"
#include "record/command/command_line.h"
#include "record/command/target_options.h"
#include "record/events/event_parse.h"
#include "record/events/mem_events.h"
#include "record/open/diagnose.h"
#include "record/open/event_attr.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

/* What the options ask for. */
struct mem_options {
	struct record_options *record;
	struct event_context context;
	struct mem_pmus pmus;
	struct mem_request request;
	struct mem_extension extension;
	bool knows_events; /* the CPU's were added: -e adds the others now */
	bool list;
	bool phys_data;
	bool user_only, kernel_only;
	struct diagnostics diagnostics; /* of the events */
};

/* --- options ------------------------------------------------------------------------ */

static int take_type(void *options, const char *text, struct error *err)
{
	struct mem_request *request = options;
	unsigned types;

	if (!mem_words_types(text, &types))
		return error_set(err, -EINVAL, "-t '%s': takes load, store, or load,store%s", text,
				 isdigit((unsigned char)*text) ? "; --tid chooses threads" : "");
	request->accesses =
		(types & MEM_TYPE_LOAD ? MEM_BIT(MEM_LOADS) : 0) | (types & MEM_TYPE_STORE ? MEM_BIT(MEM_STORES) : 0);
	return 0;
}

/* The names that perf mem has for the CPU's events. */
static void take_tags(struct mem_options *o, const char *text)
{
	o->request.accesses = 0;
	if (strcmp(text, "list") != 0)
		mem_extension_find_tags(&o->extension, text);
	else
		o->list = true;
}

/* A page fault or a breakpoint has a data address, too. */
static int take_events(void *options, const char *text, struct error *err)
{
	struct mem_options *o = options;

	if (!o->knows_events)
		take_tags(o, text);
	else if (strcmp(text, "list") != 0)
		return mem_extension_parse(&o->extension, text, &o->record->events, err);
	return 0;
}

static int take_latency(void *options, const char *cycles, struct error *err)
{
	struct mem_request *request = options;

	(void)err;
	request->has_latency = true;
	request->latency = (uint32_t)option_number(cycles);
	return 0;
}

/*
 * First come the options of perf mem: their events stand before all others, and -G and --filter mean events before.
 * Then those of prec record, and its events.
 */
static const struct option options[] = {
	{ 't', "type", "TYPE", "sample accesses of this type: load, store, or load,store (default)", OPTION_EARLY,
	  OPTION_CALL_OF(struct mem_options, request, take_type) },
	{ 'e', "event", "EVENTS",
	  "sample by these events: names that '-e list' prints, or any of\n"
	  "prec record, such as page-faults or mem:VARIABLE:rw",
	  OPTION_TWICE, OPTION_CALL(take_events) },
	{ 0, "ldlat", "N",
	  "only loads that take N cycles or more (default: 30; of AMD's CPUs\n"
	  "any, and 128 or more)",
	  OPTION_EARLY, OPTION_RANGE(0, UINT16_MAX), OPTION_CALL_OF(struct mem_options, request, take_latency) },
	{ 'p', "phys-data", NULL, "record physical data addresses", OPTION_EARLY,
	  OPTION_FLAG(struct mem_options, phys_data) },
	{ 'U', "all-user", NULL, "sample in user space only", OPTION_EARLY,
	  OPTION_FLAG(struct mem_options, user_only) },
	{ 'K', "all-kernel", NULL, "sample in the kernel only", OPTION_EARLY,
	  OPTION_FLAG(struct mem_options, kernel_only) },
	{ 'f', "force", NULL, "of prec mem report", .flags = OPTION_IGNORED },
	OPTION_POINTED(struct mem_options, record, "Options of prec record:", &record_group),
	{ 0 },
};

const struct option_group mem_record_group = {
	.options = options,
	.usage = "Usage: prec mem record [OPTIONS] [COMMAND [ARGS]]\n\n"
		 "Records loads and stores with their data addresses, by what the CPU has for that.\n",
};

/* --- events ------------------------------------------------------------------------- */

/* Whether somebody without privileges records, who may not see the kernel. */
static bool lacks_privileges(int paranoid)
{
	return diagnose_paranoid() >= paranoid && !diagnose_is_privileged();
}

/* A fault or breakpoint is one access: all are recorded, unless a rate or interval is given. */
static void sample_each(struct record_options *o)
{
	if (o->freq_given || o->sampler.interval.period)
		return;
	for (int i = 0; i < o->events.n; i++) {
		struct event_spec *spec = &o->events.events[i];

		if (spec->attr.type == PERF_TYPE_SOFTWARE && !event_attr_can_change(&spec->attr, spec) &&
		    !spec->period && !spec->freq)
			spec->period = 1;
	}
}

static int add_events(struct mem_options *o, struct error *err)
{
	const struct sample_modes *modes = &o->record->sampler.modes;
	const struct event_text *foreign = &o->extension.foreign;
	const struct mem_pmu *first = mem_pmus_first(&o->pmus);
	int result;

	if (first && foreign->size)
		return error_set(err, -ENOTSUP,
				 "-e %.*s: a name for other CPUs; '-e list' prints those that there are here",
				 (int)foreign->size, foreign->start);
	o->request.tags = o->extension.tags;
	if (!o->request.accesses && !o->request.tags && !foreign->size)
		return 0;
	o->request.one_mode = modes->no_kernel || modes->no_user || lacks_privileges(2);
	o->request.no_privileges = !diagnose_is_privileged();
	result = mem_events_add(&o->record->events, &o->pmus, &o->request, &o->context, &o->diagnostics, err);
	if (result > 0)
		o->record->sampler.fields.more |= PERF_SAMPLE_WEIGHT_STRUCT;
	return result < 0 ? result : 0;
}

/* A tag once, or with -v what it stands for on each PMU. */
static void print_tag(const struct mem_options *o, enum mem_access access)
{
	for (size_t i = 0; i < o->pmus.n; i++) {
		const struct mem_pmu *pmu = &o->pmus.pmus[i];
		const char *tag = mem_pmu_tag(pmu, access);
		char text[MEM_EVENT_MAX];

		if (tag && !o->record->verbose) {
			printf("%-13s: available\n", tag);
			return;
		}
		if (tag) {
			mem_pmu_event(pmu, access, &o->request, text);
			printf("%-13s%-25s: available\n", tag, text);
		}
	}
}

/* As perf mem prints them, and what other events have addresses. */
static void print_tags(const struct mem_options *o)
{
	for (int access = 0; access < MEM_ACCESSES; access++)
		print_tag(o, (enum mem_access)access);
	puts("page-faults  : available");
	puts("mem:ADDR/LEN : available");
}

static bool is_number(const char *word)
{
	return *word && !word[strspn(word, "0123456789")];
}

static int finish(struct mem_options *o, int rest, int argc, char **argv, struct error *err)
{
	log_set_level(o->record->quiet ? LOG_QUIET : o->record->verbose);
	log_diagnostics(&o->diagnostics);
	if (o->phys_data)
		o->record->sampler.fields.more |= PERF_SAMPLE_PHYS_ADDR;
	o->record->sampler.fields.data_addresses = true;
	sample_each(o->record);
	return command_line_finish(o->record, rest, argc, argv, err);
}

/* The kernel's variables are meant where it is recorded: with whatever runs, or alone. */
static int choose_target(struct mem_options *o, const struct options_given *given, const char *command,
			 struct error *err)
{
	const char *pids = options_find(given, "pid"), *tids = options_find(given, "tid");
	const bool by_user = options_find(given, "uid");
	const bool system_wide = options_find(given, "all-cpus") || options_find(given, "cpu");
	struct data_target *target = &o->extension.target;
	int result = tids ? target_options_first_id("--tid", tids, &target->pid, err) : 0;

	if (!result && pids)
		result = target_options_first_id("--pid", pids, &target->pid, err);
	if (!target->pid && !by_user)
		target->program = command;
	target->with_kernel =
		o->record->sampler.modes.no_user || (!target->pid && !by_user && (system_wide || !command));
	return result;
}

/* The events are added between the two halves of the options; what is wrong with them is said if they are needed. */
static int take(struct mem_options *o, const struct options_given *given, int rest, char **argv, struct error *err)
{
	struct error why = ERROR_INIT;
	int result = options_begin(given, err);
	int added;

	o->record->sampler.modes.no_kernel = o->user_only;
	o->record->sampler.modes.no_user = o->kernel_only;
	if (!result)
		result = choose_target(o, given, argv[rest], err);
	if (result)
		return result;
	added = add_events(o, &why);
	o->knows_events = true;
	result = options_finish(given, err);
	if (o->record->help || o->record->list_names)
		return 0;
	if (o->list && !result) {
		print_tags(o);
		return 1;
	}
	if (!result && o->phys_data && argv[rest] && is_number(argv[rest]))
		return error_set(err, -EINVAL, "-p records physical addresses here; --pid %s records a process",
				 argv[rest]);
	if (added)
		*err = why;
	return added ? added : result;
}

static int parse(struct mem_options *o, int argc, char **argv, struct error *err)
{
	struct options_given *given;
	int rest = options_read(&given, &mem_record_group, o, argc, argv, err);
	int result = rest < 0 ? rest : take(o, given, rest, argv, err);

	options_fini(given);
	return result || o->record->help || o->record->list_names ? result : finish(o, rest, argc, argv, err);
}

int mem_record_options_parse(struct record_options *record, int argc, char **argv, struct error *err)
{
	struct mem_options o = { .record = record,
				 .context = event_context_of_environment(),
				 .extension = { .pmus = &o.pmus, .context = &o.context },
				 .request.accesses = MEM_BIT(MEM_LOADS) | MEM_BIT(MEM_STORES) };
	int result;

	diagnostics_init(&o.diagnostics, NOTICE_DEBUG);
	result = mem_pmus_load(&o.pmus, &o.context, err);
	if (!result)
		result = parse(&o, argc, argv, err);
	mem_pmus_fini(&o.pmus);
	diagnostics_fini(&o.diagnostics);
	return result;
}

static bool take_tag(void *context, struct event_text word)
{
	struct mem_extension *d = context;
	unsigned tags;

	if (!mem_tag_find(d->pmus, word, &tags))
		return false;
	d->tags |= tags;
	if (!tags && !d->foreign.size)
		d->foreign = word;
	return true;
}

/* Any place will do while tags are found. */
static int locate_nothing(void *context, struct data_range *ret_range, const char *name, bool code, struct error *err)
{
	(void)context, (void)name, (void)code, (void)err;
	*ret_range = (struct data_range){ 0 };
	return 0;
}

static int locate(void *context, struct data_range *ret_range, const char *name, bool code, struct error *err)
{
	const struct mem_extension *d = context;

	return data_symbol_find(ret_range, &d->target, name, code, err);
}

void mem_extension_find_tags(struct mem_extension *d, const char *text)
{
	const struct event_extension extension = { d, take_tag, locate_nothing };
	struct event_context context = *d->context;
	struct event_list unused;

	context.extension = &extension;
	event_list_init(&unused);
	event_list_parse(&unused, text, &context, NULL);
	event_list_fini(&unused);
}

int mem_extension_parse(struct mem_extension *d, const char *text, struct event_list *list, struct error *err)
{
	const struct event_extension extension = { d, take_tag, locate };
	struct event_context context = *d->context;

	context.extension = &extension;
	return event_list_parse(list, text, &context, err);
}
