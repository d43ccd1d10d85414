#include "record/open/diagnose.h"

#include "common/bytes.h"
#include "common/fileio.h"
#include "record/privilege/privilege.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of prec-record: to record, to read mappings of others, to read the kernel's addresses. */
#define DIAGNOSE_CAPABILITIES "cap_perfmon,cap_sys_ptrace,cap_syslog+ep"

#define STATUS_MAX           65536
#define SUSPECTS_MAX         384
#define SECCOMP_FILTER       2
#define PARANOID_DEFAULT     2
#define PARANOID_TRACEPOINTS (-1) /* the highest values that allow it without privilege: */
#define PARANOID_SYSTEM_WIDE 0
#define PARANOID_KERNEL      1
#define PARANOID_USER        2 /* 3 and 4, of Debian's and Ubuntu's kernels, refuse everything */

/* A number from a line "NAME: VALUE" of /proc/self/status; 0 where there is none. */
static unsigned long status_number(const char *name)
{
	unsigned long number = 0;
	struct buffer text;
	const char *line;

	buffer_init(&text);
	if (!fileio_read_file(AT_FDCWD, "/proc/self/status", &text, STATUS_MAX)) {
		line = strstr((const char *)text.data, name);
		if (line)
			number = strtoul(line + strlen(name), NULL, 10);
	}
	buffer_fini(&text);
	return number;
}

int diagnose_paranoid(void)
{
	return fileio_read_number("/proc/sys/kernel/perf_event_paranoid", PARANOID_DEFAULT);
}

bool diagnose_in_user_namespace(void)
{
	unsigned inside = 0, outside = 0, count = 0;
	FILE *map = fopen("/proc/self/uid_map", "re");
	bool whole;

	if (!map)
		return false;
	whole = fscanf(map, "%u %u %u", &inside, &outside, &count) == 3 && !inside && !outside && count == UINT32_MAX;
	fclose(map);
	return !whole;
}

bool diagnose_is_privileged(void)
{
	return privilege_has_events() && !diagnose_in_user_namespace();
}

static int needed_paranoid(const struct diagnose_open *what)
{
	if (what->event->attr.type == PERF_TYPE_TRACEPOINT)
		return PARANOID_TRACEPOINTS;
	if (what->system_wide)
		return PARANOID_SYSTEM_WIDE;
	if (!(what->event->attr.flags & ATTR_EXCLUDE_KERNEL))
		return PARANOID_KERNEL;
	return PARANOID_USER;
}

static const char *describe_need(int paranoid)
{
	switch (paranoid) {
	case PARANOID_TRACEPOINTS: return "to sample tracepoints";
	case PARANOID_SYSTEM_WIDE: return "to record whole CPUs";
	case PARANOID_KERNEL: return "to record the kernel";
	default: return "to record anything";
	}
}

static const char *own_path(char path[PATH_MAX])
{
	ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);

	if (n <= 0)
		return "prec-record";
	path[n] = 0;
	return path;
}

static int diagnose_paranoid_refused(struct error *err, int code, const struct diagnose_open *what, int paranoid)
{
	int needed = needed_paranoid(what);
	char path[PATH_MAX];

	return error_set(
		err, code,
		"no permission %s (event '%s'): kernel.perf_event_paranoid is %d, and without privilege it must "
		"be %d or less. Any of these helps:\n"
		"    sudo sysctl kernel.perf_event_paranoid=%d\n"
		"    sudo setcap " DIAGNOSE_CAPABILITIES " %s\n"
		"    run it as root%s",
		describe_need(needed), what->event->name, paranoid, needed, needed, own_path(path),
		needed == PARANOID_SYSTEM_WIDE && paranoid <= PARANOID_USER ? ", or record processes of your own" : "");
}

bool diagnose_is_filtered(void)
{
	return status_number("\nSeccomp:") == SECCOMP_FILTER;
}

static int diagnose_filter(struct error *err, int code, const struct diagnose_open *what)
{
	bool filtered = diagnose_is_filtered();

	return error_set(
		err, code,
		"perf_event_open(2) is denied (%s, event '%s') although kernel.perf_event_paranoid (%d) and this "
		"user's privileges allow it: %s does that, as in a container. Start the container with:\n"
		"    docker run --cap-add PERFMON --security-opt seccomp=unconfined ... (podman: the same)",
		code == -EPERM ? "EPERM" : "EACCES", what->event->name, diagnose_paranoid(),
		filtered ? "a seccomp filter" : "a security module");
}

static bool is_foreign(const struct diagnose_open *what)
{
	struct stat status;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d", what->tid);
	return !what->system_wide && !stat(path, &status) && status.st_uid != geteuid();
}

static bool is_uprobe(const struct diagnose_open *what)
{
	const struct event_spec *spec = what->event->spec;

	return spec && event_spec_is_probe(spec) && *spec->pmu == 'u';
}

/* Linux wants CAP_SYS_ADMIN for uprobes (perf_uprobe_event_init in kernel/events/core.c). */
static bool lacks_probes(const struct diagnose_open *what)
{
	if (is_uprobe(what))
		return !privilege_has_probes() || diagnose_in_user_namespace();
	return what->event->spec && event_spec_is_probe(what->event->spec) && !diagnose_is_privileged();
}

static int diagnose_probe(struct error *err, int code, const struct diagnose_open *what)
{
	char path[PATH_MAX];

	return error_set(
		err, code,
		"no permission to make a probe (event '%s'): the kernel wants %s for a %s, and this process has "
		"it not. Run as root, or:\n"
		"    sudo setcap %s" DIAGNOSE_CAPABILITIES " %s",
		what->event->name, is_uprobe(what) ? "CAP_SYS_ADMIN" : "CAP_PERFMON", what->event->spec->pmu,
		is_uprobe(what) ? "cap_sys_admin," : "", own_path(path));
}

static int diagnose_permission(struct error *err, int code, const struct diagnose_open *what)
{
	int paranoid = diagnose_paranoid();
	bool privileged = diagnose_is_privileged();
	char path[PATH_MAX];

	if (lacks_probes(what))
		return diagnose_probe(err, code, what);
	if (!privileged && paranoid > needed_paranoid(what))
		return diagnose_paranoid_refused(err, code, what, paranoid);
	if (!privileged && is_foreign(what))
		return error_set(err, code,
				 "no permission to record thread %d: it is another user's. Run as root, or:\n"
				 "    sudo setcap " DIAGNOSE_CAPABILITIES " %s",
				 what->tid, own_path(path));
	return diagnose_filter(err, code, what);
}

static int diagnose_files(struct error *err, int code)
{
	struct rlimit limit = { 0 };

	getrlimit(RLIMIT_NOFILE, &limit);
	return error_set(err, code,
			 "too many open files: an event is opened for each thread on each CPU, and the limit is %llu. "
			 "Record fewer threads or CPUs, or raise it, as root:\n"
			 "    ulimit -n %llu",
			 (unsigned long long)limit.rlim_cur, (unsigned long long)limit.rlim_max * 8);
}

/* Branches of their own, not as callchains. */
static bool asks_for_branches(const struct event_attr *attr)
{
	return attr->sample_type & PERF_SAMPLE_BRANCH_STACK &&
	       !(attr->branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK);
}

static int diagnose_missing(struct error *err, int code, const struct diagnose_open *what)
{
	uint32_t type = what->event->attr.type;

	if (code == -EOPNOTSUPP && asks_for_branches(&what->event->attr))
		return error_set(err, code,
				 "event '%s': this CPU records no branches with it; a virtual machine often records "
				 "none at all",
				 what->event->name);
	if (code == -EOPNOTSUPP && what->event->attr.sample_type & PERF_SAMPLE_BRANCH_STACK)
		return error_set(err, code,
				 "event '%s': this CPU records no branches with it, which call graphs of lbr need; "
				 "those of dwarf and fp do without",
				 what->event->name);
	if (code == -EOPNOTSUPP && what->event->attr.sample_type & PERF_SAMPLE_REGS_INTR)
		return error_set(err, code, "event '%s': this CPU does not sample the registers of interrupts",
				 what->event->name);
	if (type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE || type == PERF_TYPE_RAW)
		return error_set(
			err, code,
			"event '%s': this machine has no such hardware counter (%s); a virtual machine often has "
			"none. Try a software event: cpu-clock",
			what->event->name, strerror(-code));
	return error_set(err, code, "event '%s': this kernel or CPU does not have it (%s)", what->event->name,
			 strerror(-code));
}

/* What of an event is not on every machine, "a, b": what may be wrong where the kernel only says that something is. */
static const char *list_suspects(const struct event_attr *attr, const struct event_spec *spec, char *text, size_t size)
{
	const struct {
		bool is_there;
		const char *name;
	} suspects[] = {
		{ attr->flags & ATTR_PRECISE_IP_MASK, "its precision (modifier p)" },
		{ spec && spec->group, "its group (braces)" },
		{ spec && spec->cgroup, "its cgroup, which must be that of its whole group" },
		{ attr->flags & ATTR_USE_CLOCKID,
		  "the clock: realtime, boottime, tai, monotonic or monotonic_raw, and of hardware events one of the "
		  "last two" },
		{ attr->sample_type & PERF_SAMPLE_REGS_INTR, "registers of interrupts" },
		{ attr->sample_type & PERF_SAMPLE_REGS_USER, "registers of user space, as for call graphs of dwarf" },
		{ attr->branch_sample_type & PERF_SAMPLE_BRANCH_COUNTERS,
		  "counters of branches, which need Linux 6.8" },
		{ attr->branch_sample_type & PERF_SAMPLE_BRANCH_PRIV_SAVE,
		  "privilege levels of branches, which need Linux 6.1" },
		{ attr->sample_type & PERF_SAMPLE_CODE_PAGE_SIZE, "page sizes of code, which need Linux 5.11" },
		{ attr->sample_type & PERF_SAMPLE_DATA_PAGE_SIZE, "page sizes of data, which need Linux 5.11" },
		{ attr->sample_type & PERF_SAMPLE_CGROUP, "cgroups of samples, which need Linux 5.7" },
		{ attr->sample_type & PERF_SAMPLE_PHYS_ADDR, "physical addresses, which need Linux 4.14" },
		{ attr->flags & ATTR_CONTEXT_SWITCH, "records of context switches, which need Linux 4.3" },
		{ attr->sample_type & PERF_SAMPLE_BRANCH_STACK, "branches, as for call graphs of lbr" },
		{ attr->type == PERF_TYPE_BREAKPOINT, "the address, length or access of the breakpoint" },
		{ attr->flags & ATTR_FREQ, "its frequency, which may be too high" },
		{ attr->config1 || attr->config2 || attr->config3 || attr->config4, "its terms" },
	};
	size_t at = 0;

	text[0] = 0;
	for (size_t i = 0; i < ARRAY_SIZE(suspects) && at < size; i++)
		if (suspects[i].is_there)
			at += (size_t)snprintf(text + at, size - at, "%s%s", at ? "; " : "", suspects[i].name);
	return at ? text : "its number";
}

static int diagnose_form(struct error *err, int code, const struct diagnose_open *what)
{
	char text[SUSPECTS_MAX];

	return error_set(err, code,
			 "event '%s': the kernel or the CPU does not take it in this form (EINVAL). It may be: %s",
			 what->event->name, list_suspects(&what->event->attr, what->event->spec, text, sizeof(text)));
}

static int diagnose_size(struct error *err, int code, const struct diagnose_open *what)
{
	return error_set(err, code,
			 "event '%s': this kernel is too old for it (E2BIG): its attr has %u bytes and fields that the "
			 "kernel does not know. Leave out terms that set config3 or config4",
			 what->event->name, what->event->attr.size);
}

static int diagnose_descriptor(struct error *err, int code, const struct diagnose_open *what)
{
	const struct event_spec *spec = what->event->spec;

	if (spec && spec->cgroup)
		return error_set(err, code,
				 "event '%s': '%s' is no cgroup of a hierarchy that has the controller perf_event "
				 "(EBADF); see: grep cgroup /proc/self/mounts",
				 what->event->name, spec->cgroup);
	if (what->event->cgroup_fd >= 0)
		return error_set(err, code,
				 "event '%s': the descriptor given is of no cgroup that has the controller perf_event "
				 "(EBADF)",
				 what->event->name);
	return error_set(err, code, "event '%s': the leader of its group is no event any more (EBADF)",
			 what->event->name);
}

static int diagnose_busy(struct error *err, int code, const struct diagnose_open *what)
{
	return error_set(
		err, code,
		"event '%s': its counter is in exclusive use by another event (EBUSY): end the other profiler, or, "
		"where the watchdog has it: sudo sysctl kernel.nmi_watchdog=0",
		what->event->name);
}

static int diagnose_space(struct error *err, int code, const struct diagnose_open *what)
{
	if (what->event->attr.type == PERF_TYPE_BREAKPOINT)
		return error_set(
			err, code,
			"event '%s': all breakpoint registers are in use (ENOSPC): record fewer mem: events at "
			"once, and end debuggers",
			what->event->name);
	return error_set(err, code, "event '%s': its PMU has no room for one more event (ENOSPC): record fewer at once",
			 what->event->name);
}

static int diagnose_overflow(struct error *err, int code, const struct diagnose_open *what)
{
	unsigned asked = what->event->attr.sample_max_stack;

	return error_set(err, code,
			 "event '%s': chains of %u callers are more than kernel.perf_event_max_stack allows; "
			 "ask for fewer, or: sudo sysctl kernel.perf_event_max_stack=%u",
			 what->event->name, asked, asked);
}

int diagnose_open(struct error *err, int code, const struct diagnose_open *what)
{
	const char *name = what->event->name;

	switch (-code) {
	case EACCES:
	case EPERM: return diagnose_permission(err, code, what);
	case EMFILE:
	case ENFILE: return diagnose_files(err, code);
	case ENOENT:
	case EOPNOTSUPP:
	case ENODEV: return diagnose_missing(err, code, what);
	case ENOSYS:
		return error_set(err, code,
				 "perf_event_open(2) does not exist here: a kernel without CONFIG_PERF_EVENTS, or a "
				 "seccomp filter hides it");
	case ESRCH: return error_set(err, code, "thread %d has ended", what->tid);
	case EBADF: return diagnose_descriptor(err, code, what);
	case EBUSY: return diagnose_busy(err, code, what);
	case ENOSPC: return diagnose_space(err, code, what);
	case EOVERFLOW: return diagnose_overflow(err, code, what);
	case EINVAL: return diagnose_form(err, code, what);
	case E2BIG: return diagnose_size(err, code, what);
	case EFAULT:
		return error_set(
			err, code,
			"event '%s': the kernel could not read the attr of it (EFAULT), which a defect of prec "
			"or a sandbox that rewrites system calls does",
			name);
	case EINTR:
		return error_set(
			err, code,
			"event '%s': the kernel was interrupted each time it was asked to open it (EINTR): try again",
			name);
	case ENOMEM: return error_set(err, code, "event '%s': the kernel has no memory for it (ENOMEM)", name);
	default: return error_set(err, code, "event '%s': perf_event_open: %s", name, strerror(-code));
	}
}

int diagnose_mmap(struct error *err, int code, size_t size)
{
	if (code == -EPERM || code == -EACCES)
		return error_set(err, code,
				 "no permission for buffers of %zu bytes for each CPU: more locked memory than "
				 "kernel.perf_event_mlock_kb and 'ulimit -l' allow. Either of:\n"
				 "    prec record -m 16 ...\n"
				 "    sudo sysctl kernel.perf_event_mlock_kb=%zu",
				 size, 4 * (size / 1024) + 1024);
	if (code == -ENOMEM)
		return error_set(err, code, "no memory for buffers of %zu bytes for each CPU; try smaller ones (-m 16)",
				 size);
	return error_set(err, code, "cannot map a buffer of %zu bytes: %s", size, strerror(-code));
}

int diagnose_mmap_area(struct error *err, int code, size_t size, bool kept)
{
	const bool much = size > 64 * 1024;
	const char *less = much ? "64K" : "8K";
	char limit[64] = "";

	/* An area that is larger because of them cannot be made smaller alone; no sample has more than 60K. */
	if (kept)
		snprintf(limit, sizeof(limit), " (-S%s: %s at most)", much ? "" : " and --aux-sample", less);
	if (code == -EPERM || code == -EACCES)
		return error_set(err, code,
				 "no permission for traces of %zu bytes for each CPU: more locked memory than "
				 "kernel.perf_event_mlock_kb and 'ulimit -l' allow. Either of:\n"
				 "    prec record -m ,%s ...%s\n"
				 "    sudo sysctl kernel.perf_event_mlock_kb=%zu",
				 size, less, limit, 4 * (size / 1024) + 1024);
	if (code == -EOPNOTSUPP)
		return error_set(err, code, "the kernel has no AUX area for this event: its PMU writes no trace");
	if (code == -ENOMEM)
		return error_set(err, code, "no memory for traces of %zu bytes for each CPU; try less: -m ,%s%s", size,
				 less, limit);
	return error_set(err, code, "cannot map an AUX area of %zu bytes: %s", size, strerror(-code));
}
