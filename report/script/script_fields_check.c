#include "report/script/script_fields_check.h"

#include <errno.h>

struct field_need {
	uint64_t field;
	uint64_t sample_type; /* one of them */
	const char *name;
	bool aux; /* may be missing where hardware tracing provides it */
};

static const struct field_need field_needs[] = {
	{ SCRIPT_BIT(IP), PERF_SAMPLE_IP, "IP", false },
	{ SCRIPT_BIT(ADDR), PERF_SAMPLE_ADDR, "ADDR", true },
	{ SCRIPT_BIT(DATA_SRC), PERF_SAMPLE_DATA_SRC, "DATA_SRC", true },
	{ SCRIPT_BIT(WEIGHT), PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT, "WEIGHT", true },
	{ SCRIPT_BIT(PID) | SCRIPT_BIT(TID), PERF_SAMPLE_TID, "TID", false },
	{ SCRIPT_BIT(TIME), PERF_SAMPLE_TIME, "TIME", false },
	{ SCRIPT_BIT(TOD), PERF_SAMPLE_TIME, "TIME", false },
	{ SCRIPT_BIT(CGROUP), PERF_SAMPLE_CGROUP, "CGROUP", false },
	{ SCRIPT_BIT(CPU), PERF_SAMPLE_CPU, "CPU", true },
	{ SCRIPT_BIT(IREGS), PERF_SAMPLE_REGS_INTR, "IREGS", true },
	{ SCRIPT_BIT(UREGS), PERF_SAMPLE_REGS_USER, "UREGS", false },
	{ SCRIPT_BIT(PHYS_ADDR), PERF_SAMPLE_PHYS_ADDR, "PHYS_ADDR", true },
	{ SCRIPT_BIT(DATA_PAGE_SIZE), PERF_SAMPLE_DATA_PAGE_SIZE, "DATA_PAGE_SIZE", false },
	{ SCRIPT_BIT(CODE_PAGE_SIZE), PERF_SAMPLE_CODE_PAGE_SIZE, "CODE_PAGE_SIZE", false },
	{ SCRIPT_BIT(INS_LAT), PERF_SAMPLE_WEIGHT_STRUCT, "WEIGHT_STRUCT", false },
	{ SCRIPT_BIT(RETIRE_LAT), PERF_SAMPLE_WEIGHT_STRUCT, "WEIGHT_STRUCT", false },
};

static int type_check(struct script_type_fields *t, const struct perf_file *file, const struct file_event *e,
		      struct error *err)
{
	bool aux = perf_file_has_feature(file, FEATURE_AUXTRACE);

	if (perf_file_has_feature(file, FEATURE_STAT))
		return error_set(err, -ENODATA, "the file has no samples, but counts: 'prec stat report' shows them");
	for (size_t i = 0; i < ARRAY_SIZE(field_needs); i++) {
		const struct field_need *need = &field_needs[i];

		if (!(t->fields & need->field) || e->attr.sample_type & need->sample_type)
			continue;
		if (!(t->wanted & need->field))
			t->fields &= ~need->field;
		else if (!need->aux || !aux)
			/* Linux perf's words: perf2bolt knows by them that a recording is of no accesses to memory. */
			return error_set(
				err, -EINVAL,
				"Samples for '%s' event do not have %s attribute set. Cannot print '%s' field.",
				e->name, need->name, script_field_name(t->wanted & need->field));
	}
	if (t->fields & (SCRIPT_BIT(SYM) | SCRIPT_BIT(DSO)) &&
	    !(e->attr.sample_type & (PERF_SAMPLE_IP | PERF_SAMPLE_ADDR)))
		return error_set(err, -EINVAL, "the samples of '%s' have no address to show a symbol or DSO of",
				 e->name);
	if (t->fields & SCRIPT_BIT(TOD) && !perf_file_has_feature(file, FEATURE_CLOCK_DATA))
		return error_set(
			err, -EINVAL,
			"Can't provide 'tod' time, missing clock data. Please record with -k/--clockid option.");
	if (t->fields & SCRIPT_BIT(SRCLINE) && !(t->fields & SCRIPT_BIT(IP)))
		return error_set(err, -EINVAL, "the field srcline needs the field ip");
	if (t->fields & SCRIPT_BIT(SYMOFF) && !(t->fields & SCRIPT_BIT(SYM)))
		return error_set(err, -EINVAL, "the field symoff needs the field sym");
	return 0;
}

/* Tracepoints show code where there are callchains. */
static void tracepoints_with_chains(struct script_type_fields *t, const struct perf_file *file)
{
	for (uint32_t i = 0; i < file->n_events; i++) {
		const struct event_attr *attr = &file->events[i].attr;

		if (attr->type == PERF_TYPE_TRACEPOINT && attr->sample_type & PERF_SAMPLE_CALLCHAIN) {
			t->fields |= SCRIPT_FIELDS_CODE;
			return;
		}
	}
}

/*
 * From a pipe Linux perf learns of the callchains when it has worked out the fields already, and adds these two to
 * whatever was asked for.
 */
static void pipe_with_chains(struct script_fields *f, const bool *met)
{
	for (int type = 0; type < SCRIPT_TYPES; type++)
		if (met[type])
			f->types[type].fields |= (SCRIPT_BIT(IP) | SCRIPT_BIT(SYM)) & ~f->types[type].unwanted;
}

int script_fields_check(struct script_fields *f, const struct perf_file *file, bool chains, struct error *err)
{
	bool met[SCRIPT_TYPES] = { false };
	int result = 0;

	for (uint32_t i = 0; i < file->n_events && !result; i++) {
		enum script_type type = script_type_of(&file->events[i].attr);

		/* The first event of a type speaks for all, as in Linux perf. */
		if (met[type] || event_attr_is_dummy(&file->events[i].attr))
			continue;
		met[type] = true;
		if (f->types[type].fields)
			result = type_check(&f->types[type], file, &file->events[i], err);
		if (f->types[type].fields & SCRIPT_BIT(DSOFF))
			f->types[type].fields |= SCRIPT_BIT(DSO);
	}
	if (result || !chains)
		return result;
	if (file->pipe)
		pipe_with_chains(f, met);
	else if (!f->types[PERF_TYPE_TRACEPOINT].set)
		tracepoints_with_chains(&f->types[PERF_TYPE_TRACEPOINT], file);
	return result;
}
