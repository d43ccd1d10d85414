/*
 * session_file: ends the file of a session, and begins the next one while records come.
 *
 *	old  ...samples, sideband ........................ drained |  features, the name with the time
 *	new            kernel, processes of /proc ................ |  samples, sideband ...
 *	               and the sideband records of that time
 *
 * The beginning of the next file is collected while the old one is still written, so both know a process that ends or
 * changes meanwhile. Every ring is drained into the old file before the new one takes records; those of the sideband
 * once more after those of samples. So each sample is in exactly one file, with the mappings that it needs.
 *
 * Ownership: _init/_fini; what it points to is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_SESSION_SESSION_FILE_H
#define PREC_RECORD_SESSION_SESSION_FILE_H

#include "record/drain/rotation.h"
#include "record/session/cpus.h"
#include "record/session/session_clock.h"
#include "record/session/session_features.h"

struct session_file {
	const struct session_config *config;
	const struct recording_facts *facts;
	struct output *output;
	struct drain *drain;
	struct cpu_gaps *gaps;
	struct diagnostics *diagnostics;
	struct rotation rotation;
	struct clock_note clock; /* of the file */
	const char *name;        /* the recording's name, which each file has while it is written */
};

/* Sets up the rotation; the caller has filled the rest. 0 or a negative errno. */
int session_file_init(struct session_file *f, struct error *err);
void session_file_fini(struct session_file *f);

/* Counts losses and finishes the file; call when everything is drained. 0 or a negative errno. */
int session_file_finish(struct session_file *f, struct error *err);

/*
 * Gives the finished file its final name, or one without a name to whom it is for. If it cannot be renamed, it keeps
 * its name, and a message says so.
 */
void session_file_name(struct session_file *f);

/*
 * Ends the file and begins the next. 0; 1: no other file can be opened, for the reason in *err, so the recording goes
 * on in this one, and a message says so; or a negative errno.
 */
int session_file_switch(struct session_file *f, struct error *err);

#endif
