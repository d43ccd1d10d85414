/*
 * cpu_gaps: the times in which a CPU was not recorded, because it was offline.
 *
 * A gap begins with the last record of the CPU, and ends with the first one after its events were opened again. Each is
 * written into the sideband stream once (note_put_cpu_gap in formats/record/note.h).
 *
 * Ownership: zero is an empty list; _fini. One thread at a time.
 */
#ifndef PREC_RECORD_SESSION_CPU_GAPS_H
#define PREC_RECORD_SESSION_CPU_GAPS_H

#include "record/drain/drain.h"

struct cpu_gap {
	int cpu;
	uint64_t from;  /* time of the last record before, 0: there was none */
	uint64_t until; /* of the first record after, 0: there is none yet */
	bool is_open;   /* until is 0 */
	bool is_back;   /* its events are there again */
};

struct cpu_gaps {
	struct cpu_gap *list; /* in the order in which they began */
	size_t n;
};

void cpu_gaps_fini(struct cpu_gaps *gaps);

/*
 * The CPU is offline, or was. Drains its rings first. A gap that has not been written yet continues. 0 or a negative
 * errno.
 */
int cpu_gaps_begin(struct cpu_gaps *gaps, struct drain *d, int cpu, struct error *err);

/* The CPU whose gap is open has its events again. */
void cpu_gaps_come_back(struct cpu_gaps *gaps, int cpu);

/*
 * After all rings were drained: writes the gaps that have ended; with all, at the end of the recording, those that are
 * open too. 0 or a negative errno.
 */
int cpu_gaps_write(struct cpu_gaps *gaps, struct drain *d, bool all, struct error *err);

/* The same at the end of a file that another one follows: those that are open stay open. 0 or a negative errno. */
int cpu_gaps_copy(const struct cpu_gaps *gaps, struct drain *d, struct error *err);

/* What the user is to know of them. */
void cpu_gaps_describe(const struct cpu_gaps *gaps, struct diagnostics *diagnostics);

#endif
