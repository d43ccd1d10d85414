/*
 * flame_rows: the rows of a recording, merged where there are too many of them.
 */
#ifndef PREC_REPORT_FLAME_FLAME_ROWS_H
#define PREC_REPORT_FLAME_FLAME_ROWS_H

#include <stdbool.h>
#include <stdint.h>

/* Rows of a recording. Where there are more, their times become coarser until those that agree are few enough. */
#define FLAME_ROWS_MAX (2u << 20)

/* One sample, or several that agree in all but weight. */
struct flame_row {
	uint64_t time;   /* ns since the recording's first sample */
	uint64_t weight; /* periods of clocks and counters; of what has none 1 a sample */
	uint32_t thread; /* of the profile's */
	uint32_t stack;  /* likewise; 0: none */
	uint32_t count;
	uint16_t cpu; /* its number + 1; 0: not known */
	uint16_t event;
};

struct flame_recording {
	const char *input;      /* its name, borrowed */
	struct flame_row *rows; /* by thread and time */
	uint32_t n, capacity;
	uint64_t start; /* ns of the recording's clock: its first sample */
	uint64_t span;  /* ns to the last one */
	unsigned shift; /* times are multiples of 2 to the power of this */
	uint64_t samples, lost;
	bool damaged;
	bool has_chains, has_broken_chains; /* of calls */
};

/* Adds a row of one sample. row->time: of the recording's clock; the first one is its start. 0 or -ENOMEM. */
int flame_rows_add(struct flame_recording *r, const struct flame_row *row);

/*
 * Sorts by thread and time, and adds up rows that agree in all but weight and count.
 */
void flame_rows_merge(struct flame_recording *r);

#endif
