/*
 * script_fields: parses which fields of samples `prec script` shows (-F), for each type of event. Names, defaults and
 * rules are those of Linux perf.
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
	SCRIPT_NOTHING, /* fields of perf that show nothing: only hardware traces and virtual machines have them */
};

#define SCRIPT_BIT(field) (1ull << SCRIPT_##field)

/* The fields that show code. */
#define SCRIPT_FIELDS_CODE (SCRIPT_BIT(IP) | SCRIPT_BIT(SYM) | SCRIPT_BIT(SYMOFF) | SCRIPT_BIT(DSO))

/* What times are shown relative to. */
enum script_clock {
	SCRIPT_CLOCK_RECORDED, /* the recording's clock */
	SCRIPT_CLOCK_FIRST,    /* the first line */
	SCRIPT_CLOCK_PREVIOUS, /* the line before */
};

/* The types of events: the first six are enum perf_type. */
enum script_type {
	SCRIPT_TYPE_SYNTH = 6, /* made by Linux perf from other data; no file has them */
	SCRIPT_TYPE_OTHER,
	SCRIPT_TYPES,
};

/* Members are bits of enum script_field. */
struct script_type_fields {
	uint64_t fields;   /* those that are shown */
	uint64_t wanted;   /* named by -F for all types: an event without one is an error */
	uint64_t unwanted; /* removed by -F for all types */
	bool is_set;       /* -F was given for the type, or for all types */
};

struct script_fields {
	struct script_type_fields types[SCRIPT_TYPES];
	bool shows_flags; /* -F flags */
};

/* Sets the defaults. */
void script_fields_init(struct script_fields *f);

/*
 * Changes the fields by the argument of one -F. 0; -EINVAL: it is wrong; -ENOTSUP: it names a field of perf that prec
 * does not show.
 */
int script_fields_parse(struct script_fields *f, const char *text, struct error *err);

/* True if some type of event shows one of the fields. */
bool script_fields_have(const struct script_fields *f, uint64_t bits);

/* Prints the names of all fields, one a line. */
void script_fields_print_names(FILE *out);

/* Returns the name of the first of the fields; "": bits has none. */
const char *script_field_name(uint64_t bits);

/* Returns the type of an event. */
enum script_type script_type_of(const struct event_attr *attr);

/*
 * Adapts the fields to the events of a file: removes default fields that the samples lack. chains: callchains are
 * shown; events that have them show code. 0; -EINVAL: the samples lack a field that -F names, or a field that another
 * needs; -ENODATA: a file of prec stat, without samples.
 */
int script_fields_check(struct script_fields *f, const struct perf_file *file, bool chains, struct error *err);

#endif
