#include "record/command/mem_record_options.h"

#include "record/command/command_line.h"
#include "record/command/mem_extension.h"
#include "record/command/target_options.h"
#include "record/events/mem_events.h"
#include "record/open/diagnose.h"
#include "record/open/event_attr.h"

#include "common/log.h"
#include "common/mem_words.h"
#include "common/option_merge.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

enum {
	KEY_LDLAT = 900,
};

static const struct option_def mem_option_defs[] = {
	{ 't', "type", "TYPE", "sample accesses of this type: load, store, or load,store (default)", 0 },
	{ 'e', "event", "EVENTS",
	  "sample by these events: names that '-e list' prints, or any of\n"
	  "prec record, such as page-faults or mem:VARIABLE:rw",
	  0 },
	{ KEY_LDLAT, "ldlat", "N",
	  "only loads that take N cycles or more (default: 30; of AMD's CPUs\n"
	  "any, and 128 or more)",
	  0 },
	{ 'p', "phys-data", NULL, "record physical data addresses", 0 },
	{ 'U', "all-user", NULL, "sample in user space only", 0 },
	{ 'K', "all-kernel", NULL, "sample in the kernel only", 0 },
	{ 'f', "force", NULL, "of prec mem report", OPTION_IGNORED },
	{ 0 },
};

static const struct option_range mem_option_ranges[] = {
	{ KEY_LDLAT, "--ldlat", 0, UINT16_MAX, NULL, NULL },
	{ 0 },
};

static const struct option_table mem_options_table = { mem_option_defs, mem_option_ranges, NULL };

/* What the options ask for. */
struct mem_options {
	struct record_options *record;
	struct option_lists lists; /* of prec record */
	struct event_context context;
	struct mem_pmus pmus;
	struct mem_request request;
	struct mem_extension extension;
	pid_t pid, tid; /* the first of --pid and of --tid, or 0 */
	bool by_user;
	bool system_wide;
	bool list;
	bool phys_data;
	struct diagnostics diagnostics; /* of the events */
};

/* --- options ------------------------------------------------------------------------ */

static int parse_type(struct mem_request *request, const char *text, struct error *err)
{
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

/* First come the options of perf mem: their events stand before all others, and -G and --filter mean events before. */
static int take_own(void *context, int key, const char *value, bool negated, struct error *err)
{
	struct mem_options *o = context;

	(void)negated;
	switch (key) {
	case 't': return parse_type(&o->request, value, err);
	case 'e': take_tags(o, value); return 0;
	case KEY_LDLAT:
		o->request.has_latency = true;
		o->request.latency = (uint32_t)option_number(value);
		return 0;
	case 'p': o->phys_data = true; return 0;
	case 'U': o->record->sampler.modes.no_kernel = true; return 0;
	case 'K': o->record->sampler.modes.no_user = true; return 0;
	case 'a':
	case 'C': o->system_wide = true; return 0;
	case 'u': o->by_user = true; return 0;
	case 'p' | OPTION_MOVED: return o->pid ? 0 : target_options_first_id("--pid", value, &o->pid, err);
	case 't' | OPTION_MOVED: return o->tid ? 0 : target_options_first_id("--tid", value, &o->tid, err);
	default: return 0;
	}
}

/* Then those of prec record, and its events: a page fault or a breakpoint has a data address, too. */
static int take_other(void *context, int key, const char *value, bool negated, struct error *err)
{
	struct mem_options *o = context;

	switch (key) {
	case 't':
	case KEY_LDLAT:
	case 'p':
	case 'U':
	case 'K': return 0;
	case 'e':
		if (!strcmp(value, "list"))
			return 0;
		return mem_extension_parse(&o->extension, value, &o->record->events, err);
	default: return option_lists_take(&o->lists, o->record, key & ~OPTION_MOVED, value, negated, err);
	}
}

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
	bool loads = false;
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
	result = mem_events_add(&o->record->events, &o->pmus, &o->request, &o->context, &loads, &o->diagnostics, err);
	if (!result && loads)
		o->record->sampler.fields.more |= PERF_SAMPLE_WEIGHT_STRUCT;
	return result;
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
static void choose_target(struct mem_options *o, const char *command)
{
	struct data_target *target = &o->extension.target;

	target->pid = o->pid ? o->pid : o->tid;
	if (!target->pid && !o->by_user)
		target->program = command;
	target->kernel =
		o->record->sampler.modes.no_user || (!target->pid && !o->by_user && (o->system_wide || !command));
}

/* The events are added between the two halves of the options; what is wrong with them is said if they are needed. */
static int parse(struct mem_options *o, const struct option_table *table, int argc, char **argv, struct error *err)
{
	struct error why = ERROR_INIT;
	int rest = options_parse(table, argc, argv, take_own, o, err);
	int added;

	if (rest < 0)
		return rest;
	choose_target(o, rest < argc ? argv[rest] : NULL);
	added = add_events(o, &why);
	rest = options_parse(table, argc, argv, take_other, o, err);
	if (o->record->help || o->record->list_names)
		return 0;
	if (o->list && rest >= 0) {
		print_tags(o);
		return 1;
	}
	if (rest >= 0 && o->phys_data && rest < argc && is_number(argv[rest]))
		return error_set(err, -EINVAL, "-p records physical addresses here; --pid %s records a process",
				 argv[rest]);
	if (added) {
		*err = why;
		return added;
	}
	return rest < 0 ? rest : finish(o, rest, argc, argv, err);
}

int mem_record_options_parse(struct record_options *record, int argc, char **argv, struct error *err)
{
	struct mem_options o = { .record = record,
				 .context = event_context_of_environment(),
				 .extension = { .pmus = &o.pmus, .context = &o.context },
				 .request.accesses = MEM_BIT(MEM_LOADS) | MEM_BIT(MEM_STORES) };
	struct option_merge merge;
	int result;

	command_line_lists(&o.lists);
	if (option_merge_init(&merge, &mem_options_table, &o.lists.table))
		return error_nomem(err);
	diagnostics_init(&o.diagnostics, NOTICE_DEBUG);
	result = mem_pmus_load(&o.pmus, &o.context, err);
	if (!result)
		result = parse(&o, &merge.table, argc, argv, err);
	mem_pmus_fini(&o.pmus);
	diagnostics_fini(&o.diagnostics);
	option_merge_fini(&merge);
	return result;
}

void mem_record_options_usage(FILE *out)
{
	struct option_lists lists;
	struct option_merge merge;

	fprintf(out, "Usage: prec mem record [OPTIONS] [COMMAND [ARGS]]\n\n"
		     "Records loads and stores with their data addresses, by what the CPU has for that.\n\nOptions:\n");
	options_print(out, mem_option_defs);
	command_line_lists(&lists);
	if (option_merge_init(&merge, &mem_options_table, &lists.table))
		return;
	fprintf(out, "\nOptions of prec record:\n");
	options_print(out, merge.others);
	option_merge_fini(&merge);
}
