#include "record/host/host_features.h"

#include "common/cursor.h"
#include "formats/feature/features_decode.h"
#include "formats/feature/features_encode.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <stdio.h>

struct machine {
	struct tree tree;
	char proc[300], sys[300];
	struct host_roots roots;
	struct buffer section;
};

static void machine_init(struct machine *m)
{
	tree_init(&m->tree);
	snprintf(m->proc, sizeof(m->proc), "%s/proc", m->tree.root);
	snprintf(m->sys, sizeof(m->sys), "%s/sys", m->tree.root);
	m->roots = (struct host_roots){ m->proc, m->sys };
	buffer_init(&m->section);
}

static void machine_fini(struct machine *m)
{
	buffer_fini(&m->section);
	tree_fini(&m->tree);
}

TEST(total_memory)
{
	struct machine m;
	struct cursor c;

	machine_init(&m);
	tree_write(&m.tree, "proc/meminfo", "MemTotal:       16000 kB\nMemFree: 1 kB\n");
	CHECK_EQ_I64(host_feature_encode(&m.section, FEATURE_TOTAL_MEM, &m.roots, NULL), 1);
	c = cursor_make(m.section.data, m.section.size, false);
	CHECK_EQ_U64(cursor_u64(&c), 16000);
	machine_fini(&m);
}

/* Nodes with the blocks of memory they have; one without any is left out. */
TEST(blocks_of_memory)
{
	struct feature_memory_bits node;
	struct feature_items items;
	uint64_t block_size;
	struct machine m;
	struct cursor c;

	machine_init(&m);
	tree_write(&m.tree, "sys/devices/system/memory/block_size_bytes", "8000000\n");
	tree_write(&m.tree, "sys/devices/system/node/node0/memory0/state", "");
	tree_write(&m.tree, "sys/devices/system/node/node0/memory65/state", "");
	tree_write(&m.tree, "sys/devices/system/node/node1/cpulist", "");
	CHECK_EQ_I64(host_feature_encode(&m.section, FEATURE_MEM_TOPOLOGY, &m.roots, NULL), 1);
	c = cursor_make(m.section.data, m.section.size, false);
	CHECK_EQ_I64(feature_memory_begin(&items, &c, &block_size), 0);
	CHECK_EQ_U64(block_size, 0x8000000);
	CHECK_EQ_I64(feature_next_memory_node(&items, &node), 1);
	CHECK_EQ_U64(node.node, 0);
	CHECK_EQ_U64(node.n_bits, 66);
	CHECK_EQ_U64(cursor_u64(&node.words), 1);
	CHECK_EQ_U64(cursor_u64(&node.words), 2);
	CHECK_EQ_I64(feature_next_memory_node(&items, &node), 0);
	machine_fini(&m);
}

/* Runs of white space become one blank. */
TEST(name_of_the_cpu)
{
	struct machine m;

	machine_init(&m);
	tree_write(&m.tree, "proc/cpuinfo", "processor\t: 0\nmodel name\t: A   CPU  9\n\n");
	CHECK_EQ_I64(host_feature_encode(&m.section, FEATURE_CPUDESC, &m.roots, NULL), 1);
	CHECK_STR((const char *)m.section.data + 4, "A CPU 9");
	machine_fini(&m);
}

/* What the machine does not say, and what is not of the machine, leaves the buffer as it was. */
TEST(nothing_to_say)
{
	struct machine m;

	machine_init(&m);
	buffer_put_u32(&m.section, 7);
	CHECK_EQ_I64(host_feature_encode(&m.section, FEATURE_TOTAL_MEM, &m.roots, NULL), 0);
	CHECK_EQ_I64(host_feature_encode(&m.section, FEATURE_CPUID, &m.roots, NULL), 0);
	CHECK_EQ_I64(host_feature_encode(&m.section, FEATURE_CACHE, &m.roots, NULL), 0);
	CHECK_EQ_I64(host_feature_encode(&m.section, FEATURE_CMDLINE, &m.roots, NULL), 0);
	CHECK_EQ_I64(host_feature_encode(&m.section, FEATURE_SAMPLE_TIME, &m.roots, NULL), 0);
	CHECK_EQ_U64(m.section.size, 4);
	machine_fini(&m);
}
