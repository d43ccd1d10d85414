/*
 * pfm_library: loads libpfm4, which knows the vendors' names of a CPU's events. A program built without its headers
 * reports that.
 *
 * Ownership: open/close. Threads: one at a time.
 */
#ifndef PREC_RECORD_PMU_PFM_LIBRARY_H
#define PREC_RECORD_PMU_PFM_LIBRARY_H

#include "common/error.h"

#include <stddef.h>
#include <stdint.h>

struct pfm_library;

/* An event's names, valid until the next one is reported. */
struct pfm_event {
	const char *unit;  /* the library's name of the PMU: "skx" */
	const char *name;  /* "skx::MEM_LOAD_RETIRED:L3_MISS" */
	const char *about; /* one sentence, or NULL */
	uint64_t code;     /* its number, or that of the unit mask; not yet an encoding */
};

/* 0; -ENOTSUP where prec was built without the library or it is not installed, -EIO where it does not know this CPU,
 * -ENOMEM. */
int pfm_library_open(struct pfm_library **ret_library, struct error *err);
void pfm_library_close(struct pfm_library *library);

/*
 * Fills an attr, the kernel's structure of `size` bytes and all zero: type, configs, excluded modes, precision, and the
 * period or rate if the name has one. *ret_cpu: the CPU in the name (cpu=N), or -1. 0; -ENOENT, with the library's
 * message.
 */
int pfm_library_encode(const struct pfm_library *library, const char *name, void *attr, size_t size, int *ret_cpu,
		       struct error *err);

/* Calls found for each event, and each of its unit masks, of the PMUs that the library finds on this machine. */
void pfm_library_each(const struct pfm_library *library, void (*found)(void *context, const struct pfm_event *event),
		      void *context);

#endif
