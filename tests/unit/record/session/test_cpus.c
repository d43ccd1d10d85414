/* CPUs that come and go, as uevents say that a socket brings; nothing can be opened on them. */
#include "record/session/cpus.h"

#include "tests/support/made_rings.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define RING_BYTES 65536
#define CPUS       2
#define AREA_SIZE  8192
#define AUX_HEAD   1056 /* in the control page */
#define NO_TYPE    0xffffff
#define TRACE_CPU  1

struct fixture {
	struct made_rings m;
	struct target target;
	struct snapshot_config snapshots;
	struct watch watch;
	struct cpus cpus;
	int uevents; /* what is written there comes */
	bool is_due;
};

/* The ring of a CPU has an area that is overwritten, and was filled more than once. */
static void make_area(struct fixture *f)
{
	struct open_ring *ring = &f->m.sampler.rings.rings[MADE_FIRST + TRACE_CPU];
	const uint64_t head = AREA_SIZE + 100;

	ring->area.aux = (struct aux_ring){ .control = ring->ring.base, .size = AREA_SIZE, .overwritten = true };
	ring->area.aux.data = mmap(NULL, AREA_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(ring->area.aux.data != MAP_FAILED);
	memset(ring->area.aux.data, 7, AREA_SIZE);
	memcpy((char *)ring->ring.base + AUX_HEAD, &head, sizeof(head));
}

static void fixture_init(struct fixture *f)
{
	static int cpus[] = { 0, 1 };
	const struct session_config config = { 0 };
	int ends[2];

	*f = (struct fixture){ .target = { .kind = TARGET_SYSTEM, .cpus = { cpus, CPUS } },
			       .snapshots = { .are_wanted = true, .bytes = 4096 } };
	made_rings_init(&f->m, CPUS, RING_BYTES, &config);
	sampler_set_target(&f->m.sampler, &f->target, &f->m.diagnostics);
	for (unsigned i = 0; i < 2; i++)
		f->m.events[i].attr.type = NO_TYPE;
	for (unsigned i = 0; i < f->m.n; i++) {
		f->m.sampler.rings.rings[i].closed = calloc(2, sizeof(uint32_t));
		CHECK(f->m.sampler.rings.rings[i].closed);
	}
	make_area(f);
	CHECK_EQ_I64(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends), 0);
	f->uevents = ends[1];
	cpus_init(&f->cpus, &f->m.sampler, &f->m.drain, &f->watch, &f->snapshots, &f->m.diagnostics);
	if (f->cpus.hotplug_fd >= 0)
		close(f->cpus.hotplug_fd);
	f->cpus.hotplug_fd = ends[0];
	CHECK_EQ_I64(watch_init(&f->watch, &f->m.drain, ends[0], -1, &f->is_due, NULL), 0);
}

static void fixture_fini(struct fixture *f)
{
	cpus_fini(&f->cpus);
	watch_fini(&f->watch);
	close(f->uevents);
	for (unsigned i = 0; i < f->m.n; i++) {
		free(f->m.sampler.rings.rings[i].closed);
		aux_ring_unmap(&f->m.sampler.rings.rings[i].area.aux);
	}
	made_rings_fini(&f->m);
}

static void take(struct fixture *f, const char *action)
{
	char uevent[64];
	int size = snprintf(uevent, sizeof(uevent), "%s@/devices/system/cpu/cpu%d", action, TRACE_CPU);

	CHECK_EQ_I64(send(f->uevents, uevent, (size_t)size + 1, 0), size + 1);
	CHECK_EQ_I64(cpus_take_changes(&f->cpus, NULL), 0);
}

TEST(what_a_trace_has_for_snapshots_is_kept)
{
	struct fixture f;

	fixture_init(&f);
	take(&f, "offline");
	CHECK_EQ_U64(f.m.streams.traces.bytes, 0); /* a snapshot still reads it */
	take(&f, "online");
	CHECK_EQ_U64(f.m.streams.traces.bytes, 4096);
	fixture_fini(&f);
}

TEST(what_no_snapshot_is_wanted_of_is_not)
{
	struct fixture f;

	fixture_init(&f);
	f.snapshots.are_wanted = false;
	take(&f, "offline");
	take(&f, "online");
	CHECK_EQ_U64(f.m.streams.traces.bytes, 0);
	fixture_fini(&f);
}
