/*
 * status: what the user sees of a recording: a renewed line on a terminal, and the summary at the end.
 *
 * Threads: one.
 */
#ifndef PREC_RECORD_SESSION_STATUS_H
#define PREC_RECORD_SESSION_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct status_facts {
	double elapsed; /* seconds */
	uint64_t samples;
	uint64_t lost;
	uint64_t bytes; /* in the file */
};

/* Lost samples of one CPU, or of one thread where cpu is -1. */
struct status_loss {
	int cpu;
	int tid;
	uint64_t lost;
	uint64_t throttled;
};

struct status_summary {
	struct status_facts facts;
	const char *output;
	uint64_t raw_bytes, packed_bytes; /* of compressed blocks; 0: not compressed */
	const struct status_loss *losses;
	size_t n_losses;
	uint64_t hardware_lost; /* samples the hardware dropped */
	uint64_t sideband_lost; /* records of mappings and processes */
};

/* Whether a line on the terminal is wanted: standard error is one, and not the place of the recorded command's own
 * output. */
bool status_is_wanted(bool command_is_target, bool quiet);

/* Draws the line anew, or takes it away. */
void status_draw(const struct status_facts *facts);
void status_clear(void);

/* The summary, through log levels: nothing with -q but what went wrong. */
void status_summarize(const struct status_summary *summary);

#endif
