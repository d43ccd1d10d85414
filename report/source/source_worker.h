/*
 * source_worker: answers requests for the source code at addresses, in a process of its own
 * (report/source/source_server.h).
 *
 * It enters a sandbox before it reads anything: it can only open files for reading. Each request may take
 * SOURCE_WORKER_SECONDS of CPU time, the process SOURCE_WORKER_MEMORY bytes.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_WORKER_H
#define PREC_REPORT_SOURCE_SOURCE_WORKER_H

#include "common/buffer.h"

struct source_dwarf;

/* The code of a function. */
struct source_code {
	uint64_t address; /* as the debug information has it */
	const uint8_t *bytes;
	uint32_t size;
};

/*
 * Appends what code accesses to the answer. state: of the file, NULL at first; the answerer may keep what it wants
 * there. False: nothing is known. Without memory it ends the process.
 */
typedef bool source_code_answerer(void **state, struct source_dwarf *dwarf, const struct source_code *code,
				  struct buffer *answer);

struct source_worker_options {
	void (*confine)(void);             /* enters a sandbox; NULL: there is none */
	source_code_answerer *answer_code; /* NULL: code is not asked about */
	unsigned seconds;                  /* limit of CPU time of a request; 0: SOURCE_WORKER_SECONDS */
};

/* Serves the socket: a source_work. context: the options. */
void source_worker_run(int socket, void *context);

#endif
