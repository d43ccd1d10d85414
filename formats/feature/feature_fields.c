#include "formats/feature/feature_fields.h"

#include "formats/feature/feature_walk.h"
#include "formats/feature/features_decode.h"
#include "formats/feature/tracing_data.h"
#include "formats/record/private_record.h"

static int string_put(struct feature_walk *w, const char *name)
{
	const char *text;
	int result = feature_decode_string(&w->c, &text);

	if (!result)
		field_string(w->sink, name, text);
	return result;
}

static int number_put(struct feature_walk *w, const char *name)
{
	uint64_t number;
	int result = feature_decode_u64(&w->c, &number);

	if (!result)
		field_number(w->sink, name, number);
	return result;
}

static int hostname_fields(struct feature_walk *w)
{
	return string_put(w, "hostname");
}

static int osrelease_fields(struct feature_walk *w)
{
	return string_put(w, "osrelease");
}

static int version_fields(struct feature_walk *w)
{
	return string_put(w, "version");
}

static int arch_fields(struct feature_walk *w)
{
	return string_put(w, "arch");
}

static int cpudesc_fields(struct feature_walk *w)
{
	return string_put(w, "cpudesc");
}

static int cpuid_fields(struct feature_walk *w)
{
	return string_put(w, "cpuid");
}

static int clockid_fields(struct feature_walk *w)
{
	return number_put(w, "resolution_ns");
}

static int dir_format_fields(struct feature_walk *w)
{
	return number_put(w, "version");
}

static int cmdline_fields(struct feature_walk *w)
{
	struct feature_items items;
	const char *argument;
	int result = feature_items_begin(&items, &w->c);

	if (result)
		return result;
	field_mark(w->sink, "arguments", FIELD_LIST);
	while ((result = feature_next_string(&items, &argument)) > 0)
		field_string(w->sink, NULL, argument);
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}

static int sample_time_fields(struct feature_walk *w)
{
	uint64_t first, last;
	int result = feature_decode_sample_time(&w->c, &first, &last);

	if (result)
		return result;
	field_number(w->sink, "first", first);
	field_number(w->sink, "last", last);
	return 0;
}

static int compressed_fields(struct feature_walk *w)
{
	static const struct field_word types[] = { { FEATURE_COMPRESSED_ZSTD, "zstd" }, { 0, NULL } };
	struct feature_compression z;
	int result = feature_decode_compressed(&w->c, &z);

	if (result)
		return result;
	field_number(w->sink, "version", z.version);
	field_word(w->sink, "type", z.type, types);
	field_number(w->sink, "level", z.level);
	field_number(w->sink, "ratio", z.ratio);
	field_number(w->sink, "mmap_len", z.mmap_len);
	return 0;
}

static int clock_data_fields(struct feature_walk *w)
{
	struct feature_clock clock;
	int result = feature_decode_clock_data(&w->c, &clock);

	if (result)
		return result;
	field_word(w->sink, "clockid", clock.clockid, clock_words);
	field_number(w->sink, "wall_time", clock.wall_time);
	field_number(w->sink, "clock_time", clock.clock_time);
	return 0;
}

/* Puts the entries before any damage, which is no error: readers take the entries that there are. */
static int build_id_fields(struct feature_walk *w)
{
	struct build_id_entry entry;
	struct cursor c = w->c;

	cursor_skip(&w->c, cursor_left(&w->c));
	field_mark(w->sink, "build_ids", FIELD_LIST);
	while (build_id_list_next(&c, &entry) > 0) {
		field_mark(w->sink, NULL, FIELD_GROUP);
		field_bytes(w->sink, "build_id", FIELD_HEX, entry.build_id.data, entry.build_id.size);
		field_text(w->sink, "filename", entry.filename, entry.filename_size);
		field_mark(w->sink, NULL, FIELD_END_GROUP);
	}
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return 0;
}

static void tracing_part_put(const struct field_sink *sink, const struct tracing_part *part)
{
	static const struct field_word kinds[] = { { TRACING_HEADER_PAGE, "header_page" },
						   { TRACING_FTRACE_FORMAT, "ftrace_format" },
						   { TRACING_FORMAT, "format" },
						   { TRACING_KALLSYMS, "kallsyms" },
						   { TRACING_PRINTK, "printk_formats" },
						   { TRACING_CMDLINES, "saved_cmdlines" },
						   { 0, NULL } };

	field_mark(sink, NULL, FIELD_GROUP);
	field_word(sink, "kind", part->kind, kinds);
	if (part->kind == TRACING_FORMAT && part->system)
		field_string(sink, "system", part->system);
	field_bytes(sink, "text", FIELD_BYTES, part->text, part->size);
	field_mark(sink, NULL, FIELD_END_GROUP);
}

/* Puts the parts before any damage, likewise. */
static int tracing_data_fields(struct feature_walk *w)
{
	struct tracing_reader reader;
	struct tracing_part part;
	struct cursor c = w->c;

	cursor_skip(&w->c, cursor_left(&w->c));
	if (tracing_reader_init(&reader, c.pos, cursor_left(&c), NULL))
		return 0;
	field_string(w->sink, "byte_order", reader.big_endian ? "big" : "little");
	field_number(w->sink, "long_size", reader.long_size);
	field_number(w->sink, "page_size", reader.page_size);
	field_mark(w->sink, "parts", FIELD_LIST);
	while (tracing_reader_next(&reader, &part, NULL) > 0)
		tracing_part_put(w->sink, &part);
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return 0;
}

static const struct {
	const char *name;
	int (*put)(struct feature_walk *w); /* NULL: it has no contents, or none that are known here */
} features[FILE_FEATURE_BITS] = {
	[FEATURE_TRACING_DATA] = { "TRACING_DATA", tracing_data_fields },
	[FEATURE_BUILD_ID] = { "BUILD_ID", build_id_fields },
	[FEATURE_HOSTNAME] = { "HOSTNAME", hostname_fields },
	[FEATURE_OSRELEASE] = { "OSRELEASE", osrelease_fields },
	[FEATURE_VERSION] = { "VERSION", version_fields },
	[FEATURE_ARCH] = { "ARCH", arch_fields },
	[FEATURE_NRCPUS] = { "NRCPUS", nrcpus_fields },
	[FEATURE_CPUDESC] = { "CPUDESC", cpudesc_fields },
	[FEATURE_CPUID] = { "CPUID", cpuid_fields },
	[FEATURE_TOTAL_MEM] = { "TOTAL_MEM", total_mem_fields },
	[FEATURE_CMDLINE] = { "CMDLINE", cmdline_fields },
	[FEATURE_EVENT_DESC] = { "EVENT_DESC", event_desc_fields },
	[FEATURE_CPU_TOPOLOGY] = { "CPU_TOPOLOGY", cpu_topology_fields },
	[FEATURE_NUMA_TOPOLOGY] = { "NUMA_TOPOLOGY", numa_topology_fields },
	[FEATURE_BRANCH_STACK] = { "BRANCH_STACK", NULL },
	[FEATURE_PMU_MAPPINGS] = { "PMU_MAPPINGS", pmu_mappings_fields },
	[FEATURE_GROUP_DESC] = { "GROUP_DESC", group_desc_fields },
	[FEATURE_AUXTRACE] = { "AUXTRACE", NULL },
	[FEATURE_STAT] = { "STAT", NULL },
	[FEATURE_CACHE] = { "CACHE", cache_fields },
	[FEATURE_SAMPLE_TIME] = { "SAMPLE_TIME", sample_time_fields },
	[FEATURE_MEM_TOPOLOGY] = { "MEM_TOPOLOGY", mem_topology_fields },
	[FEATURE_CLOCKID] = { "CLOCKID", clockid_fields },
	[FEATURE_DIR_FORMAT] = { "DIR_FORMAT", dir_format_fields },
	[FEATURE_BPF_PROG_INFO] = { "BPF_PROG_INFO", bpf_prog_info_fields },
	[FEATURE_BPF_BTF] = { "BPF_BTF", bpf_btf_fields },
	[FEATURE_COMPRESSED] = { "COMPRESSED", compressed_fields },
	[FEATURE_CPU_PMU_CAPS] = { "CPU_PMU_CAPS", cpu_pmu_caps_fields },
	[FEATURE_CLOCK_DATA] = { "CLOCK_DATA", clock_data_fields },
	[FEATURE_HYBRID_TOPOLOGY] = { "HYBRID_TOPOLOGY", hybrid_topology_fields },
	[FEATURE_PMU_CAPS] = { "PMU_CAPS", pmu_caps_fields },
	[FEATURE_CPU_DOMAIN_INFO] = { "CPU_DOMAIN_INFO", cpu_domain_info_fields },
	[FEATURE_E_MACHINE] = { "E_MACHINE", e_machine_fields },
	[FEATURE_CLN_SIZE] = { "CLN_SIZE", cln_size_fields },
	[FEATURE_SIMPLEPERF_FILE] = { "FILE", simpleperf_files_fields },
	[FEATURE_SIMPLEPERF_META_INFO] = { "META_INFO", meta_info_fields },
	[FEATURE_SIMPLEPERF_DEBUG_UNWIND] = { "DEBUG_UNWIND", debug_unwind_fields },
	[FEATURE_SIMPLEPERF_DEBUG_UNWIND_FILE] = { "DEBUG_UNWIND_FILE", debug_unwind_file_fields },
	[FEATURE_SIMPLEPERF_FILE2] = { "FILE2", simpleperf_files_fields },
	[FEATURE_SIMPLEPERF_ETM_BRANCH_LIST] = { "ETM_BRANCH_LIST", etm_branch_list_fields },
	[FEATURE_SIMPLEPERF_INIT_MAP] = { "INIT_MAP", init_map_fields },
	[FEATURE_PREC_BLOCK_INDEX] = { "BLOCK_INDEX", NULL },
};

const char *feature_name(unsigned feature)
{
	return feature < FILE_FEATURE_BITS ? features[feature].name : NULL;
}

int feature_fields(unsigned feature, struct feature_walk *walk)
{
	walk->feature = feature;
	if (feature < FILE_FEATURE_BITS && features[feature].put)
		return features[feature].put(walk);
	cursor_skip(&walk->c, cursor_left(&walk->c));
	return 0;
}
