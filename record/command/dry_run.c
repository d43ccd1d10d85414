#include "record/command/dry_run.h"

#include "common/json.h"
#include "formats/record/attr.h"
#include "formats/record/attr_text.h"
#include "record/pmu/event_context.h"
#include "record/pmu/pmu_types.h"
#include "record/session/switch_trigger.h"

#include <inttypes.h>

#define RULE "------------------------------------------------------------\n"

struct dry_run {
	FILE *out;
	struct json json;
	const struct record_options *options;
	const struct target *target;
	const struct event_set *set;
	size_t n_shown; /* events of the set whose attr has been printed: the first ones */
	struct pmu_types pmus;
};

static const char *pmu_of_type(const void *pmus, uint32_t type)
{
	return pmu_types_find(pmus, type);
}

/* The kernel then takes the number of a descriptor of it in place of a thread's. */
static const char *cgroup_of(const struct set_event *event)
{
	return event->spec ? event->spec->cgroup : NULL;
}

/* --- text ------------------------------------------------------------------ */

static void text_field(void *out, const char *field, const char *value)
{
	fprintf(out, "  %-32s %s\n", field, value);
}

static void text_attr(const struct dry_run *d, const struct set_event *event)
{
	const struct attr_text_names names = { event->name, pmu_of_type, &d->pmus };
	const struct attr_text_sink sink = { text_field, d->out };

	fprintf(d->out, RULE "perf_event_attr: %s\n", event->name);
	attr_text(&event->attr, event->attr.size, &names, &sink);
	if (event->spec && event->spec->probed)
		fprintf(d->out, "{ kprobe_func, uprobe_path }: %s\n", event->spec->probed);
	if (event->spec && event->spec->probe_args)
		fprintf(d->out, "arguments: %s\n", event->spec->probe_args);
	if (event->spec && event->spec->filter)
		fprintf(d->out, "filter: %s\n", event->spec->filter);
	if (cgroup_of(event))
		fprintf(d->out, "cgroup: %s\n", cgroup_of(event));
	fputs(RULE, d->out);
}

/* An event's attr comes before its first call. Every CPU and thread has the events in the order of the set. */
static void text_open(void *context, const struct planned_open *planned)
{
	struct dry_run *d = context;
	size_t number = (size_t)(planned->event - d->set->events);

	for (; d->n_shown <= number; d->n_shown++)
		text_attr(d, &d->set->events[d->n_shown]);
	fputs("sys_perf_event_open: pid ", d->out);
	if (cgroup_of(planned->event))
		fprintf(d->out, "of %s", cgroup_of(planned->event));
	else
		fprintf(d->out, "%d", planned->tid);
	fprintf(d->out, "  cpu %d  group_fd ", planned->cpu);
	if (planned->leader)
		fprintf(d->out, "of %s", planned->leader->name);
	else
		fputs("-1", d->out);
	fprintf(d->out, "  flags %#lx  (%s)\n", descriptor_flags(planned->event), planned->event->name);
}

static const char *target_word(enum target_kind kind)
{
	switch (kind) {
	case TARGET_PROCESSES: return "processes";
	case TARGET_THREADS: return "threads";
	case TARGET_COMMAND: return "command";
	default: return "system";
	}
}

static void text_target(const struct dry_run *d)
{
	const struct target *t = d->target;

	fprintf(d->out, "target: %s", target_word(t->kind));
	if (t->kind == TARGET_COMMAND)
		fprintf(d->out, " %s (as pid 0, since it does not run)", d->options->command[0]);
	else
		for (size_t i = 0; i < (t->n_pids ? t->n_pids : t->n_tids); i++)
			fprintf(d->out, " %d", t->n_pids ? t->pids[i] : t->tids[i]);
	fprintf(d->out, ", %d CPUs%s\n", t->cpus.n, t->per_thread ? ", one buffer a thread" : "");
}

/* What has the recording go on in another file is opened by a sampler of its own. */
static int plan_trigger(struct dry_run *d, const struct sampler_plan *plan, struct target *target, struct sampler *s,
			struct error *err)
{
	const struct sampler_config config = switch_trigger_config(d->options->sampler.starts_later);

	d->set = &s->set;
	d->n_shown = 0;
	return sampler_plan(s, &d->options->switch_events, &config, target, plan, err);
}

static int text_trigger(struct dry_run *d, struct target *target, struct error *err)
{
	const struct sampler_plan plan = { text_open, d };
	struct sampler s;
	int result;

	if (!d->options->switch_events.n)
		return 0;
	fputs("begins another file (--switch-output-event):\n", d->out);
	result = plan_trigger(d, &plan, target, &s, err);
	fprintf(d->out, "mmap size %zuB\n", s.rings.sizes.samples);
	sampler_close(&s);
	return result;
}

static int print_text(struct dry_run *d, struct sampler *s, const struct event_list *list, struct target *target,
		      struct error *err)
{
	const struct sampler_plan plan = { text_open, d };
	int result;

	text_target(d);
	result = sampler_plan(s, list, &d->options->sampler, target, &plan, err);
	fprintf(d->out, "mmap size %zuB, %zuB for sideband records\n", s->rings.sizes.samples, s->rings.sizes.sideband);
	if (s->rings.sizes.areas)
		fprintf(d->out, "AUX area mmap size %zuB%s\n", s->rings.sizes.areas,
			s->rings.area_overwritten ? ", overwritten" : "");
	return result ? result : text_trigger(d, target, err);
}

/* --- JSON ------------------------------------------------------------------ */

static void json_words(struct json *j, const struct field *f)
{
	json_begin(j, '[');
	for (const struct field_word *w = f->words; w->word; w++)
		if (f->number & w->value)
			json_string(j, w->word);
	json_end(j, ']');
}

/* As in `prec dump --json`: addresses and masks are hexadecimal text, which no reader rounds. */
static void json_field(void *context, const struct field *f)
{
	struct json *j = context;
	const char *word = f->kind == FIELD_NUMBER ? field_word_find(f->words, f->number) : NULL;
	char text[32];

	json_name(j, f->name);
	if (f->kind == FIELD_FLAGS) {
		json_words(j, f);
	} else if (word) {
		json_string(j, word);
	} else if (f->format == FIELD_ADDRESS) {
		snprintf(text, sizeof(text), "0x%" PRIx64, f->number);
		json_string(j, text);
	} else {
		json_u64(j, f->number);
	}
}

static void json_open(void *context, const struct planned_open *planned)
{
	struct dry_run *d = context;
	struct json *j = &d->json;

	json_line(j);
	json_begin(j, '{');
	json_name(j, "event");
	json_u64(j, (uint64_t)(planned->event - d->set->events));
	if (!cgroup_of(planned->event)) {
		json_name(j, "pid");
		json_i64(j, planned->tid);
	}
	json_name(j, "cpu");
	json_i64(j, planned->cpu);
	if (planned->leader) {
		json_name(j, "leader");
		json_u64(j, (uint64_t)(planned->leader - d->set->events));
	}
	json_name(j, "flags");
	json_u64(j, descriptor_flags(planned->event));
	json_end(j, '}');
}

static void json_event(struct dry_run *d, const struct set_event *event)
{
	const char *pmu = pmu_types_find(&d->pmus, event->attr.type);
	struct json *j = &d->json;

	json_line(j);
	json_begin(j, '{');
	json_name(j, "name");
	json_string(j, event->name);
	if (pmu) {
		json_name(j, "pmu");
		json_string(j, pmu);
	}
	if (event->spec && event->spec->probed) {
		json_name(j, "probed");
		json_string(j, event->spec->probed);
	}
	if (event->spec && event->spec->probe_args) {
		json_name(j, "arguments");
		json_string(j, event->spec->probe_args);
	}
	if (event->spec && event->spec->filter) {
		json_name(j, "filter");
		json_string(j, event->spec->filter);
	}
	if (cgroup_of(event)) {
		json_name(j, "cgroup");
		json_string(j, cgroup_of(event));
	}
	json_name(j, "attr");
	json_begin(j, '{');
	attr_fields(&event->attr, &(struct field_sink){ json_field, j });
	json_end(j, '}');
	json_end(j, '}');
}

static void json_target(struct dry_run *d)
{
	const struct target *t = d->target;
	struct json *j = &d->json;

	json_name(j, "target");
	json_begin(j, '{');
	json_name(j, "kind");
	json_string(j, target_word(t->kind));
	json_name(j, "ids");
	json_begin(j, '[');
	for (size_t i = 0; t->kind != TARGET_COMMAND && i < (t->n_pids ? t->n_pids : t->n_tids); i++)
		json_u64(j, (uint64_t)(t->n_pids ? t->pids[i] : t->tids[i]));
	json_end(j, ']');
	json_name(j, "cpus");
	json_begin(j, '[');
	for (int i = 0; i < t->cpus.n; i++)
		json_u64(j, (uint64_t)t->cpus.cpus[i]);
	json_end(j, ']');
	json_name(j, "per_thread");
	json_bool(j, t->per_thread);
	json_end(j, '}');
}

static void json_events(struct dry_run *d, size_t n)
{
	struct json *j = &d->json;

	json_begin(j, '[');
	for (size_t i = 0; i < n; i++)
		json_event(d, &d->set->events[i]);
	json_end(j, ']');
}

/* Its sideband event is none that is opened. */
static int json_trigger(struct dry_run *d, struct target *target, struct error *err)
{
	const struct sampler_plan plan = { json_open, d };
	struct json *j = &d->json;
	struct sampler s;
	int result;

	if (!d->options->switch_events.n)
		return 0;
	json_name(j, "switch_output");
	json_begin(j, '{');
	json_name(j, "opens");
	json_begin(j, '[');
	result = plan_trigger(d, &plan, target, &s, err);
	json_end(j, ']');
	json_name(j, "events");
	json_events(d, s.set.n ? s.set.n - 1 : 0);
	json_name(j, "ring_bytes");
	json_u64(j, s.rings.sizes.samples);
	json_end(j, '}');
	sampler_close(&s);
	return result;
}

static int print_json(struct dry_run *d, struct sampler *s, const struct event_list *list, struct target *target,
		      struct error *err)
{
	const struct sampler_plan plan = { json_open, d };
	struct json *j = &d->json;
	int result;

	json_begin(j, '{');
	json_target(d);
	json_name(j, "opens");
	json_begin(j, '[');
	result = sampler_plan(s, list, &d->options->sampler, target, &plan, err);
	json_end(j, ']');
	json_name(j, "events");
	json_events(d, s->set.n);
	json_name(j, "ring_bytes");
	json_u64(j, s->rings.sizes.samples);
	json_name(j, "sideband_ring_bytes");
	json_u64(j, s->rings.sizes.sideband);
	if (s->rings.sizes.areas) {
		json_name(j, "aux_bytes");
		json_u64(j, s->rings.sizes.areas);
	}
	if (!result)
		result = json_trigger(d, target, err);
	json_end(j, '}');
	fputc('\n', d->out);
	return result;
}

int dry_run_print(FILE *out, const struct record_options *o, const struct event_list *list, struct target *target,
		  struct error *err)
{
	struct dry_run d = { .out = out, .json = { .out = out }, .options = o, .target = target };
	const struct event_context context = event_context_of_environment();
	struct sampler sampler;
	int result;

	d.set = &sampler.set;
	if (target->kind == TARGET_COMMAND && target_set_command(target, 0))
		return error_nomem(err);
	pmu_types_load(&d.pmus, context.sys_root);
	if (o->dry_run == DRY_RUN_JSON)
		result = print_json(&d, &sampler, list, target, err);
	else
		result = print_text(&d, &sampler, list, target, err);
	sampler_close(&sampler);
	pmu_types_fini(&d.pmus);
	return result;
}
