#include "formats/feature/feature_bpf.h"
#include "formats/feature/feature_topology.h"
#include "formats/feature/features_decode.h"
#include "formats/feature/features_encode.h"
#include "tests/support/features_sample.h"
#include "tests/support/test.h"

#include <errno.h>

/* Runs a check over the section of one feature in both byte orders. */
static void with_section(unsigned feature, void (*check)(struct cursor *c))
{
	for (int swap = 0; swap < 2; swap++) {
		struct buffer b;
		struct cursor c;

		buffer_init(&b);
		b.swap = swap;
		CHECK(features_sample(&b, feature));
		CHECK(buffer_ok(&b));
		c = cursor_make(b.data, b.size, swap);
		check(&c);
		CHECK_EQ_U64(cursor_left(&c), 0);
		buffer_fini(&b);
	}
}

static void check_hostname(struct cursor *c)
{
	const char *text = NULL;

	CHECK_EQ_I64(feature_decode_string(c, &text), 0);
	CHECK_STR(text, "host");
}

TEST(string)
{
	with_section(FEATURE_HOSTNAME, check_hostname);
}

static void check_nrcpus(struct cursor *c)
{
	uint32_t available = 0, online = 0;

	CHECK_EQ_I64(feature_decode_nrcpus(c, &available, &online), 0);
	CHECK_EQ_U64(available, 2);
	CHECK_EQ_U64(online, 1);
}

static void check_total_mem(struct cursor *c)
{
	uint64_t kibibytes = 0;

	CHECK_EQ_I64(feature_decode_u64(c, &kibibytes), 0);
	CHECK_EQ_U64(kibibytes, 4096);
}

static void check_sample_time(struct cursor *c)
{
	uint64_t first = 0, last = 0;

	CHECK_EQ_I64(feature_decode_sample_time(c, &first, &last), 0);
	CHECK_EQ_U64(first, 1500000999);
	CHECK_EQ_U64(last, 3750000000);
}

static void check_e_machine(struct cursor *c)
{
	uint32_t machine = 0, flags = 0;

	CHECK_EQ_I64(feature_decode_e_machine(c, &machine, &flags), 0);
	CHECK_EQ_U64(machine, 62);
	CHECK_EQ_U64(flags, 5);
}

static void check_cln_size(struct cursor *c)
{
	uint32_t size = 0;

	CHECK_EQ_I64(feature_decode_u32(c, &size), 0);
	CHECK_EQ_U64(size, 64);
}

TEST(numbers)
{
	with_section(FEATURE_NRCPUS, check_nrcpus);
	with_section(FEATURE_TOTAL_MEM, check_total_mem);
	with_section(FEATURE_SAMPLE_TIME, check_sample_time);
	with_section(FEATURE_E_MACHINE, check_e_machine);
	with_section(FEATURE_CLN_SIZE, check_cln_size);
}

static void check_compressed(struct cursor *c)
{
	struct feature_compression z = { 0 };

	CHECK_EQ_I64(feature_decode_compressed(c, &z), 0);
	CHECK_EQ_U64(z.version, 1);
	CHECK_EQ_U64(z.type, 1);
	CHECK_EQ_U64(z.level, 3);
	CHECK_EQ_U64(z.ratio, 9);
	CHECK_EQ_U64(z.mmap_len, 1 << 20);
}

static void check_clock_data(struct cursor *c)
{
	struct feature_clock clock = { 0 };

	CHECK_EQ_I64(feature_decode_clock_data(c, &clock), 0);
	CHECK_EQ_U64(clock.clockid, 1);
	CHECK_EQ_U64(clock.wall_time, 86400000002000);
	CHECK_EQ_U64(clock.clock_time, 5000000003);
}

TEST(structures)
{
	with_section(FEATURE_COMPRESSED, check_compressed);
	with_section(FEATURE_CLOCK_DATA, check_clock_data);
}

static void check_cmdline(struct cursor *c)
{
	static const char *const want[] = { "prec", "record", "it's" };
	struct feature_items items;
	const char *text = NULL;

	CHECK_EQ_I64(feature_items_begin(&items, c), 0);
	for (size_t i = 0; i < ARRAY_SIZE(want); i++) {
		CHECK_EQ_I64(feature_next_string(&items, &text), 1);
		CHECK_STR(text, want[i]);
	}
	CHECK_EQ_I64(feature_next_string(&items, &text), 0);
}

TEST(cmdline)
{
	with_section(FEATURE_CMDLINE, check_cmdline);
}

static void check_event_desc(struct cursor *c)
{
	struct event_desc_entry e;
	struct event_desc desc;

	CHECK_EQ_I64(event_desc_begin(&desc, c), 0);
	CHECK_EQ_I64(event_desc_next(&desc, &e), 1);
	CHECK_STR(e.name, "cycles:u");
	CHECK_EQ_U64(e.attr_size, ATTR_SIZE_VER7);
	CHECK_BYTES(&e.attr, &features_sample_attr, sizeof(e.attr));
	CHECK_EQ_U64(e.n_ids, 2);
	CHECK_EQ_U64(cursor_u64(&e.ids), 7);
	CHECK_EQ_U64(cursor_u64(&e.ids), 8);
	CHECK_EQ_I64(event_desc_next(&desc, &e), 0);
}

TEST(event_desc)
{
	with_section(FEATURE_EVENT_DESC, check_event_desc);
}

static void check_topology(struct cursor *c)
{
	static const struct feature_cpu want[] = { { 0, 3, 1 }, { 5, 3, 2 } };
	struct feature_topology_view view;
	struct feature_items items;
	struct feature_cpu cpu;
	const char *text = NULL;

	CHECK_EQ_I64(feature_decode_cpu_topology(c, 2, &view), 0);
	CHECK_EQ_U64(view.cores.n, 1);
	CHECK_EQ_U64(view.dies.n, 1);
	CHECK_EQ_U64(view.threads.n, 2);
	items = (struct feature_items){ .c = &view.threads.c, .left = view.threads.n };
	CHECK_EQ_I64(feature_next_string(&items, &text), 1);
	CHECK_EQ_I64(feature_next_string(&items, &text), 1);
	CHECK_STR(text, "1");
	for (size_t i = 0; i < ARRAY_SIZE(want); i++) {
		CHECK_EQ_I64(feature_next_cpu(&view, &cpu), 1);
		CHECK_EQ_U64(cpu.core_id, want[i].core_id);
		CHECK_EQ_U64(cpu.socket_id, want[i].socket_id);
		CHECK_EQ_U64(cpu.die_id, want[i].die_id);
	}
	CHECK_EQ_I64(feature_next_cpu(&view, &cpu), 0);
}

TEST(cpu_topology)
{
	with_section(FEATURE_CPU_TOPOLOGY, check_topology);
}

/* What perf wrote before it knew dies, and before it wrote ids. */
TEST(cpu_topology_of_old_files)
{
	static const struct feature_cpu cpus[] = { { 4, 0, 0 } };
	static const char *const list[] = { "0" };
	struct feature_topology topology = {
		.cores = list, .n_cores = 1, .threads = list, .n_threads = 1, .cpus = cpus, .n_cpus = 1
	};
	struct feature_topology_view view;
	struct buffer b;
	struct cursor c;

	for (topology.n_cpus = 0; topology.n_cpus < 2; topology.n_cpus++) {
		buffer_init(&b);
		feature_encode_cpu_topology(&b, &topology);
		buffer_append(&b, NULL, 4); /* as records of a pipe are padded */
		c = cursor_make(b.data, b.size, false);
		CHECK_EQ_I64(feature_decode_cpu_topology(&c, 1, &view), 0);
		CHECK_EQ_U64(view.n_cpus, topology.n_cpus);
		CHECK_EQ_U64(view.dies.n, 0);
		buffer_fini(&b);
	}
}

static void check_numa(struct cursor *c)
{
	struct feature_numa_node node;
	struct feature_items items;

	CHECK_EQ_I64(feature_items_begin(&items, c), 0);
	CHECK_EQ_I64(feature_next_numa_node(&items, &node), 1);
	CHECK_EQ_U64(node.node, 1);
	CHECK_EQ_U64(node.total_kib, 300);
	CHECK_EQ_U64(node.free_kib, 200);
	CHECK_STR(node.cpus, "0-1");
	CHECK_EQ_I64(feature_next_numa_node(&items, &node), 0);
}

static void check_memory(struct cursor *c)
{
	struct feature_memory_bits node;
	struct feature_items items;
	uint64_t block_size = 0;

	CHECK_EQ_I64(feature_memory_begin(&items, c, &block_size), 0);
	CHECK_EQ_U64(block_size, 0x8000000);
	CHECK_EQ_I64(feature_next_memory_node(&items, &node), 1);
	CHECK_EQ_U64(node.node, 0);
	CHECK_EQ_U64(node.n_bits, 100);
	CHECK_EQ_U64(cursor_u64(&node.words), 0xff);
	CHECK_EQ_U64(cursor_u64(&node.words), 1);
	CHECK_EQ_I64(feature_next_memory_node(&items, &node), 0);
}

static void check_cache(struct cursor *c)
{
	struct feature_cache cache;
	struct feature_items items;

	CHECK_EQ_I64(feature_caches_begin(&items, c), 0);
	CHECK_EQ_I64(feature_next_cache(&items, &cache), 1);
	CHECK_EQ_U64(cache.level, 1);
	CHECK_EQ_U64(cache.line_size, 64);
	CHECK_EQ_U64(cache.ways, 8);
	CHECK_STR(cache.type, "Data");
	CHECK_STR(cache.size, "32K");
	CHECK_STR(cache.cpus, "0-1");
	CHECK_EQ_I64(feature_next_cache(&items, &cache), 0);
}

TEST(memory_and_caches)
{
	with_section(FEATURE_NUMA_TOPOLOGY, check_numa);
	with_section(FEATURE_MEM_TOPOLOGY, check_memory);
	with_section(FEATURE_CACHE, check_cache);
}

static void check_pmus(struct cursor *c)
{
	struct feature_items items;
	struct feature_pmu pmu;

	CHECK_EQ_I64(feature_items_begin(&items, c), 0);
	CHECK_EQ_I64(feature_next_pmu(&items, &pmu), 1);
	CHECK_EQ_I64(feature_next_pmu(&items, &pmu), 1);
	CHECK_EQ_U64(pmu.type, 7);
	CHECK_STR(pmu.name, "cpu_atom");
	CHECK_EQ_I64(feature_next_pmu(&items, &pmu), 0);
}

static void check_groups(struct cursor *c)
{
	struct feature_group group;
	struct feature_items items;

	CHECK_EQ_I64(feature_items_begin(&items, c), 0);
	CHECK_EQ_I64(feature_next_group(&items, &group), 1);
	CHECK_STR(group.name, "{anon_group}");
	CHECK_EQ_U64(group.leader, 0);
	CHECK_EQ_U64(group.n_members, 2);
}

static void check_pmu_caps(struct cursor *c)
{
	struct feature_pmu_caps_entry entry;
	struct feature_items items, caps;
	struct feature_cap cap;

	CHECK_EQ_I64(feature_items_begin(&items, c), 0);
	CHECK_EQ_I64(feature_next_pmu_caps(&items, &entry), 1);
	CHECK_STR(entry.pmu, "cpu_atom");
	CHECK_EQ_U64(entry.n_caps, 2);
	caps = (struct feature_items){ .c = &entry.caps, .left = entry.n_caps };
	CHECK_EQ_I64(feature_next_cap(&caps, &cap), 1);
	CHECK_STR(cap.name, "branches");
	CHECK_STR(cap.value, "32");
	CHECK_EQ_I64(feature_next_cap(&caps, &cap), 1);
	CHECK_EQ_I64(feature_next_cap(&caps, &cap), 0);
	CHECK_EQ_I64(feature_next_pmu_caps(&items, &entry), 0);
}

static void check_hybrid(struct cursor *c)
{
	struct feature_hybrid_pmu pmu;
	struct feature_items items;

	CHECK_EQ_I64(feature_items_begin(&items, c), 0);
	CHECK_EQ_I64(feature_next_hybrid_pmu(&items, &pmu), 1);
	CHECK_EQ_I64(feature_next_hybrid_pmu(&items, &pmu), 1);
	CHECK_STR(pmu.pmu, "cpu_atom");
	CHECK_STR(pmu.cpus, "1");
}

TEST(pmus_and_groups)
{
	with_section(FEATURE_PMU_MAPPINGS, check_pmus);
	with_section(FEATURE_GROUP_DESC, check_groups);
	with_section(FEATURE_PMU_CAPS, check_pmu_caps);
	with_section(FEATURE_HYBRID_TOPOLOGY, check_hybrid);
}

static void check_domains(struct cursor *c)
{
	struct feature_domains domains;
	struct feature_domain_cpu cpu;
	struct feature_domain domain;

	CHECK_EQ_I64(feature_domains_begin(&domains, c), 0);
	CHECK_EQ_U64(domains.max_domains, 2);
	CHECK_EQ_I64(feature_next_domain_cpu(&domains, &cpu), 1);
	CHECK_EQ_U64(cpu.cpu, 1);
	CHECK_EQ_U64(cpu.n_domains, 1);
	CHECK_EQ_I64(feature_next_domain(&domains, &domain), 1);
	CHECK_STR(domain.name, "MC");
	CHECK_STR(domain.cpu_mask, "00000003");
	CHECK_STR(domain.cpu_list, "0-1");
	CHECK_EQ_I64(feature_next_domain_cpu(&domains, &cpu), 0);
}

TEST(scheduler_domains)
{
	with_section(FEATURE_CPU_DOMAIN_INFO, check_domains);
}

static void check_bpf_prog(struct cursor *c)
{
	struct feature_bpf_function f;
	struct feature_bpf_prog prog;
	struct feature_items items;

	CHECK_EQ_I64(feature_items_begin(&items, c), 0);
	CHECK_EQ_I64(feature_next_bpf_prog(&items, &prog), 1);
	CHECK_EQ_U64(prog.id, 33);
	CHECK_STR(prog.name, "entry");
	CHECK_EQ_U64(prog.btf_id, 44);
	CHECK_EQ_U64(prog.n_functions, 1);
	feature_bpf_function(&prog, 0, &f);
	CHECK_EQ_U64(f.address, 0xffffffffc0001000ull);
	CHECK_EQ_U64(f.size, 120);
	CHECK_BYTES(f.tag, "\x01\x23\x45\x67\x89\xab\xcd\xef", BPF_TAG_SIZE);
	CHECK_EQ_U64(f.btf_type_id, 1);
	/* What has no information about its functions still has these. */
	prog.n_func_info = 0;
	feature_bpf_function(&prog, 0, &f);
	CHECK_EQ_U64(f.size, 120);
	CHECK_EQ_U64(f.btf_type_id, 0);
	CHECK_EQ_I64(feature_next_bpf_prog(&items, &prog), 0);
}

static void check_btf(struct cursor *c)
{
	struct feature_items items;
	struct feature_btf btf;

	CHECK_EQ_I64(feature_items_begin(&items, c), 0);
	CHECK_EQ_I64(feature_next_btf(&items, &btf), 1);
	CHECK_EQ_U64(btf.id, 44);
	CHECK_STR(btf_type_name(btf.data, 1), "entry");
	CHECK(!btf_type_name(btf.data, 0));
	CHECK(!btf_type_name(btf.data, 2));
	CHECK_EQ_I64(feature_next_btf(&items, &btf), 0);
}

TEST(bpf)
{
	with_section(FEATURE_BPF_PROG_INFO, check_bpf_prog);
	with_section(FEATURE_BPF_BTF, check_btf);
}

static void check_meta_info(struct cursor *c)
{
	const char *key = NULL, *value = NULL;

	CHECK_EQ_I64(feature_next_meta_info(c, &key, &value), 1);
	CHECK_STR(key, "app");
	CHECK_STR(value, "a");
	CHECK_EQ_I64(feature_next_meta_info(c, &key, &value), 1);
	CHECK_STR(value, "mono");
	CHECK_EQ_I64(feature_next_meta_info(c, &key, &value), 0);
}

TEST(meta_info)
{
	with_section(FEATURE_SIMPLEPERF_META_INFO, check_meta_info);
}

/* A string is damaged when no NUL lies within its size, whatever follows. */
TEST(string_without_end)
{
	const char *text = "untouched";
	struct buffer b;
	struct cursor c;

	buffer_init(&b);
	buffer_put_u32(&b, 4);
	buffer_put_string(&b, "host");
	c = cursor_make(b.data, b.size, false);
	CHECK_EQ_I64(feature_decode_string(&c, &text), -EBADMSG);
	CHECK_STR(text, "untouched");
	buffer_fini(&b);
}

TEST(other_versions)
{
	struct feature_items items;
	struct feature_clock clock;
	uint64_t block_size;
	uint8_t bytes[64] = { 0 };
	struct cursor c = cursor_make(bytes, sizeof(bytes), false);

	CHECK_EQ_I64(feature_caches_begin(&items, &c), -ENOTSUP);
	CHECK_EQ_I64(feature_memory_begin(&items, &c, &block_size), -ENOTSUP);
	CHECK_EQ_I64(feature_decode_clock_data(&c, &clock), -ENOTSUP);
}

/* Counts and sizes near their largest value: nothing is asked for, nothing wraps. */
TEST(huge_counts)
{
	uint8_t bytes[64];
	struct cursor c = cursor_make(bytes, sizeof(bytes), false);
	struct feature_memory_bits node;
	struct event_desc_entry event;
	struct feature_bpf_prog prog;
	struct feature_items items;
	struct event_desc desc;
	struct feature_btf btf;

	memset(bytes, 0xff, sizeof(bytes));
	items = (struct feature_items){ .c = &c, .left = UINT64_MAX };
	CHECK_EQ_I64(feature_next_memory_node(&items, &node), -EBADMSG);
	c = cursor_make(bytes, sizeof(bytes), false);
	CHECK_EQ_I64(feature_next_bpf_prog(&items, &prog), -EBADMSG);
	c = cursor_make(bytes, sizeof(bytes), false);
	CHECK_EQ_I64(feature_next_btf(&items, &btf), -EBADMSG);
	c = cursor_make(bytes, sizeof(bytes), false);
	CHECK_EQ_I64(event_desc_begin(&desc, &c), 0);
	CHECK_EQ_I64(event_desc_next(&desc, &event), -EBADMSG);
}
