/*
 * redact: takes out of a recording what it tells of the data, the people and the programs of its machine, while it is
 * written anew (report/rewrite/rewrite.h).
 *
 *	stacks	what programs had in memory and registers: copies of stacks, registers, traces, code that was patched,
 *		words of callchains that are no addresses of code
 *	args	and what they were asked to do: command lines, hosts, folders, data of tracepoints, addresses of data,
 *		cgroups, names that threads gave themselves
 *	names	and what they are: functions, files, programs, build-ids, the kernel's release
 *
 * report/redact/redact_decisions.h decides for each kind of thing whether it stays. What is not known there does not.
 * Everything that stays is encoded anew, so that bytes nobody reads (padding, what follows the NUL of a name) are zero.
 *
 * Names become hashes (report/redact/redact_key.h): different ones stay different, and equal ones equal.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_REPORT_REDACT_REDACT_H
#define PREC_REPORT_REDACT_REDACT_H

#include "common/strtab.h"
#include "formats/file/perf_file.h"
#include "report/redact/redact_decisions.h"
#include "report/redact/redact_key.h"

/* What was taken out, or written in another way. */
enum redacted {
	REDACTED_STACKS,
	REDACTED_REGISTERS,
	REDACTED_CHAIN_WORDS,
	REDACTED_TRACES,
	REDACTED_CODE,
	REDACTED_RAW,
	REDACTED_ADDRESSES,
	REDACTED_COMMS,
	REDACTED_PATHS,
	REDACTED_CGROUPS,
	REDACTED_EVENTS,
	REDACTED_FUNCTIONS,
	REDACTED_BUILD_IDS,
	REDACTED_FEATURES,
	REDACTED_RECORDS,
	REDACTED_UNKNOWN,
	REDACTED_KINDS,
};

/* Addresses from start to before end. */
struct redact_range {
	uint64_t start, end;
};

struct redact {
	enum redact_level level;
	enum redaction was; /* the level at which the input was redacted before */
	bool keeps_source;  /* lines of source that a bundle has stay */
	struct redact_key key;
	const struct perf_file *file; /* borrowed */
	uint64_t counts[REDACTED_KINDS];
	struct strtab kept;  /* strings that the output's events have */
	struct strtab comms; /* names of threads that stay */
	struct buffer text;  /* the last name that was made */
	bool failed;         /* no memory */
	/* What redact_learn knows of the recording. */
	struct strtab programs;             /* comms that files mapped as code give */
	struct u32map mapped, kernel_tasks; /* pids that have mapped something; children of pid 2 */
	bool has_kthreadd;                  /* pid 2 is the kernel's kthreadd */
	struct redact_range *code;          /* where programs had code at any time, ascending, apart */
	uint32_t n_code, code_capacity;
};

/* Makes one for a level, with a salt, which is not kept. 0 or -ENOMEM; call redact_fini in either case. */
int redact_init(struct redact *r, enum redact_level level, const void *salt, size_t salt_size);
void redact_fini(struct redact *r);

/* Learns from all records of a file which comms are those of programs, and where there was code. Borrows the file. */
int redact_learn(struct redact *r, const struct perf_file *f, struct error *err);

/* Returns the level at which the output is redacted, by this or before. */
static inline enum redaction redact_level_of(const struct redact *r)
{
	return (enum redaction)r->level > r->was ? (enum redaction)r->level : r->was;
}

/* Says whether an address of user space may be one of code, as far as the recording tells. */
bool redact_is_code(const struct redact *r, uint64_t addr);

/* Says whether a mapping is one of code, by its record. */
bool redact_maps_code(const struct record *record, const struct record_mmap *m);

/* Returns what a kind is called in messages: "copies of stacks". */
const char *redacted_name(enum redacted kind);

/*
 * Each appends the record as it is written to b, in the record's byte order. e: the record's event, for its trailer;
 * attr: that of a sample, as its record is laid out. 1; 0: it is left out; -ENOMEM.
 */
int redact_record(struct redact *r, const struct record *record, const struct file_event *e, struct buffer *b);
int redact_sample(struct redact *r, const struct record *record, const struct event_attr *attr, struct buffer *b);

/* Takes out of a note of clocks which boot it was, by which recordings of one machine are known. */
void redact_clock(struct redact *r, struct clock_note *note);

/* Makes an attr that of the event which redact_sample's samples have. */
void redact_attr(const struct redact *r, struct event_attr *attr);

/* Returns the name of an event, whose attr redact_attr has made; valid as long as r. NULL: no memory. */
const char *redact_event_name(struct redact *r, const struct event_attr *attr, const char *name);

/*
 * Replaces the contents of a feature section by what is written. 1; 0: the feature is left out; -ENOMEM or an errno of
 * reading.
 */
int redact_feature(struct redact *r, unsigned feature, struct buffer *section, struct error *err);

/* Replaces the records of a bundle (formats/file/bundle_parts.h) by those that are written. 0 or a negative errno. */
int redact_bundle(struct redact *r, struct buffer *records, struct error *err);

#endif
