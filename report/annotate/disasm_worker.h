/*
 * disasm_worker: a process that disassembles code which the reader sends.
 *
 *	the reader's start: source_server_start (report/source/source_server.h)
 *	first request: the process begins, loads a library, enters a sandbox of its own
 *	then: code in, texts out; it opens no files any more
 *
 * Libraries interpret untrusted bytes, so one that crashes costs the texts of the request that it was at.
 */
#ifndef PREC_REPORT_ANNOTATE_DISASM_WORKER_H
#define PREC_REPORT_ANNOTATE_DISASM_WORKER_H

#include "report/annotate/disasm_library.h"

#define DISASM_WORKER_MEMORY  (512ull << 20) /* bytes, without mapped files */
#define DISASM_WORKER_SECONDS 20u            /* of CPU time, for a request */

struct disasm_worker_options {
	enum disasm_choice choice;
	bool is_lazy;          /* nothing is loaded before there is code */
	void (*confine)(void); /* enters the sandbox, when the library is loaded; NULL: none */
};

/* Serves a socket until it is closed; a source_work. options: a struct disasm_worker_options. */
void disasm_worker_run(int socket, void *options);

#endif
