/*
 * pmu: reads the performance monitoring units in SYS_ROOT/bus/event_source/devices, with their terms (format/NAME) and
 * events (events/NAME). Source: Documentation/ABI/testing/sysfs-bus-event_source-devices-*.
 *
 * Ownership: pmu_load/_fini. Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_PMU_H
#define PREC_RECORD_PMU_PMU_H

#include "common/buffer.h"
#include "common/cpulist.h"
#include "formats/record/abi.h"

#define PMU_FIELDS 5 /* config, config1 .. config4 */

#define PMU_ASSUMED "cpu" /* the name of the core PMU if sysfs does not show one */

struct pmu_format {
	char *name;
	int field;     /* 0 config .. 4 config4 */
	uint64_t bits; /* the bits of the field that the value fills, lowest first */
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
	int n_address_filters; /* how many a hardware trace takes; 0: none */
	bool is_uncore;        /* has a cpumask */
	bool is_core;          /* counts events of cores: pmu_is_core */
	bool is_assumed;       /* sysfs shows no core PMU, but the kernel may have one */
	bool is_one_of_cores;  /* there are other kinds of cores, with PMUs of their own */
};

/*
 * Loads a PMU; the caller fills is_one_of_cores. 0; -ENOENT: there is no such PMU; -EBADMSG: a file has a wrong format;
 * -ENOMEM; others of open(2).
 */
int pmu_load(struct pmu *ret_pmu, const char *sys_root, const char *name, struct error *err);
void pmu_fini(struct pmu *pmu);

const struct pmu_format *pmu_find_format(const struct pmu *pmu, const char *name);
const struct pmu_event *pmu_find_event(const struct pmu *pmu, const char *name);

/* Returns the bits of a format in attr.config; 0: there is no such format, or it is of another field. */
uint64_t pmu_config_bits(const struct pmu *pmu, const char *name);

/*
 * Makes a core PMU if sysfs has none: a container may hide it, while the kernel still has the generic events. 0 or
 * -ENOMEM.
 */
int pmu_assume_core(struct pmu *ret_pmu, struct error *err);

/* Returns config, config1 ... of an attr, and raises attr.size as the field needs. */
uint64_t *pmu_field(struct event_attr *attr, int field);

/* Puts a value into the format's bits of the attr. 0; -ERANGE: it does not fit. */
int pmu_format_apply(const struct pmu_format *format, struct event_attr *attr, uint64_t value);

/*
 * Lists the names of all PMUs, sorted with numbers in numerical order; raw: in the order of the folder. The caller
 * calls pmu_names_free. 0 or a negative errno.
 */
int pmu_names(char ***ret_names, size_t *ret_n, const char *sys_root, bool raw, struct error *err);
void pmu_names_free(char **names, size_t n);

/* Reads the other name of a PMU; false: it has none. Some server CPUs have uncore PMUs whose name is a number. */
bool pmu_read_alias(char *ret_alias, size_t size, const char *sys_root, const char *name);

/* Reads a number from a file of the PMU, as "caps/mtc". base: as for strtoull(3). 0 or a negative errno. */
int pmu_read_number(uint64_t *ret_number, const char *sys_root, const char *name, const char *file, int base);

/* Reads the type number of a PMU. 0 or a negative errno. */
int pmu_read_type(uint32_t *ret_type, const char *sys_root, const char *name);

/*
 * True if the PMU counts events of cores: it is "cpu" or s390's "cpum_cf", or its folder has a file "cpus", as Arm's
 * PMUs and those of a machine with several kinds of cores.
 */
bool pmu_is_core(const char *sys_root, const char *name);

#endif
