/* Which thread drains what, on a machine of two packages of two cores of two threads, with the second node last. */
#include "record/drain/thread_masks.h"

#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <stdio.h>

struct machine {
	struct tree tree;
	struct host_roots roots;
};

static void machine_init(struct machine *m)
{
	static const char *const packages[] = { "0-1,4-5", "2-3,6-7" };
	char path[128], text[32];

	tree_init(&m->tree);
	m->roots = (struct host_roots){ .sys_root = m->tree.root };
	for (int cpu = 0; cpu < 8; cpu++) {
		snprintf(path, sizeof(path), "devices/system/cpu/cpu%d/topology/core_cpus_list", cpu);
		snprintf(text, sizeof(text), "%d,%d\n", cpu % 4, cpu % 4 + 4);
		tree_write(&m->tree, path, text);
		/* As before Linux 5.2. */
		snprintf(path, sizeof(path), "devices/system/cpu/cpu%d/topology/core_siblings_list", cpu);
		tree_write(&m->tree, path, packages[cpu % 4 / 2]);
	}
	tree_write(&m->tree, "devices/system/cpu/online", "0-7\n");
	tree_write(&m->tree, "devices/system/node/online", "0,2\n");
	tree_write(&m->tree, "devices/system/node/node0/cpulist", "0-1,4-5\n");
	tree_write(&m->tree, "devices/system/node/node2/cpulist", "2-3,6-7\n");
}

static void put_list(char *text, size_t size, const struct cpulist *list)
{
	size_t used = strlen(text);

	for (int i = 0; i < list->n && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%d", i ? "," : "", list->cpus[i]);
}

/* As text: the CPUs drained/those run on, of each thread. */
static void masks_text(const struct thread_masks *m, char *text, size_t size)
{
	*text = 0;
	for (unsigned i = 0; i < m->n; i++) {
		put_list(text, size, &m->list[i].rings);
		strncat(text, "/", size - strlen(text) - 1);
		put_list(text, size, &m->list[i].run);
		strncat(text, i + 1 < m->n ? " " : "", size - strlen(text) - 1);
	}
}

static int make(const struct machine *m, const char *spec_text, const char *cpus_text, bool per_thread,
		struct thread_masks *ret_masks, struct error *err)
{
	struct thread_spec spec;
	struct cpulist cpus;
	int result = thread_spec_parse(&spec, spec_text, err);

	*ret_masks = (struct thread_masks){ 0 };
	if (result)
		return result;
	CHECK_EQ_I64(cpulist_parse(&cpus, cpus_text, NULL), 0);
	result = thread_masks_make(ret_masks, &spec, &cpus, per_thread, &m->roots, err);
	cpulist_fini(&cpus);
	return result;
}

static void check(const struct machine *m, const char *spec, const char *cpus, const char *want)
{
	struct thread_masks masks;
	char text[256];

	CHECK_EQ_I64(make(m, spec, cpus, false, &masks, NULL), 0);
	masks_text(&masks, text, sizeof(text));
	CHECK_STR(text, want);
	thread_masks_fini(&masks);
}

static void check_refused(const struct machine *m, const char *spec, bool per_thread, const char *word)
{
	struct error err = ERROR_INIT;
	struct thread_masks masks;

	CHECK_EQ_I64(make(m, spec, "0-3", per_thread, &masks, &err), -EINVAL);
	if (!strstr(err.message, word))
		test_fail(__FILE__, __LINE__, "'%s': %s", spec, err.message);
	thread_masks_fini(&masks);
}

TEST(numbers)
{
	struct machine m;

	machine_init(&m);
	check(&m, "1", "0-7", "0,1,2,3,4,5,6,7/");
	check(&m, "3", "0-7", "0,1/ 2,3,4/ 5,6,7/");
	check(&m, "9", "2,5", "2/ 5/");
	tree_fini(&m.tree);
}

TEST(words)
{
	struct machine m;

	machine_init(&m);
	check(&m, NULL, "1,3", "1/1 3/3");
	check(&m, "cpu", "0-2", "0/0 1/1 2/2");
	check(&m, "core", "0-7", "0,4/0,4 1,5/1,5 2,6/2,6 3,7/3,7");
	check(&m, "core", "0,1,5", "0/0 1,5/1,5");
	check(&m, "package", "0-7", "0,1,4,5/0,1,4,5 2,3,6,7/2,3,6,7");
	check(&m, "numa", "1-3", "1/1 2,3/2,3");
	tree_fini(&m.tree);
}

TEST(lists)
{
	struct machine m;

	machine_init(&m);
	check(&m, "0-1/0:2-3/2,3", "0-7", "0,1/0 2,3/2,3");
	/* What is not recorded is left out. */
	check(&m, "0-1,9/1,9", "1-2", "1/1");
	check(&m, "0/0:1/3:2/7", "1-2", "1/3 2/7");
	check(&m, "0/0:3/3", "1", "");
	tree_fini(&m.tree);
}

TEST(what_is_refused)
{
	struct machine m;

	machine_init(&m);
	check_refused(&m, "0", false, "'0'");
	check_refused(&m, "1025", false, "1024");
	check_refused(&m, "", false, "''");
	check_refused(&m, "cpus", false, "cpus");
	check_refused(&m, "2x", false, "2x");
	check_refused(&m, "0/0:", false, "''");
	check_refused(&m, "0/0/0", false, "0/0/0");
	check_refused(&m, "0/x", false, "'x'");
	check_refused(&m, "8/0", false, "'8' is online");
	check_refused(&m, "0/8", false, "'8' is online");
	check_refused(&m, "0-1/0:1/1", false, "have CPUs in common");
	check_refused(&m, "0/0:1/0", false, "run on the same CPUs");
	check_refused(&m, "cpu", true, "--per-thread");
	tree_fini(&m.tree);
}

TEST(rings_of_threads)
{
	struct thread_masks masks;
	struct machine m;

	machine_init(&m);
	CHECK_EQ_I64(make(&m, "3", "", true, &masks, NULL), 0);
	CHECK_EQ_U64(masks.n, 3);
	thread_masks_fini(&masks);
	tree_fini(&m.tree);
}

TEST(a_machine_without_topology)
{
	const struct machine m = { .roots = { .sys_root = "/nonexistent" } };
	struct error err = ERROR_INIT;
	struct thread_masks masks;

	CHECK_EQ_I64(make(&m, "numa", "0", false, &masks, &err), -ENOENT);
	CHECK(strstr(err.message, "numa"));
	thread_masks_fini(&masks);
}
