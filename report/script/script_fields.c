#include "report/script/script_fields.h"

#include "common/suggest.h"

#include <errno.h>

struct field_name {
	const char *name;
	uint64_t bit;        /* 0: a field of Linux perf that prec does not show */
	const char *instead; /* with bit 0: what shows something similar */
};

#define NO_CODE "code is not disassembled; sym, symoff and srcline show where it is"

static const struct field_name field_names[] = {
	{ "comm", SCRIPT_BIT(COMM), NULL },
	{ "tid", SCRIPT_BIT(TID), NULL },
	{ "pid", SCRIPT_BIT(PID), NULL },
	{ "time", SCRIPT_BIT(TIME), NULL },
	{ "cpu", SCRIPT_BIT(CPU), NULL },
	{ "event", SCRIPT_BIT(EVENT), NULL },
	{ "trace", SCRIPT_BIT(TRACE), NULL },
	{ "ip", SCRIPT_BIT(IP), NULL },
	{ "sym", SCRIPT_BIT(SYM), NULL },
	{ "dso", SCRIPT_BIT(DSO), NULL },
	{ "dsoff", SCRIPT_BIT(DSOFF), NULL },
	{ "addr", SCRIPT_BIT(ADDR), NULL },
	{ "symoff", SCRIPT_BIT(SYMOFF), NULL },
	{ "period", SCRIPT_BIT(PERIOD), NULL },
	{ "iregs", SCRIPT_BIT(IREGS), NULL },
	{ "uregs", SCRIPT_BIT(UREGS), NULL },
	{ "brstack", SCRIPT_BIT(BRSTACK), NULL },
	{ "brstacksym", SCRIPT_BIT(BRSTACKSYM), NULL },
	{ "brstackoff", SCRIPT_BIT(BRSTACKOFF), NULL },
	{ "data_src", SCRIPT_BIT(DATA_SRC), NULL },
	{ "weight", SCRIPT_BIT(WEIGHT), NULL },
	{ "bpf-output", SCRIPT_BIT(BPF_OUTPUT), NULL },
	{ "callindent", SCRIPT_BIT(CALLINDENT), NULL },
	{ "phys_addr", SCRIPT_BIT(PHYS_ADDR), NULL },
	{ "misc", SCRIPT_BIT(MISC), NULL },
	{ "data_page_size", SCRIPT_BIT(DATA_PAGE_SIZE), NULL },
	{ "code_page_size", SCRIPT_BIT(CODE_PAGE_SIZE), NULL },
	{ "ins_lat", SCRIPT_BIT(INS_LAT), NULL },
	{ "retire_lat", SCRIPT_BIT(RETIRE_LAT), NULL },
	{ "srcline", SCRIPT_BIT(SRCLINE), NULL },
	{ "cgroup", SCRIPT_BIT(CGROUP), NULL },
	{ "tod", SCRIPT_BIT(TOD), NULL },
	{ "ipc", SCRIPT_BIT(NOTHING), NULL },
	{ "machine_pid", SCRIPT_BIT(NOTHING), NULL },
	{ "synth", SCRIPT_BIT(NOTHING), NULL },
	{ "vcpu", SCRIPT_BIT(NOTHING), NULL },
	{ "brcntr", 0, "prec dump shows the counters of branches" },
	{ "brstackdisasm", 0, NO_CODE },
	{ "brstackinsn", 0, NO_CODE },
	{ "brstackinsnlen", 0, NO_CODE },
	{ "disasm", 0, NO_CODE },
	{ "insn", 0, NO_CODE },
	{ "insnlen", 0, NO_CODE },
	{ "metric", 0, "+period shows what events counted, prec stat -M metrics" },
	{ "srccode", 0, "srcline shows the file and the line" },
};

#define FIELDS_HEAD  (SCRIPT_BIT(COMM) | SCRIPT_BIT(TID) | SCRIPT_BIT(CPU) | SCRIPT_BIT(TIME) | SCRIPT_BIT(EVENT))
#define FIELDS_PLAIN (FIELDS_HEAD | SCRIPT_FIELDS_CODE | SCRIPT_BIT(PERIOD))
#define FIELDS_RAW                                                                                             \
	(FIELDS_PLAIN | SCRIPT_BIT(ADDR) | SCRIPT_BIT(DATA_SRC) | SCRIPT_BIT(WEIGHT) | SCRIPT_BIT(PHYS_ADDR) | \
	 SCRIPT_BIT(DATA_PAGE_SIZE) | SCRIPT_BIT(CODE_PAGE_SIZE) | SCRIPT_BIT(INS_LAT) | SCRIPT_BIT(RETIRE_LAT))

struct type_info {
	const char *name; /* in -F TYPE:...; NULL: it has none */
	uint64_t fields;  /* the default */
	uint64_t invalid; /* fields that the type cannot have */
};

static const struct type_info type_infos[SCRIPT_TYPES] = {
	[PERF_TYPE_HARDWARE] = { "hw", FIELDS_PLAIN, SCRIPT_BIT(TRACE) | SCRIPT_BIT(BPF_OUTPUT) },
	[PERF_TYPE_SOFTWARE] = { "sw", FIELDS_PLAIN | SCRIPT_BIT(BPF_OUTPUT), SCRIPT_BIT(TRACE) },
	[PERF_TYPE_TRACEPOINT] = { "trace", FIELDS_HEAD | SCRIPT_BIT(TRACE), 0 },
	[PERF_TYPE_HW_CACHE] = { NULL, FIELDS_PLAIN, SCRIPT_BIT(TRACE) | SCRIPT_BIT(BPF_OUTPUT) },
	[PERF_TYPE_RAW] = { "raw", FIELDS_RAW, SCRIPT_BIT(TRACE) | SCRIPT_BIT(BPF_OUTPUT) },
	[PERF_TYPE_BREAKPOINT] = { "break", FIELDS_PLAIN, SCRIPT_BIT(TRACE) | SCRIPT_BIT(BPF_OUTPUT) },
	[SCRIPT_TYPE_SYNTH] = { "synth", FIELDS_HEAD | SCRIPT_FIELDS_CODE, SCRIPT_BIT(TRACE) | SCRIPT_BIT(BPF_OUTPUT) },
	[SCRIPT_TYPE_OTHER] = { NULL, FIELDS_PLAIN, SCRIPT_BIT(TRACE) | SCRIPT_BIT(BPF_OUTPUT) },
};

void script_fields_init(struct script_fields *f)
{
	memset(f, 0, sizeof(*f));
	for (int type = 0; type < SCRIPT_TYPES; type++)
		f->types[type].fields = type_infos[type].fields;
}

bool script_fields_have(const struct script_fields *f, uint64_t bits)
{
	for (int type = 0; type < SCRIPT_TYPES; type++)
		if (f->types[type].fields & bits)
			return true;
	return false;
}

enum script_type script_type_of(const struct event_attr *attr)
{
	return attr->type < (uint32_t)SCRIPT_TYPE_SYNTH ? (enum script_type)attr->type : SCRIPT_TYPE_OTHER;
}

static int field_find(const char *name, size_t size, uint64_t *ret_bit, struct error *err)
{
	char wanted[SUGGEST_NAME_MAX];
	struct suggest suggest;

	for (size_t i = 0; i < ARRAY_SIZE(field_names); i++) {
		const struct field_name *f = &field_names[i];

		if (strlen(f->name) != size || memcmp(f->name, name, size))
			continue;
		if (!f->bit)
			return error_set(err, -ENOTSUP, "the field '%s' is not shown by prec script: %s", f->name,
					 f->instead);
		*ret_bit = f->bit;
		return 0;
	}
	snprintf(wanted, sizeof(wanted), "%.*s", (int)size, name);
	suggest_init(&suggest, wanted);
	for (size_t i = 0; i < ARRAY_SIZE(field_names); i++)
		if (field_names[i].bit)
			suggest_offer(&suggest, field_names[i].name);
	error_set(err, -EINVAL, "-F: there is no field '%s'", wanted);
	suggest_append(&suggest, err);
	return -EINVAL;
}

/* Parses "TYPE:" and moves *text after it; without a colon the type is -1. 0 or -EINVAL. */
static int type_parse(const char **text, int *ret_type, struct error *err)
{
	const char *colon = strchr(*text, ':');
	size_t size = colon ? (size_t)(colon - *text) : 0;

	*ret_type = -1;
	if (!colon)
		return 0;
	for (int type = 0; type < SCRIPT_TYPES; type++) {
		const char *name = type_infos[type].name;

		if (name && strlen(name) == size && !memcmp(name, *text, size)) {
			*ret_type = type;
			*text = colon + 1;
			return 0;
		}
	}
	return error_set(err, -EINVAL, "-F: '%.*s' is no type of event; there are hw, sw, trace, raw, break and synth",
			 (int)size, *text);
}

static void field_change(struct script_fields *f, int only, uint64_t bit, bool remove)
{
	for (int type = 0; type < SCRIPT_TYPES; type++) {
		struct script_type_fields *t = &f->types[type];

		if (only >= 0 ? type != only : (type_infos[type].invalid & bit) != 0)
			continue;
		t->is_set = true;
		if (remove)
			t->fields &= ~bit;
		else
			t->fields |= bit;
		if (only >= 0)
			continue;
		t->wanted = remove ? t->wanted & ~bit : t->wanted | bit;
		t->unwanted = remove ? t->unwanted | bit : t->unwanted & ~bit;
	}
}

/* Removes all fields, before a list without signs. only: the type, or -1: all types. */
static void fields_clear(struct script_fields *f, int only)
{
	for (int type = 0; type < SCRIPT_TYPES; type++) {
		if (only >= 0 && type != only)
			continue;
		f->types[type].fields = f->types[type].wanted = 0;
		f->types[type].is_set = true;
	}
}

static bool fields_has_sign(const char *text)
{
	return *text == '+' || *text == '-' || strstr(text, ",+") || strstr(text, ",-");
}

static int take_word(struct script_fields *f, int type, bool sign, const char *word, size_t size, struct error *err)
{
	bool remove = *word == '-';
	uint64_t bit = 0;
	int result;

	if (sign) {
		if (*word != '+' && *word != '-')
			return error_set(err, -EINVAL, "-F: fields with and without a sign cannot be mixed");
		word++;
		size--;
	}
	if (size == 5 && !memcmp(word, "flags", 5)) {
		f->shows_flags = !remove;
		return 0;
	}
	result = field_find(word, size, &bit, err);
	if (result)
		return result;
	if (type >= 0 && type_infos[type].invalid & bit)
		return error_set(err, -EINVAL, "-F: %s events have no field '%.*s'", type_infos[type].name, (int)size,
				 word);
	field_change(f, type, bit, remove);
	return 0;
}

int script_fields_parse(struct script_fields *f, const char *text, struct error *err)
{
	bool sign;
	int type;
	int result = type_parse(&text, &type, err);

	if (result)
		return result;
	if (type < 0 && !*text)
		return error_set(err, -EINVAL, "-F: no fields for any type of event; name some");
	sign = fields_has_sign(text);
	if (!sign)
		fields_clear(f, type);
	for (const char *word = text; *word && !result;) {
		size_t size = strcspn(word, ",");

		if (size)
			result = take_word(f, type, sign, word, size, err);
		word += size + (word[size] == ',');
	}
	return result;
}

void script_fields_print_names(FILE *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(field_names); i++)
		if (field_names[i].bit)
			fprintf(out, "%s\n", field_names[i].name);
}

const char *script_field_name(uint64_t bits)
{
	for (size_t i = 0; i < ARRAY_SIZE(field_names); i++)
		if (field_names[i].bit & bits)
			return field_names[i].name;
	return "";
}

struct field_need {
	uint64_t field;
	uint64_t sample_type; /* one of these bits */
	const char *name;
	bool with_aux; /* may be missing in a recording of a hardware trace, which provides it */
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
		else if (!need->with_aux || !aux)
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

/* Adds code to the fields of tracepoints if some have callchains. */
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
 * Adds ip and sym to the fields of all types that have events, as Linux perf does: from a pipe it learns about
 * callchains only after it has computed the fields.
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

		/* As in Linux perf, only the first event of a type is checked. */
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
	else if (!f->types[PERF_TYPE_TRACEPOINT].is_set)
		tracepoints_with_chains(&f->types[PERF_TYPE_TRACEPOINT], file);
	return result;
}
