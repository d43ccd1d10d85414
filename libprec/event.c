/* event: implements prec/event.h. */
#include <prec/event.h>

#include "formats/record/attr.h"
#include "libprec/lib_types.h"
#include "record/events/event_parse.h"
#include "record/open/descriptor.h"
#include "record/open/perf_ioctl.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ATTR_SIZE_MIN 64u /* PERF_ATTR_SIZE_VER0 */

static int copy_attr(struct perf_event_attr *attr, size_t size, const struct event_attr *from, struct error *err)
{
	const char *bytes = (const char *)from;

	for (size_t i = size; i < sizeof(*from); i++)
		if (bytes[i])
			return error_set(err, -E2BIG, "an attr of %zu bytes has no room for all of the event", size);
	memset(attr, 0, size);
	memcpy(attr, from, size < sizeof(*from) ? size : sizeof(*from));
	memcpy((char *)attr + offsetof(struct event_attr, size), &(uint32_t){ (uint32_t)size }, sizeof(uint32_t));
	return 0;
}

static int find_attr(const struct event_list *list, const char *event, struct perf_event_attr *attr, size_t size,
		     struct error *err)
{
	struct event_attr own;

	if (size < ATTR_SIZE_MIN)
		return error_set(err, -EINVAL, "an attr has %u bytes at least, not %zu", ATTR_SIZE_MIN, size);
	if (list->n != 1)
		return error_set(err, -EINVAL, "'%s' is %d events, not one", event, list->n);
	if (list->events[0].probed || list->events[0].probe_args)
		return error_set(
			err, -EOPNOTSUPP,
			"'%s' is a probe, whose attr is not whole without the name that it points to; counters "
			"and samplers take its name",
			event);
	own = attr_to_kernel(&list->events[0].attr);
	return copy_attr(attr, size, &own, err);
}

int prec_event_attr(const char *event, struct perf_event_attr *attr, size_t size, struct prec_error *ret_error)
{
	struct error err = ERROR_INIT;
	struct event_list list;
	int result;

	event_list_init(&list);
	result = event_list_parse(&list, event, NULL, &err);
	if (!result)
		result = find_attr(&list, event, attr, size, &err);
	event_list_fini(&list);
	return result ? lib_error(ret_error, result, &err) : 0;
}

int prec_event_open(const struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd, unsigned long flags)
{
	int fd = (int)syscall(SYS_perf_event_open, attr, pid, cpu, group_fd, flags | DESCRIPTOR_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

static int control(int fd, unsigned long request, unsigned long argument)
{
	return ioctl(fd, request, argument) < 0 ? -errno : 0;
}

static int control_by(int fd, unsigned long request, const void *argument)
{
	return ioctl(fd, request, argument) < 0 ? -errno : 0;
}

int prec_event_enable(int fd, bool whole_group)
{
	return control(fd, PERF_EVENT_IOC_ENABLE, whole_group ? PERF_IOC_FLAG_GROUP : 0);
}

int prec_event_disable(int fd, bool whole_group)
{
	return control(fd, PERF_EVENT_IOC_DISABLE, whole_group ? PERF_IOC_FLAG_GROUP : 0);
}

int prec_event_reset(int fd, bool whole_group)
{
	return control(fd, PERF_EVENT_IOC_RESET, whole_group ? PERF_IOC_FLAG_GROUP : 0);
}

int prec_event_refresh(int fd, int n)
{
	return control(fd, PERF_EVENT_IOC_REFRESH, (unsigned long)n);
}

int prec_event_set_period(int fd, uint64_t period)
{
	return control_by(fd, PERF_EVENT_IOC_PERIOD, &period);
}

int prec_event_set_output(int fd, int output_fd)
{
	return descriptor_redirect(fd, output_fd);
}

int prec_event_set_filter(int fd, const char *filter)
{
	return descriptor_filter(fd, filter);
}

int prec_event_id(int fd, uint64_t *ret_id)
{
	return descriptor_id(fd, ret_id, NULL);
}

int prec_event_set_bpf(int fd, int program_fd)
{
	return control(fd, PERF_EVENT_IOC_SET_BPF, (unsigned long)program_fd);
}

/* struct perf_event_query_bpf. */
struct bpf_query {
	uint32_t room, n, ids[];
};

int prec_event_query_bpf(int fd, uint32_t *ids, size_t n)
{
	struct bpf_query *query;
	int result;

	if (n > INT_MAX / sizeof(*ids))
		return -E2BIG;
	query = calloc(1, sizeof(*query) + n * sizeof(*ids));
	if (!query)
		return -ENOMEM;
	query->room = (uint32_t)n;
	result = control_by(fd, PERF_EVENT_IOC_QUERY_BPF, query);
	/* ENOSPC: there are more, and query->n says how many. */
	if (!result || result == -ENOSPC) {
		memcpy(ids, query->ids, (query->n < n ? query->n : n) * sizeof(*ids));
		result = (int)query->n;
	}
	free(query);
	return result;
}

int prec_event_pause_output(int fd, bool is_paused)
{
	return descriptor_pause(fd, is_paused);
}

int prec_event_modify(int fd, const struct perf_event_attr *attr)
{
	return control_by(fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, attr);
}

int prec_events_enable_own(void)
{
	return prctl(PR_TASK_PERF_EVENTS_ENABLE, 0, 0, 0, 0) ? -errno : 0;
}

int prec_events_disable_own(void)
{
	return prctl(PR_TASK_PERF_EVENTS_DISABLE, 0, 0, 0, 0) ? -errno : 0;
}

int prec_event_set_signal(int fd, int signal, pid_t tid)
{
	const struct f_owner_ex owner = { .type = F_OWNER_TID, .pid = tid };
	int flags = fcntl(fd, F_GETFL);

	if (flags < 0)
		return -errno;
	if (!signal)
		return fcntl(fd, F_SETFL, flags & ~O_ASYNC) ? -errno : 0;
	if (fcntl(fd, F_SETOWN_EX, &owner) || fcntl(fd, F_SETSIG, signal) || fcntl(fd, F_SETFL, flags | O_ASYNC))
		return -errno;
	return 0;
}
