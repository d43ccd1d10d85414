/*
 * stack_samples: the first of the two walks of an export: samples that agree in stack, event, thread and comm counted
 * together, from the entries of the analysis. Memory follows how many of these differ.
 */
#ifndef PREC_REPORT_EXPORT_STACK_SAMPLES_H
#define PREC_REPORT_EXPORT_STACK_SAMPLES_H

#include "report/export/export.h"

struct stack_sample {
	uint32_t event;  /* as in the file */
	uint32_t thread; /* of the export's threads */
	uint32_t comm;   /* string id: what the thread was called then */
	uint32_t stack;  /* of the export's stacks */
	uint64_t count, period;
};

struct stack_samples {
	struct stack_sample *list; /* ordered by event, pid, tid, comm and stack, each once */
	uint32_t n, capacity;
};

/*
 * Reads all samples that pass the filter, and numbers the stacks by stacks_renumber, the threads by pid and tid. The
 * analysis was run with export_plan. 0 or a negative errno; stack_samples_fini is due in any case.
 */
int stack_samples_read(struct stack_samples *samples, struct export *x, struct error *err);
void stack_samples_fini(struct stack_samples *samples);

#endif
