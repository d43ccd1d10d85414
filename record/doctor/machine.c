#include "record/doctor/machine.h"

#include "common/bytes.h"
#include "common/fileio.h"
#include "record/open/diagnose.h"
#include "record/pmu/pmu.h"

#include <limits.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static const struct {
	const char *name, *path, *effect;
} sysctls[] = {
	{ "kernel.perf_event_paranoid", "/proc/sys/kernel/perf_event_paranoid",
	  "without privilege: 2 own programs in user space, 1 the kernel too, 0 whole CPUs, -1 tracepoints" },
	{ "kernel.kptr_restrict", "/proc/sys/kernel/kptr_restrict", "1 and 2 hide the addresses of the kernel" },
	{ "kernel.perf_event_mlock_kb", "/proc/sys/kernel/perf_event_mlock_kb", "KiB of buffers on each CPU" },
	{ "kernel.perf_event_max_sample_rate", "/proc/sys/kernel/perf_event_max_sample_rate",
	  "the highest frequency (-F)" },
	{ "kernel.perf_cpu_time_max_percent", "/proc/sys/kernel/perf_cpu_time_max_percent",
	  "of the time of a CPU that samples may take" },
	{ "kernel.perf_event_max_stack", "/proc/sys/kernel/perf_event_max_stack", "callers in a chain" },
	{ "kernel.nmi_watchdog", "/proc/sys/kernel/nmi_watchdog", "1 takes a hardware counter" },
};

static const struct {
	const char *name, *effect;
	int resource, unit;
} limits[] = {
	{ "ulimit -l", "KiB of locked memory, for buffers beyond those", RLIMIT_MEMLOCK, 1024 },
	{ "ulimit -n", "open files: an event is one for each thread on each CPU", RLIMIT_NOFILE, 1 },
};

static void add(struct machine *m, const char *name, const char *effect, long long value, bool is_known)
{
	m->settings[m->n_settings++] =
		(struct machine_setting){ .name = name, .effect = effect, .value = value, .is_known = is_known };
}

static void read_settings(struct machine *m)
{
	for (size_t i = 0; i < ARRAY_SIZE(sysctls); i++) {
		int value = fileio_read_number(sysctls[i].path, INT_MIN);

		add(m, sysctls[i].name, sysctls[i].effect, value, value != INT_MIN);
	}
	for (size_t i = 0; i < ARRAY_SIZE(limits); i++) {
		struct rlimit limit;
		bool known = !getrlimit((__rlimit_resource_t)limits[i].resource, &limit);
		bool none = known && limit.rlim_cur == RLIM_INFINITY;

		add(m, limits[i].name, limits[i].effect,
		    none    ? -1
		    : known ? (long long)limit.rlim_cur / limits[i].unit
			    : 0,
		    known);
	}
}

static bool in_container(void)
{
	return !access("/.dockerenv", F_OK) || !access("/run/.containerenv", F_OK) ||
	       !access("/run/systemd/container", F_OK);
}

void machine_read(struct machine *m)
{
	*m = (struct machine){ .privileged = diagnose_is_privileged(),
			       .seccomp_filter = diagnose_is_filtered(),
			       .user_namespace = diagnose_in_user_namespace(),
			       .container = in_container() };
	read_settings(m);
	if (pmu_names(&m->pmus, &m->n_pmus, NULL, false, NULL))
		m->n_pmus = 0;
}

void machine_fini(struct machine *m)
{
	pmu_names_free(m->pmus, m->n_pmus);
}
