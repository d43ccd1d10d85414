/*
 * groups: the example of the manual of perf_event_open(2) with a group: events with an id each, all read in one read(2)
 * and told apart by their ids. It uses the system call itself (prec/event.h), as prec/counters.h does for you.
 *
 *	cc groups.c $(pkg-config --cflags --libs libprec) -o groups && ./groups [EVENT...]
 */
#define _GNU_SOURCE /* usleep */
#include <prec/event.h>

#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EVENTS_MAX 16

struct group_read {
	uint64_t n, enabled, running;
	struct {
		uint64_t value, id;
	} events[EVENTS_MAX];
};

struct member {
	const char *name;
	int fd;
	uint64_t id;
};

static int open_member(struct member *m, int leader)
{
	struct perf_event_attr attr;
	struct prec_error err;

	if (prec_event_attr(m->name, &attr, sizeof(attr), &err)) {
		fprintf(stderr, "groups: %s\n", err.message);
		return -1;
	}
	attr.disabled = leader < 0;
	attr.sample_period = 0;
	attr.read_format =
		PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	m->fd = prec_event_open(&attr, 0, -1, leader, 0);
	if (m->fd < 0) {
		fprintf(stderr, "groups: %s: %s\n", m->name, strerror(-m->fd));
		return -1;
	}
	return prec_event_id(m->fd, &m->id);
}

static void work(void)
{
	char *volatile memory = malloc(1 << 20);

	if (memory)
		memset(memory, 1, 1 << 20);
	usleep(1000);
	free(memory);
}

int main(int argc, char **argv)
{
	static const char *const usual[] = { "page-faults", "context-switches", "cpu-clock", "task-clock" };
	const int n = argc > 1 ? argc - 1 : 4;
	struct member members[EVENTS_MAX];
	struct group_read counts;

	if (n > EVENTS_MAX)
		return 2;
	for (int i = 0; i < n; i++) {
		members[i] = (struct member){ .name = argc > 1 ? argv[i + 1] : usual[i] };
		if (open_member(&members[i], i ? members[0].fd : -1))
			return 1;
	}
	prec_event_reset(members[0].fd, true);
	prec_event_enable(members[0].fd, true);
	work();
	prec_event_disable(members[0].fd, true);
	if (read(members[0].fd, &counts, sizeof(counts)) < 0)
		return 1;
	for (uint64_t i = 0; i < counts.n; i++)
		for (int j = 0; j < n; j++)
			if (members[j].id == counts.events[i].id)
				printf("%12" PRIu64 "  %s\n", counts.events[i].value, members[j].name);
	for (int i = 0; i < n; i++)
		close(members[i].fd);
	return 0;
}
