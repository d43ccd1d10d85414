/*
 * recording_facts: what a recording says of its machine, its recorder and its clock, by its features.
 */
#ifndef PREC_REPORT_EXPORT_RECORDING_FACTS_H
#define PREC_REPORT_EXPORT_RECORDING_FACTS_H

#include "formats/file/perf_file.h"
#include "formats/file/wall_clock.h"

/* Texts belong to the facts; "": not known. */
struct recording_facts {
	char *host, *kernel, *arch, *cpu, *recorder;
	char *command;              /* arguments with blanks between */
	uint32_t cpus, cpus_online; /* 0: not known */
	bool has_clock_id;          /* all events have times of clock_id; else of the kernel's own clock */
	int clock_id;               /* CLOCK_MONOTONIC ... */
	struct wall_clock wall;
};

/* Reads them. 0 or -ENOMEM; recording_facts_fini is due in any case. */
int recording_facts_read(struct recording_facts *ret_facts, const struct perf_file *file);
void recording_facts_fini(struct recording_facts *facts);

#endif
