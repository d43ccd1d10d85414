/*
 * script_fields: which fields of a sample `prec script` shows: the -F option, by type of event, with the names, the
 * defaults and the rules of Linux perf.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_FIELDS_H
#define PREC_REPORT_SCRIPT_SCRIPT_FIELDS_H

#include "common/error.h"
#include "formats/file/perf_file.h"

#include <stdio.h>

enum script_field {
	SCRIPT_COMM,
	SCRIPT_TID,
	SCRIPT_PID,
	SCRIPT_TIME,
	SCRIPT_CPU,
	SCRIPT_EVENT,
	SCRIPT_TRACE,
	SCRIPT_IP,
	SCRIPT_SYM,
	SCRIPT_DSO,
	SCRIPT_DSOFF,
	SCRIPT_ADDR,
	SCRIPT_SYMOFF,
	SCRIPT_PERIOD,
	SCRIPT_IREGS,
	SCRIPT_UREGS,
	SCRIPT_BRSTACK,
	SCRIPT_BRSTACKSYM,
	SCRIPT_BRSTACKOFF,
	SCRIPT_DATA_SRC,
	SCRIPT_WEIGHT,
	SCRIPT_BPF_OUTPUT,
	SCRIPT_CALLINDENT,
	SCRIPT_PHYS_ADDR,
	SCRIPT_MISC,
	SCRIPT_DATA_PAGE_SIZE,
	SCRIPT_CODE_PAGE_SIZE,
	SCRIPT_INS_LAT,
	SCRIPT_RETIRE_LAT,
	SCRIPT_SRCLINE,
	SCRIPT_CGROUP,
	SCRIPT_TOD,
	SCRIPT_NOTHING, /* what only hardware traces, or samples that are not shown, have */
};

#define SCRIPT_BIT(field) (1ull << SCRIPT_##field)

/* What is shown of code. */
#define SCRIPT_FIELDS_CODE (SCRIPT_BIT(IP) | SCRIPT_BIT(SYM) | SCRIPT_BIT(SYMOFF) | SCRIPT_BIT(DSO))

/* What the times that are shown are counted from. */
enum script_clock {
	SCRIPT_CLOCK_RECORDED,
	SCRIPT_CLOCK_FIRST,    /* the first line */
	SCRIPT_CLOCK_PREVIOUS, /* the line before */
};

/* What has fields of its own: the first six are enum perf_type. */
enum script_type {
	SCRIPT_TYPE_SYNTH = 6, /* made by Linux perf from other data; none are in files */
	SCRIPT_TYPE_OTHER,
	SCRIPT_TYPES,
};

struct script_type_fields {
	uint64_t fields;
	uint64_t wanted;   /* asked for by name, for all types: then an event without it is an error */
	uint64_t unwanted; /* taken away by name */
	bool set;          /* -F was given for the type */
};

struct script_fields {
	struct script_type_fields types[SCRIPT_TYPES];
	bool flags;
};

/* The defaults. */
void script_fields_init(struct script_fields *f);

/* Takes the argument of one -F. 0 or -EINVAL, -ENOTSUP. */
int script_fields_parse(struct script_fields *f, const char *text, struct error *err);

/* Whether some type of event shows one of the fields. */
bool script_fields_have(const struct script_fields *f, uint64_t bits);

/* The names of all fields, one a line. */
void script_fields_print_names(FILE *out);

/* The name of the first of the fields. */
const char *script_field_name(uint64_t bits);

enum script_type script_type_of(const struct event_attr *attr);

/*
 * script_fields_check: what a file's events have of the fields that are to be shown.
 */

/*
 * Fits the fields to what the file's events have: what is there by default is left out where an event does not have it.
 * chains: callchains are shown. -EINVAL when a field that was asked for is not there.
 */
int script_fields_check(struct script_fields *f, const struct perf_file *file, bool chains, struct error *err);

#endif
