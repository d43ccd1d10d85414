/*
 * opening: a sampler that is opened by the kernel of tests/support/fake_perf.h, and what came of it.
 *
 * Ownership: _init/_fini; _fini also checks that nothing stays open. A failure ends the case.
 */
#ifndef PREC_TESTS_UNIT_RECORD_SAMPLER_OPENING_H
#define PREC_TESTS_UNIT_RECORD_SAMPLER_OPENING_H

#include "record/events/event_parse.h"
#include "record/sampler/sampler.h"
#include "tests/support/fake_perf.h"

struct opening {
	struct fake_perf *kernel;
	struct event_list list;
	struct sampler_config config;
	struct target target;
	struct sampler sampler;
	struct diagnostics diagnostics;
	struct error err;
	size_t files; /* that were open before */
};

/* The events of -e on a thread, or with -1 on whole CPUs. refuse: as in fake_perf_start(). */
void opening_init(struct opening *o, const char *events, pid_t tid, int (*refuse)(const struct fake_call *call));
void opening_fini(struct opening *o);

/* As sampler_open(). */
int opening_open(struct opening *o);

/* Opens, which fails with this errno and these words in the message; and ends it. */
void opening_check_fails(struct opening *o, int result, const char *message);

/* Whether a notice has these words. */
bool opening_was_noticed(const struct opening *o, const char *text);

#endif
