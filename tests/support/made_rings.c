#include "tests/support/made_rings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

/* Of the control page: struct perf_event_mmap_page. */
#define DATA_HEAD 1024
#define DATA_TAIL 1032

#define FIELDS (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN)

/* A measurement has no test harness. */
static void must(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "made_rings: failed: %s\n", what);
	abort();
}

#define MUST(what) must(what, #what)

static uint64_t *field(const struct made_rings *m, unsigned ring, size_t offset)
{
	return (uint64_t *)((char *)m->sampler.rings.rings[ring].ring.base + offset);
}

static void map_ring(struct made_rings *m, unsigned ring, size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct open_ring *open = &m->sampler.rings.rings[ring];

	open->ring.base = mmap(NULL, page + bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	open->ring.size = bytes;
	open->is_sideband = ring == MADE_SIDEBAND;
	open->cpu = ring == MADE_SIDEBAND ? 0 : (int)ring - MADE_FIRST;
	open->tid = -1;
	m->rings[ring].fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	MUST(open->ring.base != MAP_FAILED && m->rings[ring].fd >= 0);
	m->sampler.rings.events[ring] = (struct event_fd){ .fd = m->rings[ring].fd, .ring = ring };
}

static void make_events(struct made_rings *m)
{
	for (unsigned i = 0; i < 2; i++) {
		m->ids[i] = 7 + i;
		m->events[i].attr = (struct event_attr){ .size = ATTR_SIZE_VER7,
							 .flags = ATTR_SAMPLE_ID_ALL,
							 .sample_type = FIELDS };
		m->events[i].ids = &m->ids[i];
		m->events[i].n_ids = 1;
	}
	m->events[0].spec = &m->spec;
	m->sampler.set = (struct event_set){ m->events, 2 };
}

static void start_file(struct made_rings *m)
{
	const struct feature_event events[] = { { "event", &m->events[0].attr, &m->ids[0], 1 },
						{ "sideband", &m->events[1].attr, &m->ids[1], 1 } };
	const struct perf_writer_setup setup = { .events = events, .n_events = 2 };

	m->fd = memfd_create("made", MFD_CLOEXEC);
	MUST(m->fd >= 0);
	MUST(!perf_writer_start(&m->streams.writer, m->fd, false, &setup, NULL));
}

void made_rings_init(struct made_rings *m, unsigned n, size_t bytes, const struct session_config *config)
{
	*m = (struct made_rings){ .n = n + 1 };
	make_events(m);
	m->rings = calloc(m->n, sizeof(*m->rings));
	m->sampler.rings = (struct ring_set){ .set = &m->sampler.set, .n_rings = m->n, .n_events = m->n };
	m->sampler.rings.rings = calloc(m->n, sizeof(*m->sampler.rings.rings));
	m->sampler.rings.events = calloc(m->n, sizeof(*m->sampler.rings.events));
	MUST(m->rings && m->sampler.rings.rings && m->sampler.rings.events);
	for (unsigned i = 0; i < m->n; i++)
		map_ring(m, i, bytes);
	diagnostics_init(&m->diagnostics, NOTICE_WARNING);
	MUST(!streams_init(&m->streams, config, &m->sampler.set, true, NULL));
	streams_keep_files(&m->streams, config);
	start_file(m);
	MUST(!drain_init(&m->drain, &m->sampler, &m->streams, config, &m->diagnostics, NULL));
	m->watch.rings = &m->sampler.rings;
}

void made_rings_fini(struct made_rings *m)
{
	drain_fini(&m->drain);
	streams_fini(&m->streams);
	diagnostics_fini(&m->diagnostics);
	ring_watch_fini(&m->watch);
	for (unsigned i = 0; i < m->n; i++) {
		ring_unmap(&m->sampler.rings.rings[i].ring);
		close(m->rings[i].fd);
	}
	free(m->sampler.rings.rings);
	free(m->sampler.rings.events);
	free(m->rings);
	close(m->fd);
}

void made_rings_begin(struct made_rings *m, bool watched)
{
	for (unsigned i = MADE_FIRST; i < m->n && watched; i++) {
		int epoll_fd = drain_epoll_fd(&m->drain, i);

		if (epoll_fd >= 0)
			MUST(!ring_watch_add(&m->watch, i, epoll_fd));
	}
	MUST(!drain_begin(&m->drain, &m->watch, NULL));
}

static void copy_in(const struct ring *ring, uint64_t at, const void *record, size_t size)
{
	uint8_t *data = (uint8_t *)ring->base + sysconf(_SC_PAGESIZE);
	size_t place = (size_t)at & (ring->size - 1);
	size_t first = size < ring->size - place ? size : ring->size - place;

	memcpy(data + place, record, first);
	memcpy(data, (const uint8_t *)record + first, size - first);
}

bool made_rings_put(struct made_rings *m, unsigned ring, const void *record, size_t size)
{
	const struct ring *to = &m->sampler.rings.rings[ring].ring;
	struct made_ring *made = &m->rings[ring];
	uint64_t tail = __atomic_load_n(field(m, ring, DATA_TAIL), __ATOMIC_ACQUIRE);

	if (made->head + size - tail > to->size)
		return false;
	copy_in(to, made->head, record, size);
	made->head += size;
	__atomic_store_n(field(m, ring, DATA_HEAD), made->head, __ATOMIC_RELEASE);
	return true;
}

void made_rings_repeat(struct made_rings *m, unsigned ring)
{
	m->rings[ring].head += m->sampler.rings.rings[ring].ring.size;
	__atomic_store_n(field(m, ring, DATA_HEAD), m->rings[ring].head, __ATOMIC_RELEASE);
}

bool made_rings_put_sample(struct made_rings *m, unsigned ring, const struct made_sample *sample)
{
	uint64_t words[6 + MADE_CHAIN_MAX];
	const size_t size = 8 * (6 + (size_t)sample->n_callers);
	const struct {
		uint32_t type;
		uint16_t misc, size;
	} header = { PERF_RECORD_SAMPLE, sample->ip >> 63 ? RECORD_MISC_KERNEL : RECORD_MISC_USER, (uint16_t)size };

	memcpy(words, &header, sizeof(header));
	words[1] = sample->id ? sample->id : m->ids[0];
	words[2] = sample->ip;
	words[3] = sample->pid | (uint64_t)sample->pid << 32;
	words[4] = sample->time;
	words[5] = sample->n_callers;
	for (unsigned i = 0; i < sample->n_callers; i++)
		words[6 + i] = sample->ip + 64 * i;
	return made_rings_put(m, ring, words, size);
}

bool made_rings_put_switch(struct made_rings *m, unsigned ring, uint32_t pid, uint64_t time)
{
	const struct {
		uint32_t type;
		uint16_t misc, size;
		uint32_t pid, tid;
		uint64_t time, id;
	} record = { PERF_RECORD_SWITCH, RECORD_MISC_SWITCH_OUT, sizeof(record), pid, pid, time, m->ids[1] };

	return made_rings_put(m, ring, &record, sizeof(record));
}

int made_rings_round(struct made_rings *m, struct error *err)
{
	int result = drain_round(&m->drain, err);

	drain_pause(&m->drain);
	if (!result)
		result = drain_flush(&m->drain, false, err);
	if (!result)
		result = drain_relax(&m->drain, err);
	drain_resume(&m->drain);
	if (!result)
		result = streams_cut(&m->streams, err);
	return result ? result : perf_writer_flush(&m->streams.writer, err);
}
