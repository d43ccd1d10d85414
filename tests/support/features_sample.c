#include "tests/support/features_sample.h"

#include "formats/feature/features_encode.h"
#include "tests/support/simpleperf_builder.h"

const struct event_attr features_sample_attr = {
	.type = PERF_TYPE_HARDWARE,
	.size = ATTR_SIZE_VER7,
	.config = PERF_COUNT_HW_CPU_CYCLES | 7ull << 32,
	.sample_period = 4000,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_IDENTIFIER,
	.read_format = PERF_FORMAT_ID | PERF_FORMAT_LOST,
	.flags = ATTR_INHERIT | ATTR_EXCLUDE_KERNEL | ATTR_FREQ | 2ull << ATTR_PRECISE_IP_SHIFT | ATTR_USE_CLOCKID,
	.branch_sample_type = 1 | 1 << 3,
	.clockid = 1,
	.config1 = 0x10,
};

static void put_topology(struct buffer *b)
{
	static const char *const cores[] = { "0-1" };
	static const char *const threads[] = { "0", "1" };
	static const struct feature_cpu cpus[] = { { 0, 3, 1 }, { 5, 3, 2 } };

	feature_encode_cpu_topology(b, &(struct feature_topology){ .cores = cores,
								   .n_cores = 1,
								   .threads = threads,
								   .n_threads = 2,
								   .dies = cores,
								   .n_dies = 1,
								   .cpus = cpus,
								   .n_cpus = 2 });
}

static void put_hybrid(struct buffer *b)
{
	buffer_put_u32(b, 2);
	feature_put_string(b, "cpu_core");
	feature_put_string(b, "0");
	feature_put_string(b, "cpu_atom");
	feature_put_string(b, "1");
}

static void put_domains(struct buffer *b)
{
	buffer_put_u32(b, 17);
	buffer_put_u32(b, 2);
	buffer_put_u32(b, 1);
	buffer_put_u32(b, 1);
	buffer_put_u32(b, 0);
	feature_put_string(b, "MC");
	feature_put_string(b, "00000003");
	feature_put_string(b, "0-1");
}

/* BTF of one type, FUNC "entry", whose name stands at offset 1 of the strings. */
static void put_btf(struct buffer *b)
{
	buffer_put_u32(b, 1);
	buffer_put_u32(b, 44);
	buffer_put_u32(b, 24 + 12 + 7);
	buffer_put_u16(b, 0xeb9f);
	buffer_put_u16(b, b->swap ? 0x0100 : 1); /* u8 version, u8 flags */
	buffer_put_u32(b, 24);
	buffer_put_u32(b, 0);
	buffer_put_u32(b, 12);
	buffer_put_u32(b, 12);
	buffer_put_u32(b, 7);
	buffer_put_u32(b, 1);
	buffer_put_u32(b, 12u << 24);
	buffer_put_u32(b, 0);
	buffer_append(b, "\0entry", 7);
}

/* A program of one function: offsets of struct bpf_prog_info (linux/bpf.h), its arrays in the 36 bytes after it. */
static void put_bpf_prog(struct buffer *b)
{
	size_t info;

	buffer_put_u32(b, 1);
	buffer_put_u32(b, 192);
	buffer_put_u32(b, 36);
	buffer_put_u64(b, 1 << 3 | 1 << 4 | 1 << 5 | 1 << 8);
	info = b->size;
	buffer_append(b, NULL, 192);
	if (!buffer_ok(b))
		return;
	buffer_set_u32(b, info + 4, 33);
	memcpy(b->data + info + 64, "entry", 5);
	buffer_set_u32(b, info + 104, 1);
	buffer_set_u32(b, info + 108, 1);
	buffer_set_u64(b, info + 112, 0);
	buffer_set_u64(b, info + 120, 8);
	buffer_set_u32(b, info + 128, 44);
	buffer_set_u32(b, info + 132, 8);
	buffer_set_u64(b, info + 136, 20);
	buffer_set_u32(b, info + 144, 1);
	buffer_set_u32(b, info + 180, 1);
	buffer_set_u64(b, info + 184, 12);
	buffer_put_u64(b, 0xffffffffc0001000ull);
	buffer_put_u32(b, 120);
	buffer_append(b, "\x01\x23\x45\x67\x89\xab\xcd\xef", 8);
	buffer_put_u32(b, 0);
	buffer_put_u32(b, 1);
	buffer_append(b, NULL, 8);
}

static void put_event_desc(struct buffer *b)
{
	static const uint64_t ids[] = { 7, 8 };
	struct feature_event event = { "cycles:u", &features_sample_attr, ids, 2 };

	feature_encode_event_desc(b, &event, 1, ATTR_SIZE_VER7);
}

static void put_pmu_caps(struct buffer *b)
{
	static const struct feature_cap caps[] = { { "branches", "32" }, { "max_precise", "3" } };

	feature_encode_pmu_caps(b, &(struct feature_pmu_caps){ "cpu_atom", caps, 2 }, 1);
}

static void put_memory(struct buffer *b)
{
	static const uint64_t blocks[] = { 0xff, 1 };

	feature_encode_mem_topology(b, 0x8000000, &(struct feature_memory_node){ 0, blocks, 100 }, 1);
}

static bool put_machine(struct buffer *b, unsigned feature)
{
	static const struct feature_cache caches[] = { { 1, 64, 64, 8, "Data", "32K", "0-1" } };
	static const struct feature_pmu pmus[] = { { 1, "software" }, { 7, "cpu_atom" } };
	static const struct feature_cap caps[] = { { "max_precise", "0" } };

	switch (feature) {
	case FEATURE_NRCPUS: feature_encode_nrcpus(b, 2, 1); return true;
	case FEATURE_TOTAL_MEM: feature_encode_total_mem(b, 4096); return true;
	case FEATURE_CPU_TOPOLOGY: put_topology(b); return true;
	case FEATURE_NUMA_TOPOLOGY:
		feature_encode_numa_topology(b, &(struct feature_numa_node){ 1, 300, 200, "0-1" }, 1);
		return true;
	case FEATURE_PMU_MAPPINGS: feature_encode_pmu_mappings(b, pmus, 2); return true;
	case FEATURE_CACHE: feature_encode_cache(b, caches, 1); return true;
	case FEATURE_MEM_TOPOLOGY: put_memory(b); return true;
	case FEATURE_CPU_PMU_CAPS: feature_encode_cpu_pmu_caps(b, caps, 1); return true;
	case FEATURE_PMU_CAPS: put_pmu_caps(b); return true;
	case FEATURE_HYBRID_TOPOLOGY: put_hybrid(b); return true;
	case FEATURE_CPU_DOMAIN_INFO: put_domains(b); return true;
	case FEATURE_E_MACHINE:
		buffer_put_u32(b, 62);
		buffer_put_u32(b, 5);
		return true;
	case FEATURE_CLN_SIZE: buffer_put_u32(b, 64); return true;
	default: return false;
	}
}

static bool put_recording(struct buffer *b, unsigned feature)
{
	char words[][8] = { "prec", "record", "it's" };
	char *argv[] = { words[0], words[1], words[2] };

	switch (feature) {
	case FEATURE_CMDLINE: feature_encode_cmdline(b, argv, 3); return true;
	case FEATURE_EVENT_DESC: put_event_desc(b); return true;
	case FEATURE_GROUP_DESC:
		feature_encode_group_desc(b, &(struct feature_group){ "{anon_group}", 0, 2 }, 1);
		return true;
	case FEATURE_SAMPLE_TIME: feature_encode_sample_time(b, 1500000999, 3750000000); return true;
	case FEATURE_CLOCKID: feature_encode_clockid(b, 1); return true;
	case FEATURE_CLOCK_DATA: feature_encode_clock_data(b, 1, 86400000002000, 5000000003); return true;
	case FEATURE_DIR_FORMAT: buffer_put_u64(b, 1); return true;
	case FEATURE_COMPRESSED:
		feature_encode_compressed(b, &(struct feature_compression){ 1, 1, 3, 9, 1 << 20 });
		return true;
	case FEATURE_BPF_PROG_INFO: put_bpf_prog(b); return true;
	case FEATURE_BPF_BTF: put_btf(b); return true;
	default: return false;
	}
}

/* A message with a path, and a second field. */
static void put_message(struct buffer *b, uint32_t field, const char *path, const char *id, uint64_t size)
{
	struct buffer body;

	buffer_init(&body);
	protobuf_put_bytes(&body, 1, path, strlen(path));
	if (id)
		protobuf_put_bytes(&body, 2, id, strlen(id));
	else
		protobuf_put_number(&body, 2, size);
	protobuf_put_bytes(b, field, body.data, body.size);
	buffer_fini(&body);
}

static bool put_simpleperf(struct buffer *b, unsigned feature)
{
	static const struct simpleperf_builder_symbol symbol = { 0x1000, 0x20, "malloc" };
	static const struct simpleperf_builder_file file = {
		"/system/lib64/libc.so", SIMPLEPERF_ELF, 0x1000, 0x2000, true, &symbol, 1
	};

	switch (feature) {
	case FEATURE_SIMPLEPERF_FILE: simpleperf_put_file(b, &file); return true;
	case FEATURE_SIMPLEPERF_FILE2: simpleperf_put_file2(b, &file); return true;
	case FEATURE_SIMPLEPERF_DEBUG_UNWIND: put_message(b, 1, "/data/app/base.apk", NULL, 4096); return true;
	case FEATURE_SIMPLEPERF_ETM_BRANCH_LIST: put_message(b, 2, "/system/bin/sh", "0x1234", 0); return true;
	case FEATURE_SIMPLEPERF_META_INFO: buffer_append(b, "app\0a\0clock\0mono", 17); return true;
	default: return false;
	}
}

bool features_sample(struct buffer *b, unsigned feature)
{
	switch (feature) {
	case FEATURE_HOSTNAME: feature_encode_string(b, "host"); return true;
	case FEATURE_OSRELEASE: feature_encode_string(b, "6.1.0"); return true;
	case FEATURE_VERSION: feature_encode_string(b, "prec 1"); return true;
	case FEATURE_ARCH: feature_encode_string(b, "x86_64"); return true;
	case FEATURE_CPUDESC: feature_encode_string(b, "A CPU"); return true;
	case FEATURE_CPUID: feature_encode_string(b, "Vendor,1,2,3"); return true;
	default: return put_machine(b, feature) || put_recording(b, feature) || put_simpleperf(b, feature);
	}
}
