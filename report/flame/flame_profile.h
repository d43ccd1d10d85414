/*
 * flame_profile: what a flame graph's page shows, of one recording or of two that are compared: functions, frames and
 * stacks that both share, and the samples of each as rows.
 *
 *	time_walk -> rows (merged where there are too many) -> stacks of the export become stacks of the page
 *
 * Memory follows the number of distinct stacks; rows are FLAME_ROWS_MAX at most. One thread at a time.
 */
#ifndef PREC_REPORT_FLAME_FLAME_PROFILE_H
#define PREC_REPORT_FLAME_FLAME_PROFILE_H

#include "common/strtab.h"
#include "report/export/time_walk.h"
#include "report/flame/flame_rows.h"

#define FLAME_RECORDINGS_MAX 2

/* Colors go by these, and so they are numbers of the page's data (report/flame/page/profile.js, `kinds`). */
enum flame_kind {
	FLAME_KIND_USER,
	FLAME_KIND_KERNEL,
	FLAME_KIND_JIT,
	FLAME_KIND_NAMELESS,
	FLAME_KIND_OTHER,
};

/* Strings are numbers of the profile's own table, in UTF-8. */
struct flame_function {
	uint32_t name, dso, file;
	enum flame_kind kind;
};

/* What a box is told apart by. */
struct flame_frame {
	uint32_t function;
	bool is_inlined;
};

/* Number 0 is no stack. A stack has a greater number than that of its caller, and only one callee of a frame. */
struct flame_stack {
	uint32_t caller, frame;
};

struct flame_event {
	uint32_t name;
	bool is_time; /* weights are ns */
};

struct flame_thread {
	uint32_t recording, pid, tid;
	uint32_t name, process; /* process: the name of its process */
};

struct flame_profile {
	struct strtab strings;
	struct flame_function *functions;
	uint32_t n_functions, functions_capacity;
	struct hash_table function_table;
	struct flame_frame *frames;
	uint32_t n_frames, frames_capacity;
	struct hash_table frame_table;
	struct flame_stack *stacks;
	uint32_t n_stacks, stacks_capacity;
	struct hash_table stack_table;
	struct flame_event *events;
	uint32_t n_events, events_capacity;
	struct flame_thread *threads;
	uint32_t n_threads, threads_capacity;
	struct flame_recording recordings[FLAME_RECORDINGS_MAX];
	uint32_t n_recordings;
};

/* Makes an empty profile. 0 or -ENOMEM; flame_profile_fini is due in any case. */
int flame_profile_init(struct flame_profile *p);
void flame_profile_fini(struct flame_profile *p);

/*
 * Adds a recording, of which there is room for FLAME_RECORDINGS_MAX, by walking it to its end. Its input's name is
 * borrowed. 0 or a negative errno.
 */
int flame_profile_add(struct flame_profile *p, struct time_walk *walk, struct error *err);

/* Returns the number of a string, of which bytes that are no UTF-8 become \xNN; STRTAB_NONE without memory. */
uint32_t flame_string(struct flame_profile *p, const char *text);

#endif
