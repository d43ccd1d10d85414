/* Events by the names of libpfm4, of a CPU that LIBPFM_FORCE_PMU chooses. */
#include "record/events/event_pfm.h"
#include "record/pmu/event_listing.h"
#include "record/pmu/pfm_library.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Skylake server: MEM_LOAD_RETIRED is 0xd1, INST_RETIRED 0xc0 and BR_INST_RETIRED 0xc4 in Intel's tables. */
#define CPU "skx"

#define PFM_NOT_INITIALIZED (-3) /* PFM_ERR_NOINIT of perfmon/err.h */

struct machine {
	struct tree tree;
	struct event_context context;
	struct event_list list;
	struct error err;
};

static void machine_init(struct machine *m)
{
	struct pfm_library *library;

	setenv("LIBPFM_FORCE_PMU", CPU, 1);
	memset(m, 0, sizeof(*m));
	if (pfm_library_open(&library, &m->err))
		test_skip("%s", m->err.message);
	pfm_library_close(library);
	tree_init(&m->tree);
	tree_write(&m->tree, "bus/event_source/devices/cpu/type", "4\n");
	m->context = (struct event_context){ .sys_root = m->tree.root, .tracefs = m->tree.root };
	event_list_init(&m->list);
}

static void machine_fini(struct machine *m)
{
	event_list_fini(&m->list);
	tree_fini(&m->tree);
}

static int parse(struct machine *m, const char *text)
{
	event_list_fini(&m->list);
	return event_pfm_parse(&m->list, text, &m->context, &m->err);
}

TEST(encodings)
{
	const struct event_spec *specs;
	struct machine m;

	machine_init(&m);
	if (parse(&m, "MEM_LOAD_RETIRED:L3_MISS,inst_retired:any_p:u," CPU
		      "::BR_INST_RETIRED:ALL_BRANCHES:k:c=2:precise=2,MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=30:freq=50"))
		test_fail(__FILE__, __LINE__, "%s", m.err.message);
	specs = m.list.events;
	CHECK_EQ_I64(m.list.n, 4);
	CHECK_EQ_U64(specs[0].attr.type, PERF_TYPE_RAW);
	CHECK_EQ_U64(specs[0].attr.config & 0xffff, 0x20d1);
	CHECK_STR(specs[0].name, "MEM_LOAD_RETIRED:L3_MISS");
	CHECK_STR(specs[0].pmu, "cpu");
	CHECK(specs[0].attr.flags & ATTR_EXCLUDE_GUEST);
	CHECK_EQ_U64(specs[1].attr.config & 0xffff, 0xc0);
	CHECK(specs[1].attr.flags & ATTR_EXCLUDE_KERNEL && !(specs[1].attr.flags & ATTR_EXCLUDE_USER));
	CHECK_EQ_U64(specs[2].attr.config >> 24 & 0xff, 2);
	CHECK(specs[2].attr.flags & ATTR_EXCLUDE_USER);
	CHECK_EQ_U64((specs[2].attr.flags & ATTR_PRECISE_IP_MASK) >> ATTR_PRECISE_IP_SHIFT, 2);
	CHECK_EQ_U64(specs[3].attr.config1, 30);
	CHECK_EQ_U64(specs[3].freq, 50);
	CHECK_EQ_I64(specs[3].item, 4);
	machine_fini(&m);
}

TEST(groups)
{
	struct machine m;

	machine_init(&m);
	CHECK_EQ_I64(parse(&m, "INST_RETIRED:period=1000,{BR_INST_RETIRED,MEM_LOAD_RETIRED:L3_MISS},INST_RETIRED"), 0);
	CHECK_EQ_U64(m.list.events[0].period, 1000);
	CHECK_EQ_I64(m.list.events[0].group, 0);
	CHECK_EQ_I64(m.list.events[1].group, 1);
	CHECK_EQ_I64(m.list.events[2].group, 1);
	CHECK_EQ_I64(m.list.events[3].group, 0);
	machine_fini(&m);
}

/* Blanks around events and braces mean nothing; cpu= is where the event counts. */
TEST(blanks_and_cpus)
{
	struct machine m;

	machine_init(&m);
	CHECK_EQ_I64(
		parse(&m, " INST_RETIRED:cpu=2 ,\t{ BR_INST_RETIRED , MEM_LOAD_RETIRED:L3_MISS } , INST_RETIRED\n"), 0);
	CHECK_EQ_I64(m.list.n, 4);
	CHECK_STR(m.list.events[0].name, "INST_RETIRED:cpu=2");
	CHECK_EQ_I64(m.list.events[0].pmu_cpus.n, 1);
	CHECK_EQ_I64(m.list.events[0].pmu_cpus.cpus[0], 2);
	CHECK_STR(m.list.events[2].name, "MEM_LOAD_RETIRED:L3_MISS");
	CHECK_EQ_I64(m.list.events[2].group, 1);
	CHECK_STR(m.list.events[3].name, "INST_RETIRED");
	CHECK_EQ_I64(m.list.events[3].pmu_cpus.n, 0);
	machine_fini(&m);
}

static void check_error(struct machine *m, const char *text, int code, size_t place, const char *want)
{
	char at[64];

	m->err = (struct error)ERROR_INIT;
	CHECK_EQ_I64(parse(m, text), code);
	CHECK_EQ_I64(m->list.n, 0);
	CHECK_EQ_I64(m->list.n_groups, 0);
	snprintf(at, sizeof(at), ", at character %zu: ", place);
	if (!strstr(m->err.message, want) || strncmp(m->err.message, "--pfm-events '", 14) != 0 ||
	    !strstr(m->err.message, at))
		test_fail(__FILE__, __LINE__, "%s: '%s' not in: %s", at, want, m->err.message);
}

TEST(errors)
{
	char text[400];
	struct machine m;

	machine_init(&m);
	check_error(&m, "INST_RETIRED,NO_SUCH", -ENOENT, 14, "no event 'NO_SUCH': libpfm4: event not found");
	check_error(&m, "INST_RETIRED:NO_MASK", -ENOENT, 1, "'INST_RETIRED:NO_MASK'");
	check_error(&m, "INST_RETIRED:cpu=99999", -EINVAL, 1, "cpu");
	check_error(&m, "{INST_RETIRED", -EINVAL, 14, "'{' without '}'");
	check_error(&m, "INST_RETIRED }", -EINVAL, 14, "'}' without '{'");
	check_error(&m, "{INST_RETIRED}}", -EINVAL, 15, "'}' without '{'");
	check_error(&m, "{INST_RETIRED,{BR_INST_RETIRED}}", -EINVAL, 15, "a group within a group");
	check_error(&m, "{{INST_RETIRED}}", -EINVAL, 2, "a group within a group");
	check_error(&m, "{ }", -EINVAL, 3, "a group without events");
	check_error(&m, "{INST_RETIRED,}", -EINVAL, 15, "an event is missing");
	check_error(&m, "INST_RETIRED, ,INST_RETIRED", -EINVAL, 15, "an event is missing");
	check_error(&m, "INST_RETIRED,", -EINVAL, 14, "an event is missing");
	check_error(&m, "INST_RETIRED{INST_RETIRED}", -EINVAL, 13, "expected ',' or the end");
	check_error(&m, "{INST_RETIRED}INST_RETIRED", -EINVAL, 15, "expected ',' or the end");
	check_error(&m, "", -EINVAL, 1, "an event is missing");
	memset(text, ' ', sizeof(text));
	strcpy(text + 300, "NO_SUCH");
	check_error(&m, text, -ENOENT, 301, "no event 'NO_SUCH'");
	machine_fini(&m);
}

/* Whoever else has it loaded finds the library as it was before. */
TEST(library_is_terminated)
{
	void *handle = dlopen("libpfm.so.4", RTLD_NOW);
	int (*find_event)(const char *name) = NULL;
	struct machine m;
	void *found;

	machine_init(&m);
	found = dlsym(handle, "pfm_find_event");
	memcpy(&find_event, &found, sizeof(found));
	CHECK(find_event);
	CHECK_EQ_I64(parse(&m, "INST_RETIRED"), 0);
	CHECK_EQ_I64(find_event("INST_RETIRED"), PFM_NOT_INITIALIZED);
	machine_fini(&m);
	dlclose(handle);
}

struct listed {
	int n;
	bool has_mask;
};

static void count(void *context, const struct event_listed *event)
{
	struct listed *listed = context;

	if (event->kind != EVENT_KIND_PFM)
		return;
	listed->n++;
	if (!strcmp(event->name, CPU "::MEM_LOAD_RETIRED:L3_MISS"))
		listed->has_mask = event->about && !strcmp(event->unit, CPU);
}

TEST(listing)
{
	struct listed listed = { 0 };
	struct machine m;

	machine_init(&m);
	event_listing_each(&m.context, count, &listed);
	CHECK(listed.has_mask);
	CHECK(listed.n > 100);
	m.context.sys_root = "/nonexistent";
	listed.n = 0;
	event_listing_each(&m.context, count, &listed);
	CHECK_EQ_I64(listed.n, 0);
	machine_fini(&m);
}
