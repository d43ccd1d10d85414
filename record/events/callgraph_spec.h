/*
 * callgraph_spec: parses how callchains are recorded (--call-graph, and the terms of an event).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_CALLGRAPH_SPEC_H
#define PREC_RECORD_EVENTS_CALLGRAPH_SPEC_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>

enum callgraph_mode {
	CALLGRAPH_DEFAULT = 0, /* an event: as the command; a command: none */
	CALLGRAPH_NONE,
	CALLGRAPH_FP,    /* the kernel follows frame pointers */
	CALLGRAPH_DWARF, /* the user's registers and a copy of the stack, which readers unwind */
	CALLGRAPH_LBR,   /* the kernel follows its own frame pointers, the CPU records the user's calls */
};

/* The size of a sample is 16 bits; the size of the copy is a multiple of 8. As in Linux perf. */
#define CALLGRAPH_STACK_MAX     65528u
#define CALLGRAPH_STACK_DEFAULT 8192u

struct callgraph_spec {
	enum callgraph_mode mode;
	bool defer;          /* with CALLGRAPH_FP: the user's part comes when the thread returns to user mode */
	uint32_t stack_size; /* bytes of stack to copy with CALLGRAPH_DWARF; 0: not given */
	uint16_t max_stack;  /* callers in a chain at most; 0: kernel.perf_event_max_stack */
};

/*
 * Parses the value of --call-graph or of the term call-graph: "fp", "fp,defer", "lbr", "dwarf" or "dwarf,SIZE". Sets
 * mode, and defer and stack_size if given. 0; -EINVAL, with *spec unchanged.
 */
int callgraph_spec_parse(struct callgraph_spec *spec, const char *text, struct error *err);

/* Parses the size of the stack copy in bytes, and rounds it up to a multiple of 8. 0 or -EINVAL. */
int callgraph_spec_parse_size(const char *text, uint32_t *ret_size, struct error *err);

/* Parses the value of max-stack: up to 65535; 0: the kernel's limit. 0 or -EINVAL. */
int callgraph_spec_parse_max(const char *text, uint16_t *ret_max, struct error *err);

#endif
