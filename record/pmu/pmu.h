/*
 * pmu: the performance monitoring units the kernel shows in SYS_ROOT/bus/event_source/devices, with the meaning of
 * their terms (format/NAME) and the events they name (events/NAME). Source:
 * Documentation/ABI/testing/sysfs-bus-event_source-devices-*.
 *
 * Ownership: pmu_load/_fini. Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_PMU_H
#define PREC_RECORD_PMU_PMU_H

#include "common/buffer.h"
#include "common/cpulist.h"
#include "formats/record/abi.h"

#define PMU_FIELDS 5 /* config, config1 .. config4 */

#define PMU_ASSUMED "cpu" /* what the PMU of cores is called where sysfs does not show it */

struct pmu_format {
	char *name;
	int field;     /* 0 config .. 4 config4 */
	uint64_t bits; /* which of its bits the value fills, lowest first */
};

struct pmu_event {
	char *name;
	char *terms; /* "event=0x3c,umask=0x1" */
};

struct pmu {
	char *name;
	const char *sys_root; /* as given to pmu_load, borrowed */
	uint32_t type;
	struct pmu_format *formats; /* by name */
	int n_formats;
	struct pmu_event *events; /* by name */
	int n_events;
	struct cpulist cpus;   /* "cpumask" of an uncore PMU, "cpus" of one of several core PMUs; n 0: none */
	int n_address_filters; /* of a hardware trace that records chosen addresses alone; 0: none */
	bool is_uncore;        /* has a cpumask */
	bool is_core;          /* counts what cores do; see pmu_is_core */
	bool is_assumed;       /* the kernel shows no PMU of cores, but may have one */
	bool is_one_of_cores;  /* there are other kinds of cores, with PMUs of their own */
};

/*
 * is_one_of_cores is the caller's to fill. 0, -ENOENT when there is no such PMU, -EBADMSG for files not of their form,
 * -ENOMEM, others of open(2).
 */
int pmu_load(struct pmu *ret_pmu, const char *sys_root, const char *name, struct error *err);
void pmu_fini(struct pmu *pmu);

const struct pmu_format *pmu_find_format(const struct pmu *pmu, const char *name);
const struct pmu_event *pmu_find_event(const struct pmu *pmu, const char *name);

/* The bits of attr.config that the format has; 0: the PMU has no such format, or it is of another field. */
uint64_t pmu_config_bits(const struct pmu *pmu, const char *name);

/*
 * The PMU of cores where sysfs has none: a container may hide it, and the kernel has the generic events all the same.
 * 0 or -ENOMEM.
 */
int pmu_assume_core(struct pmu *ret_pmu, struct error *err);

/* config, config1 .. of an attr, which from then on has the size that the field needs. */
uint64_t *pmu_field(struct event_attr *attr, int field);

/* Puts value into the attr's bits of the format. -ERANGE when it does not fit. */
int pmu_format_apply(const struct pmu_format *format, struct event_attr *attr, uint64_t value);

/*
 * The names of all PMUs in alphabetical order, those that differ by a number in its order, or with raw in that of the
 * folder. *ret_names is an array of malloc'ed strings, freed by pmu_names_free.
 */
int pmu_names(char ***ret_names, size_t *ret_n, const char *sys_root, bool raw, struct error *err);
void pmu_names_free(char **names, size_t n);

/* Its other name into ret_alias; false where it has none. The server uncore PMUs of some CPUs have a number for a name.
 */
bool pmu_read_alias(char *ret_alias, size_t size, const char *sys_root, const char *name);

/* A number in a file of the PMU, "caps/mtc"; base as for strtoull. 0 or a negative errno. */
int pmu_read_number(uint64_t *ret_number, const char *sys_root, const char *name, const char *file, int base);

/* The type number of a PMU. 0 or a negative errno. */
int pmu_read_type(uint32_t *ret_type, const char *sys_root, const char *name);

/*
 * Whether the PMU counts what cores do: it is "cpu" or s390's "cpum_cf", or its folder has a file "cpus", as those of
 * the several kinds of cores of one machine have, and Arm's.
 */
bool pmu_is_core(const char *sys_root, const char *name);

#endif
