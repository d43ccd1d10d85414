
#include "record/doctor/doctor.h"

#include "common/bytes.h"
#include "common/procfs.h"
#include "record/events/event_parse.h"
#include "record/events/mem_events.h"
#include "record/open/cgroup.h"
#include "record/privilege/privilege.h"
#include "record/sampler/sampler.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define KALLSYMS "/proc/kallsyms"

static int try_opening(struct sampler *sampler, const struct event_list *list, bool whole_cpus, struct target *target,
		       struct error *err)
{
	const pid_t self = gettid();
	const struct target_config config = { .kind = whole_cpus ? TARGET_SYSTEM : TARGET_THREADS,
					      .ids = &self,
					      .n_ids = whole_cpus ? 0 : 1,
					      .inherit = true };
	const struct sampler_config how = { .interval.freq = 1, .sideband.wants_build_ids = true };
	int result = target_init(target, &config, err);

	return result ? result : sampler_open(sampler, list, &how, target, NULL, err);
}

static enum doctor_state compare_buffers(const struct sampler *sampler, const struct target *target, struct error *err)
{
	const struct ring_sizes wanted = ring_sizes_choose(target, 0, false);
	const struct ring_sizes *have = &sampler->rings.sizes;

	if (have->samples == wanted.samples && have->sideband == wanted.sideband)
		return DOCTOR_WORKS;
	error_set(err, 0,
		  "with buffers of %zu KiB in place of %zu: kernel.perf_event_mlock_kb or 'ulimit -l' allow no more:\n"
		  "    sudo sysctl kernel.perf_event_mlock_kb=%zu",
		  have->samples / 1024, wanted.samples / 1024, 2 * (wanted.samples + wanted.sideband) / 1024);
	return DOCTOR_PARTLY;
}

/* Does with the open events what shows whether they happen: 0 or a negative errno. */
typedef int doctor_trial(struct sampler *sampler, struct error *err);

/* trial may be NULL. */
static enum doctor_state check_events(const struct event_list *list, bool whole_cpus, doctor_trial *trial,
				      struct error *err)
{
	struct sampler sampler = { 0 };
	struct target target = { 0 };
	enum doctor_state state = DOCTOR_FAILS;

	if (!try_opening(&sampler, list, whole_cpus, &target, err)) {
		if (!trial || !trial(&sampler, err))
			state = compare_buffers(&sampler, &target, err);
		sampler_close(&sampler);
	}
	target_fini(&target);
	return state;
}

static enum doctor_state try_event(const char *event, bool whole_cpus, doctor_trial *trial, struct error *err)
{
	enum doctor_state state = DOCTOR_FAILS;
	struct event_list list;

	event_list_init(&list);
	if (!event_list_parse(&list, event, NULL, err))
		state = check_events(&list, whole_cpus, trial, err);
	event_list_fini(&list);
	return state;
}

static enum doctor_state check_event(const char *event, bool whole_cpus, struct error *err)
{
	return try_event(event, whole_cpus, NULL, err);
}

static enum doctor_state check_programs(struct error *err)
{
	return check_event("cpu-clock:u", false, err);
}

static enum doctor_state check_kernel(struct error *err)
{
	return check_event("cpu-clock:k", false, err);
}

static enum doctor_state check_system(struct error *err)
{
	return check_event("cpu-clock", true, err);
}

static enum doctor_state check_hardware(struct error *err)
{
	return check_event("cycles:u", false, err);
}

static enum doctor_state check_tracepoints(struct error *err)
{
	return check_event("sched:sched_switch", false, err);
}

static volatile char watched;

/* What the kernel opens a virtual machine may still never report: seen where it runs below another one. */
static int try_writing(struct sampler *sampler, struct error *err)
{
	const struct ring_set *rings = &sampler->rings;
	uint64_t hits = 0, values[8];
	int result = ring_set_enable(&sampler->rings, false, OPEN_EVERY_CPU, err);

	if (result)
		return result;
	watched = 1;
	ring_set_disable(&sampler->rings, OPEN_ALL);
	/* A reading begins with the count. */
	for (uint32_t i = 0; i < rings->n_events; i++)
		if (read(rings->events[i].fd, values, sizeof(values)) > 0)
			hits += values[0];
	return hits ? 0
		    : error_set(err, -EIO,
				"they can be opened, but this machine reports no hit; a virtual machine may not "
				"pass them on to its guest");
}

static enum doctor_state check_breakpoints(struct error *err)
{
	char event[64];

	snprintf(event, sizeof(event), "mem:0x%" PRIxPTR "/1:w:u", (uintptr_t)&watched);
	return try_event(event, false, try_writing, err);
}

/* In user space, as the hardware counters. */
static enum doctor_state check_accesses(struct error *err)
{
	const struct mem_request request = { .accesses = MEM_BIT(MEM_LOADS) | MEM_BIT(MEM_STORES),
					     .one_mode = true,
					     .no_privileges = true };
	const struct event_context context = { 0 };
	enum doctor_state state = DOCTOR_FAILS;
	struct event_list list;
	struct mem_pmus pmus;

	event_list_init(&list);
	if (!mem_pmus_load(&pmus, &context, err)) {
		if (mem_events_add(&list, &pmus, &request, &context, NULL, err) >= 0) {
			for (int i = 0; i < list.n; i++)
				list.events[i].attr.flags |= ATTR_EXCLUDE_KERNEL;
			state = check_events(&list, false, NULL, err);
		}
		mem_pmus_fini(&pmus);
	}
	event_list_fini(&list);
	return state;
}

/* With hidden addresses all of them are 0. */
static enum doctor_state check_kernel_names(struct error *err)
{
	const struct privilege_held held = privilege_raise(PRIVILEGE_KERNEL);
	char advice[KERNEL_POINTERS_ADVICE_MAX];
	FILE *file = fopen(KALLSYMS, "re");
	unsigned long long address = 0;
	bool read = file && fscanf(file, "%llx", &address) == 1;

	if (file)
		fclose(file);
	privilege_drop(&held);
	if (read && address)
		return DOCTOR_WORKS;
	error_set(err, 0, "%s", read ? kernel_pointers_advice(advice) : "this kernel has no " KALLSYMS);
	return DOCTOR_FAILS;
}

/* Whether the mappings of a process can be read, which are below the folder /proc. */
static bool can_read_maps(int proc, const char *pid)
{
	char path[64];
	char byte;
	int fd;
	bool readable;

	snprintf(path, sizeof(path), "%.32s/maps", pid);
	fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
	readable = fd >= 0 && read(fd, &byte, 1) == 1;
	if (fd >= 0)
		close(fd);
	return readable;
}

/* Of the first process of another user whose mappings can be read, if any can. False: there is no such process. */
static bool find_others(DIR *proc, bool *ret_readable)
{
	struct dirent *entry;
	struct stat status;
	bool others = false;

	*ret_readable = false;
	while (!*ret_readable && (entry = readdir(proc))) {
		if (!isdigit((unsigned char)entry->d_name[0]) || fstatat(dirfd(proc), entry->d_name, &status, 0) ||
		    status.st_uid == geteuid())
			continue;
		others = true;
		*ret_readable = can_read_maps(dirfd(proc), entry->d_name);
	}
	return others;
}

static enum doctor_state check_other_users(struct error *err)
{
	const struct privilege_held held = privilege_raise(PRIVILEGE_PROCESSES);
	DIR *proc = opendir("/proc");
	bool readable = false;
	bool others = proc && find_others(proc, &readable);

	if (proc)
		closedir(proc);
	privilege_drop(&held);
	if (readable || (proc && !others && !geteuid()))
		return DOCTOR_WORKS;
	if (!proc)
		error_set(err, 0, "/proc cannot be read");
	else if (!others)
		error_set(err, 0, "not tried: /proc shows this user no process of another one");
	else
		error_set(err, 0,
			  "their mappings are not this user's to read: run prec record as root, or:\n"
			  "    sudo setcap cap_perfmon,cap_sys_ptrace,cap_syslog+ep \"$(prec "
			  "--exec-path)/prec-record\"");
	return proc && !others ? DOCTOR_PARTLY : DOCTOR_FAILS;
}

static enum doctor_state check_cgroups(struct error *err)
{
	int fd = cgroup_open_root(err);

	if (fd < 0)
		return DOCTOR_FAILS;
	close(fd);
	return DOCTOR_WORKS;
}

static const struct {
	const char *name, *title;
	bool needed;
	enum doctor_state (*check)(struct error *err);
} table[] = {
	{ "programs", "your own programs, in user space", true, check_programs },
	{ "kernel", "what the kernel does for them", false, check_kernel },
	{ "system", "whole CPUs (-a)", false, check_system },
	{ "hardware", "hardware counters (cycles)", false, check_hardware },
	{ "accesses", "loads and stores (prec mem record)", false, check_accesses },
	{ "tracepoints", "tracepoints (sched:sched_switch)", false, check_tracepoints },
	{ "breakpoints", "breakpoints (mem:)", false, check_breakpoints },
	{ "kernel-names", "names of the kernel's functions", false, check_kernel_names },
	{ "other-users", "names in processes of other users", false, check_other_users },
	{ "cgroups", "cgroups (-G)", false, check_cgroups },
};

size_t doctor_examine(struct doctor_check checks[DOCTOR_CHECKS_MAX])
{
	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		struct error err = ERROR_INIT;

		checks[i] = (struct doctor_check){ .name = table[i].name,
						   .title = table[i].title,
						   .needed = table[i].needed,
						   .state = table[i].check(&err) };
		memcpy(checks[i].why, err.message, sizeof(checks[i].why));
	}
	return ARRAY_SIZE(table);
}

bool doctor_approves(const struct doctor_check *checks, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (checks[i].needed && checks[i].state == DOCTOR_FAILS)
			return false;
	return true;
}
