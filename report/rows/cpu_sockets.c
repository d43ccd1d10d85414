#include "report/rows/cpu_sockets.h"

#include "common/buffer.h"
#include "formats/feature/feature_topology.h"

#include <errno.h>
#include <stdlib.h>

static uint32_t cpus_available(const struct perf_file *f)
{
	uint32_t available = 0, online = 0;
	struct buffer b;
	struct cursor c;

	buffer_init(&b);
	if (!perf_file_read_feature(f, FEATURE_NRCPUS, &b, NULL)) {
		c = cursor_make(b.data, b.size, f->swap);
		feature_decode_nrcpus(&c, &available, &online);
	}
	buffer_fini(&b);
	return available;
}

static int sockets_fill(struct cpu_sockets *s, struct feature_topology_view *view)
{
	struct feature_cpu cpu;

	s->list = malloc((view->n_cpus + 1ull) * sizeof(*s->list));
	if (!s->list)
		return -ENOMEM;
	while (feature_next_cpu(view, &cpu) > 0)
		s->list[s->n++] = (int32_t)cpu.socket_id;
	return 0;
}

int cpu_sockets_read(struct cpu_sockets *ret_sockets, const struct perf_file *f)
{
	struct feature_topology_view view = { 0 };
	struct buffer b;
	struct cursor c;
	int result = 0;

	*ret_sockets = (struct cpu_sockets){ 0 };
	buffer_init(&b);
	if (!perf_file_read_feature(f, FEATURE_CPU_TOPOLOGY, &b, NULL)) {
		c = cursor_make(b.data, b.size, f->swap);
		feature_decode_cpu_topology(&c, cpus_available(f), &view);
		result = sockets_fill(ret_sockets, &view);
	}
	buffer_fini(&b);
	return result;
}

void cpu_sockets_fini(struct cpu_sockets *s)
{
	free(s->list);
	*s = (struct cpu_sockets){ 0 };
}
