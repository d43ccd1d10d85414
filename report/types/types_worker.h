/*
 * types_worker: tells a reader what the code of a function accesses: runs report/types/type_flow.h, and adds the
 * members of the types that it found.
 *
 * Runs in a worker only (report/source/source_server.h).
 */
#ifndef PREC_REPORT_TYPES_TYPES_WORKER_H
#define PREC_REPORT_TYPES_TYPES_WORKER_H

#include "report/source/source_worker.h"

/* The answer is a struct type_answer. */
source_code_answerer types_answer_code;

#endif
