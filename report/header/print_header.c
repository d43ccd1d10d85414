#include "report/header/print_header.h"

#include "common/clock_ns.h"
#include "common/log.h"
#include "formats/feature/features.h"
#include "formats/file/file_facts.h"
#include "formats/file/file_features.h"
#include "formats/file/wall_clock.h"
#include "report/header/print_features.h"

#include <inttypes.h>
#include <time.h>

/* How a feature is printed, by one of these; none: there is nothing to show. */
struct feature_entry {
	const char *label, *field;                              /* as the line "# LABEL : FIELD" */
	const char *line;                                       /* as a line: it says all it says by being there */
	void (*values)(FILE *out, const struct text_fields *f); /* from the fields of the whole section */
	feature_text_fn text;                                   /* an item at a time */
	void (*print)(FILE *out, const struct perf_file *file); /* from its bytes */
	bool is_long;                                           /* only with -I */
};

static const struct feature_entry entries[FILE_FEATURE_BITS] = {
	[FEATURE_HOSTNAME] = { .label = "hostname", .field = "hostname" },
	[FEATURE_OSRELEASE] = { .label = "os release", .field = "osrelease" },
	[FEATURE_VERSION] = { .label = "perf version", .field = "version" },
	[FEATURE_ARCH] = { .label = "arch", .field = "arch" },
	[FEATURE_NRCPUS] = { .values = print_nrcpus },
	[FEATURE_CPUDESC] = { .label = "cpudesc", .field = "cpudesc" },
	[FEATURE_CPUID] = { .label = "cpuid", .field = "cpuid" },
	[FEATURE_TOTAL_MEM] = { .values = print_total_mem },
	[FEATURE_CMDLINE] = { .text = print_cmdline },
	[FEATURE_EVENT_DESC] = { .print = print_event_desc },
	[FEATURE_CPU_TOPOLOGY] = { .text = print_cpu_topology, .is_long = true },
	[FEATURE_NUMA_TOPOLOGY] = { .text = print_numa_topology, .is_long = true },
	[FEATURE_BRANCH_STACK] = { .line = "# contains samples with branch stack" },
	[FEATURE_PMU_MAPPINGS] = { .text = print_pmu_mappings },
	[FEATURE_GROUP_DESC] = { .text = print_group_desc },
	[FEATURE_AUXTRACE] = { .line = "# contains AUX area data (e.g. instruction trace)" },
	[FEATURE_STAT] = { .line = "# contains stat data" },
	[FEATURE_CACHE] = { .text = print_cache, .is_long = true },
	[FEATURE_SAMPLE_TIME] = { .values = print_sample_time },
	[FEATURE_MEM_TOPOLOGY] = { .text = print_mem_topology, .is_long = true },
	[FEATURE_CLOCKID] = { .values = print_clockid },
	[FEATURE_DIR_FORMAT] = { .values = print_dir_format },
	[FEATURE_BPF_PROG_INFO] = { .text = print_bpf_prog_info },
	[FEATURE_BPF_BTF] = { .text = print_bpf_btf },
	[FEATURE_COMPRESSED] = { .values = print_compressed },
	[FEATURE_CPU_PMU_CAPS] = { .text = print_cpu_pmu_caps },
	[FEATURE_CLOCK_DATA] = { .values = print_clock_data },
	[FEATURE_HYBRID_TOPOLOGY] = { .text = print_hybrid_topology, .is_long = true },
	[FEATURE_PMU_CAPS] = { .text = print_pmu_caps },
	[FEATURE_CPU_DOMAIN_INFO] = { .text = print_cpu_domain_info, .is_long = true },
	[FEATURE_E_MACHINE] = { .values = print_e_machine },
	[FEATURE_CLN_SIZE] = { .values = print_cln_size },
	[FEATURE_SIMPLEPERF_FILE] = { .text = print_simpleperf_files, .is_long = true },
	[FEATURE_SIMPLEPERF_META_INFO] = { .text = print_meta_info },
	[FEATURE_SIMPLEPERF_DEBUG_UNWIND] = { .text = print_debug_unwind },
	[FEATURE_SIMPLEPERF_DEBUG_UNWIND_FILE] = { .values = print_debug_unwind_file },
	[FEATURE_SIMPLEPERF_FILE2] = { .text = print_simpleperf_files, .is_long = true },
	[FEATURE_SIMPLEPERF_ETM_BRANCH_LIST] = { .text = print_etm_branch_list, .is_long = true },
	[FEATURE_SIMPLEPERF_INIT_MAP] = { .values = print_init_map },
};

static bool has_text(const struct feature_entry *entry)
{
	return entry->label || entry->line || entry->values || entry->text || entry->print;
}

/* A feature_text_fn: prints what is printed when all of the section is there. */
static void print_whole(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f)
{
	const struct feature_entry *entry = &entries[t->feature];

	(void)list;
	if (event != TEXT_END)
		return;
	if (entry->values) {
		entry->values(t->out, f);
		return;
	}
	fputs(entry->line ? entry->line : "# ", t->out);
	if (entry->label) {
		fprintf(t->out, "%s : ", entry->label);
		text_fields_print(t->out, f, entry->field);
	}
	fputc('\n', t->out);
}

static int print_contents(FILE *out, const struct perf_file *f, unsigned feature, struct error *err)
{
	const struct feature_entry *entry = &entries[feature];

	if (!entry->print)
		return feature_text_print(out, f, feature, entry->text ? entry->text : print_whole, err);
	entry->print(out, f);
	return file_feature_check(f, feature, NULL, err);
}

static void print_section(FILE *out, const struct perf_file *f, unsigned feature)
{
	struct error err = ERROR_INIT;

	if (print_contents(out, f, feature, &err))
		fprintf(out, "# %s: %s\n", feature_name(feature), err.message);
}

static void print_feature(FILE *out, const struct perf_file *f, unsigned feature, bool all)
{
	const struct feature_entry *entry = &entries[feature];
	const struct file_section *where = &f->features.list[feature];
	const char *name = feature_name(feature);

	if (!where->size && !feature_has_no_contents(feature)) {
		if (has_text(entry))
			fprintf(out, "# %s info not available\n", name);
	} else if (entry->is_long && !all) {
		fprintf(out, "# %s info available, use -I to display\n", name);
	} else if (has_text(entry)) {
		print_section(out, f, feature);
	} else if (!name && log_level() >= LOG_VERBOSE) {
		fprintf(out, "# unknown feature %u: %" PRIu64 " bytes at offset %" PRIu64 "\n", feature, where->size,
			where->offset);
	}
}

static void print_captured(FILE *out, const struct perf_file *f)
{
	char date[64] = "unknown";
	const time_t time = (time_t)(f->time / NS_PER_S);
	struct tm tm;

	/* In the words of ctime(3). */
	if (localtime_r(&time, &tm))
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
			fprintf(out, "%s ", feature_name(feature));
	fputc('\n', out);
}

/*
 * The feature to show after that one, FILE_FEATURE_BITS after the last: in ascending order or, from a pipe, in that
 * of their records, as perf shows them when they come.
 */
static unsigned next_feature(const struct perf_file *f, unsigned last)
{
	uint64_t last_offset = last < FILE_FEATURE_BITS ? f->features.list[last].offset : 0;
	unsigned next = FILE_FEATURE_BITS;

	for (unsigned i = 0; i < FILE_FEATURE_BITS; i++) {
		if (!perf_file_has_feature(f, i))
			continue;
		if (!f->pipe && (last == FILE_FEATURE_BITS || i > last))
			return i;
		if (f->pipe && f->features.list[i].offset > last_offset &&
		    (next == FILE_FEATURE_BITS || f->features.list[i].offset < f->features.list[next].offset))
			next = i;
	}
	return next;
}

void print_header(FILE *out, const struct perf_file *f, bool all)
{
	unsigned feature = FILE_FEATURE_BITS;
	struct clock_note note;

	fputs("# ========\n", out);
	print_captured(out, f);
	print_frame(out, f);
	/* perf learns a pipe's features only after it has written the frame. */
	if (f->pipe)
		fputs("# ========\n#\n", out);
	while ((feature = next_feature(f, feature)) < FILE_FEATURE_BITS)
		print_feature(out, f, feature, all);
	if (f->pipe)
		return;
	if (wall_clock_note(f, &note))
		print_clock_note(out, &note);
	if (file_redacted(f))
		fprintf(out, "# secrets taken out : %s\n", field_word_find(redaction_words, file_redacted(f)));
	print_missing(out, f);
	fputs("# ========\n#\n", out);
}
