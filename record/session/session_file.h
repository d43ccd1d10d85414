/*
 * session_file: the files of a session: how each ends, and how the next one follows it while records come.
 *
 *	old  ...samples, sideband ........................ drained |  features, the name with the time
 *	new            kernel, processes of /proc ................ |  samples, sideband ...
 *	               and the sideband records of that time
 *
 * What the next file begins with is gathered while the old one is still written: so a process that ends or changes
 * meanwhile is known in both. Every ring is drained into the old file before the new one takes records, the rings of
 * the sideband once more after those of the samples. So each sample has the mappings that it needs in its own file, and
 * none is in two files, or in none.
 *
 * Ownership: _init/_fini; what it points to is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_SESSION_SESSION_FILE_H
#define PREC_RECORD_SESSION_SESSION_FILE_H

#include "record/session/cpus.h"
#include "record/session/session_features.h"
#include "record/drain/rotation.h"

struct session_file {
	const struct session_config *config;
	const struct recording_facts *facts;
	struct output *output;
	struct drain *drain;
	struct cpu_gaps *gaps;
	struct diagnostics *diagnostics;
	struct rotation rotation;
	const char *name; /* of the recording, which each file has while it is written */
};

/* All but the rotation is filled. 0 or a negative errno. */
int session_file_init(struct session_file *f, struct error *err);
void session_file_fini(struct session_file *f);

/* Everything is drained: the losses are counted, the file gets its end. 0 or a negative errno. */
int session_file_finish(struct session_file *f, struct error *err);

/* The finished file gets the name it is to have. One that cannot be renamed keeps its name, with a notice. */
void session_file_name(struct session_file *f);

/*
 * The file ends and the next one begins. Where no other file can be opened the recording goes on in this one, with a
 * notice: 1, with the reason in err. Else 0 or a negative errno.
 */
int session_file_switch(struct session_file *f, struct error *err);

#endif
