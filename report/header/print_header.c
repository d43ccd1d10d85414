#include "report/header/print_header.h"

#include "common/log.h"
#include "formats/feature/features.h"
#include "report/header/print_features.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <time.h>

struct feature_entry {
	const char *name;
	int (*print)(struct feature_section *s); /* NULL: nothing to show */
	bool is_long;                            /* only with -I */
};

static const struct feature_entry entries[FILE_FEATURE_BITS] = {
	[FEATURE_TRACING_DATA] = { .name = "TRACING_DATA" },
	[FEATURE_BUILD_ID] = { .name = "BUILD_ID" },
	[FEATURE_HOSTNAME] = { .name = "HOSTNAME", .print = print_hostname },
	[FEATURE_OSRELEASE] = { .name = "OSRELEASE", .print = print_osrelease },
	[FEATURE_VERSION] = { .name = "VERSION", .print = print_version },
	[FEATURE_ARCH] = { .name = "ARCH", .print = print_arch },
	[FEATURE_NRCPUS] = { .name = "NRCPUS", .print = print_nrcpus },
	[FEATURE_CPUDESC] = { .name = "CPUDESC", .print = print_cpudesc },
	[FEATURE_CPUID] = { .name = "CPUID", .print = print_cpuid },
	[FEATURE_TOTAL_MEM] = { .name = "TOTAL_MEM", .print = print_total_mem },
	[FEATURE_CMDLINE] = { .name = "CMDLINE", .print = print_cmdline },
	[FEATURE_EVENT_DESC] = { .name = "EVENT_DESC", .print = print_event_desc },
	[FEATURE_CPU_TOPOLOGY] = { .name = "CPU_TOPOLOGY", .print = print_cpu_topology, .is_long = true },
	[FEATURE_NUMA_TOPOLOGY] = { .name = "NUMA_TOPOLOGY", .print = print_numa_topology, .is_long = true },
	[FEATURE_BRANCH_STACK] = { .name = "BRANCH_STACK", .print = print_branch_stack },
	[FEATURE_PMU_MAPPINGS] = { .name = "PMU_MAPPINGS", .print = print_pmu_mappings },
	[FEATURE_GROUP_DESC] = { .name = "GROUP_DESC", .print = print_group_desc },
	[FEATURE_AUXTRACE] = { .name = "AUXTRACE", .print = print_auxtrace },
	[FEATURE_STAT] = { .name = "STAT", .print = print_stat },
	[FEATURE_CACHE] = { .name = "CACHE", .print = print_cache, .is_long = true },
	[FEATURE_SAMPLE_TIME] = { .name = "SAMPLE_TIME", .print = print_sample_time },
	[FEATURE_MEM_TOPOLOGY] = { .name = "MEM_TOPOLOGY", .print = print_mem_topology, .is_long = true },
	[FEATURE_CLOCKID] = { .name = "CLOCKID", .print = print_clockid },
	[FEATURE_DIR_FORMAT] = { .name = "DIR_FORMAT", .print = print_dir_format },
	[FEATURE_BPF_PROG_INFO] = { .name = "BPF_PROG_INFO", .print = print_bpf_prog_info },
	[FEATURE_BPF_BTF] = { .name = "BPF_BTF", .print = print_bpf_btf },
	[FEATURE_COMPRESSED] = { .name = "COMPRESSED", .print = print_compressed },
	[FEATURE_CPU_PMU_CAPS] = { .name = "CPU_PMU_CAPS", .print = print_cpu_pmu_caps },
	[FEATURE_CLOCK_DATA] = { .name = "CLOCK_DATA", .print = print_clock_data },
	[FEATURE_HYBRID_TOPOLOGY] = { .name = "HYBRID_TOPOLOGY", .print = print_hybrid_topology, .is_long = true },
	[FEATURE_PMU_CAPS] = { .name = "PMU_CAPS", .print = print_pmu_caps },
	[FEATURE_CPU_DOMAIN_INFO] = { .name = "CPU_DOMAIN_INFO", .print = print_cpu_domain_info, .is_long = true },
	[FEATURE_E_MACHINE] = { .name = "E_MACHINE", .print = print_e_machine },
	[FEATURE_CLN_SIZE] = { .name = "CLN_SIZE", .print = print_cln_size },
	[FEATURE_SIMPLEPERF_FILE] = { .name = "FILE", .print = print_simpleperf_files, .is_long = true },
	[FEATURE_SIMPLEPERF_META_INFO] = { .name = "META_INFO", .print = print_meta_info },
	[FEATURE_SIMPLEPERF_DEBUG_UNWIND] = { .name = "DEBUG_UNWIND", .print = print_debug_unwind },
	[FEATURE_SIMPLEPERF_DEBUG_UNWIND_FILE] = { .name = "DEBUG_UNWIND_FILE", .print = print_debug_unwind_file },
	[FEATURE_SIMPLEPERF_FILE2] = { .name = "FILE2", .print = print_simpleperf_files, .is_long = true },
	[FEATURE_SIMPLEPERF_ETM_BRANCH_LIST] = { .name = "ETM_BRANCH_LIST",
						 .print = print_etm_branch_list,
						 .is_long = true },
	[FEATURE_SIMPLEPERF_INIT_MAP] = { .name = "INIT_MAP", .print = print_init_map },
	[FEATURE_PREC_BLOCK_INDEX] = { .name = "BLOCK_INDEX" },
};

const char *header_feature_name(unsigned feature)
{
	return feature < FILE_FEATURE_BITS ? entries[feature].name : NULL;
}

int header_feature_print(FILE *out, const struct perf_file *f, unsigned feature, size_t *ret_left, struct error *err)
{
	struct feature_section s = { .out = out, .file = f, .feature = feature };
	struct buffer b;
	int result;

	if (ret_left)
		*ret_left = 0;
	if (!entries[feature].print)
		return 0;
	buffer_init(&b);
	result = perf_file_read_feature(f, feature, &b, err);
	if (result) {
		error_prefix(err, "cannot be read");
		goto out;
	}
	s.c = cursor_make(b.data, b.size, f->swap);
	result = entries[feature].print(&s);
	if (result == -ENOTSUP)
		error_at(err, result, f->features[feature].offset, ERROR_NO_RECORD,
			 "of a version that is not known here");
	else if (result)
		error_at(err, result, f->features[feature].offset + cursor_offset(&s.c), ERROR_NO_RECORD,
			 "damaged at offset %" PRIu64, f->features[feature].offset + cursor_offset(&s.c));
	else if (ret_left)
		*ret_left = cursor_left(&s.c);
out:
	buffer_fini(&b);
	return result;
}

static void print_section(const struct feature_section *s, const struct feature_entry *entry)
{
	struct error err = ERROR_INIT;

	if (header_feature_print(s->out, s->file, s->feature, NULL, &err))
		fprintf(s->out, "# %s: %s\n", entry->name, err.message);
}

static void print_feature(struct feature_section *s, bool all)
{
	const struct feature_entry *entry = &entries[s->feature];
	const struct file_section *where = &s->file->features[s->feature];

	if (!where->size && !feature_has_no_contents(s->feature)) {
		if (entry->print)
			fprintf(s->out, "# %s info not available\n", entry->name);
	} else if (entry->is_long && !all) {
		fprintf(s->out, "# %s info available, use -I to display\n", entry->name);
	} else if (entry->print) {
		print_section(s, entry);
	} else if (!entry->name && log_level() >= LOG_VERBOSE) {
		fprintf(s->out, "# unknown feature %u: %" PRIu64 " bytes at offset %" PRIu64 "\n", s->feature,
			where->size, where->offset);
	}
}

static void print_captured(FILE *out, const struct perf_file *f)
{
	char date[64] = "unknown";
	struct stat st;
	struct tm tm;

	/* In the words of ctime(3). */
	if (!fstat(f->fd, &st) && localtime_r(&st.st_mtime, &tm))
		strftime(date, sizeof(date), "%a %b %e %H:%M:%S %Y", &tm);
	fprintf(out, "# captured on    : %s\n", date);
}

/* perf counts versions from 0. A pipe has no data section of its own. */
static void print_frame(FILE *out, const struct perf_file *f)
{
	uint64_t offset = f->pipe ? 0 : f->data.offset;
	uint64_t size = f->pipe ? 0 : f->data.size;

	fprintf(out, "# header version : %d\n", f->version - 1);
	fprintf(out, "# data offset    : %" PRIu64 "\n", offset);
	fprintf(out, "# data size      : %" PRIu64 "\n", size);
	fprintf(out, "# feat offset    : %" PRIu64 "\n", offset + size);
}

static void print_missing(FILE *out, const struct perf_file *f)
{
	fputs("# missing features: ", out);
	for (unsigned feature = 1; feature <= FEATURE_LAST_KNOWN; feature++)
		if (!perf_file_has_feature(f, feature))
			fprintf(out, "%s ", entries[feature].name);
	fputc('\n', out);
}

/*
 * The feature to show behind that one, FILE_FEATURE_BITS behind the last: in ascending order or, from a pipe, in that
 * of their records, as perf shows them when they come.
 */
static unsigned next_feature(const struct perf_file *f, unsigned last)
{
	uint64_t last_offset = last < FILE_FEATURE_BITS ? f->features[last].offset : 0;
	unsigned next = FILE_FEATURE_BITS;

	for (unsigned i = 0; i < FILE_FEATURE_BITS; i++) {
		if (!perf_file_has_feature(f, i))
			continue;
		if (!f->pipe && (last == FILE_FEATURE_BITS || i > last))
			return i;
		if (f->pipe && f->features[i].offset > last_offset &&
		    (next == FILE_FEATURE_BITS || f->features[i].offset < f->features[next].offset))
			next = i;
	}
	return next;
}

void print_header(FILE *out, const struct perf_file *f, bool all)
{
	struct feature_section s = { .out = out, .file = f, .feature = FILE_FEATURE_BITS };

	fputs("# ========\n", out);
	print_captured(out, f);
	print_frame(out, f);
	/* perf learns a pipe's features only after it has written the frame. */
	if (f->pipe)
		fputs("# ========\n#\n", out);
	while ((s.feature = next_feature(f, s.feature)) < FILE_FEATURE_BITS)
		print_feature(&s, all);
	if (f->pipe)
		return;
	print_missing(out, f);
	fputs("# ========\n#\n", out);
}

FILE *header_nowhere(void)
{
	/* What is written to a stream without a function for it is dropped (fopencookie(3)). */
	return fopencookie(NULL, "w", (cookie_io_functions_t){ 0 });
}
