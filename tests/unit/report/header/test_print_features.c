#include "report/header/print_features.h"
#include "tests/support/features_sample.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct printer {
	unsigned feature;
	int (*print)(struct feature_section *s);
};

static const struct printer printers[] = {
	{ FEATURE_HOSTNAME, print_hostname },
	{ FEATURE_NRCPUS, print_nrcpus },
	{ FEATURE_TOTAL_MEM, print_total_mem },
	{ FEATURE_CMDLINE, print_cmdline },
	{ FEATURE_EVENT_DESC, print_event_desc },
	{ FEATURE_CPU_TOPOLOGY, print_cpu_topology },
	{ FEATURE_NUMA_TOPOLOGY, print_numa_topology },
	{ FEATURE_PMU_MAPPINGS, print_pmu_mappings },
	{ FEATURE_GROUP_DESC, print_group_desc },
	{ FEATURE_CACHE, print_cache },
	{ FEATURE_SAMPLE_TIME, print_sample_time },
	{ FEATURE_MEM_TOPOLOGY, print_mem_topology },
	{ FEATURE_CLOCKID, print_clockid },
	{ FEATURE_DIR_FORMAT, print_dir_format },
	{ FEATURE_BPF_PROG_INFO, print_bpf_prog_info },
	{ FEATURE_BPF_BTF, print_bpf_btf },
	{ FEATURE_COMPRESSED, print_compressed },
	{ FEATURE_CPU_PMU_CAPS, print_cpu_pmu_caps },
	{ FEATURE_CLOCK_DATA, print_clock_data },
	{ FEATURE_HYBRID_TOPOLOGY, print_hybrid_topology },
	{ FEATURE_PMU_CAPS, print_pmu_caps },
	{ FEATURE_CPU_DOMAIN_INFO, print_cpu_domain_info },
	{ FEATURE_E_MACHINE, print_e_machine },
	{ FEATURE_CLN_SIZE, print_cln_size },
	{ FEATURE_SIMPLEPERF_META_INFO, print_meta_info },
	{ FEATURE_SIMPLEPERF_FILE, print_simpleperf_files },
	{ FEATURE_SIMPLEPERF_FILE2, print_simpleperf_files },
	{ FEATURE_SIMPLEPERF_DEBUG_UNWIND, print_debug_unwind },
	{ FEATURE_SIMPLEPERF_ETM_BRANCH_LIST, print_etm_branch_list },
};

/* A file of all sections, one behind the other, and the names of two events. */
struct sample_file {
	struct perf_file file;
	struct file_event events[2];
	FILE *out;
};

static void sample_file_init(struct sample_file *f, bool swap)
{
	struct buffer b;

	memset(f, 0, sizeof(*f));
	buffer_init(&b);
	b.swap = swap;
	f->file.swap = swap;
	f->file.events = f->events;
	f->file.n_events = 2;
	f->events[0].name = f->events[1].name = (char *)"cycles";
	for (unsigned feature = 0; feature < FILE_FEATURE_BITS; feature++) {
		size_t start = b.size;

		if (!features_sample(&b, feature))
			continue;
		f->file.features[feature] = (struct file_section){ .offset = start, .size = b.size - start };
		f->file.feature_bits[feature / 64] |= 1ull << feature % 64;
	}
	f->file.fd = memfd_create("features", MFD_CLOEXEC);
	CHECK(f->file.fd >= 0);
	CHECK_EQ_I64(write(f->file.fd, b.data, b.size), (int64_t)b.size);
	buffer_fini(&b);
	f->out = fopen("/dev/null", "w");
	CHECK(f->out);
}

static void sample_file_fini(struct sample_file *f)
{
	fclose(f->out);
	close(f->file.fd);
}

/* Prints from memory of exactly that size, so that a read beyond it is one beyond what was allocated. */
static int print_bytes(struct sample_file *f, const struct printer *p, const uint8_t *data, size_t size)
{
	struct feature_section s = { .out = f->out, .file = &f->file, .feature = p->feature };
	uint8_t *exact = malloc(size ? size : 1);
	int result;

	CHECK(exact);
	memcpy(exact, data, size);
	s.c = cursor_make(exact, size, f->file.swap);
	result = p->print(&s);
	free(exact);
	return result;
}

/* Whether what is left of the section is all an older writer would have written, or a whole number of items. */
static bool cut_is_whole(unsigned feature, size_t cut)
{
	if (feature == FEATURE_SIMPLEPERF_META_INFO)
		return !cut || cut == strlen("app") + strlen("a") + 2;
	/* lists that end with the section */
	if (feature >= FEATURE_SIMPLEPERF_FILE)
		return !cut;
	if (feature == FEATURE_CPU_DOMAIN_INFO)
		return cut >= 8 && cut < 16;
	if (feature != FEATURE_CPU_TOPOLOGY)
		return false;

	/* three strings with two counts, then 16 bytes of ids; up to 7 bytes more are padding */
	return (cut >= 8 + 3 * 68 && cut < 16 + 3 * 68) || (cut >= 24 + 3 * 68 && cut < 32 + 3 * 68);
}

static void cut_everywhere(struct sample_file *f, const struct printer *p)
{
	struct buffer b;

	buffer_init(&b);
	b.swap = f->file.swap;
	CHECK(features_sample(&b, p->feature));
	CHECK_EQ_I64(print_bytes(f, p, b.data, b.size), 0);
	for (size_t cut = 0; cut < b.size; cut++) {
		int result = print_bytes(f, p, b.data, cut);

		if (result != (cut_is_whole(p->feature, cut) ? 0 : -EBADMSG))
			test_fail(__FILE__, __LINE__, "feature %u cut at %zu: %d", p->feature, cut, result);
	}
	buffer_fini(&b);
}

TEST(cut_at_every_byte)
{
	for (int swap = 0; swap < 2; swap++) {
		struct sample_file f;

		sample_file_init(&f, swap);
		for (size_t i = 0; i < ARRAY_SIZE(printers); i++)
			cut_everywhere(&f, &printers[i]);
		sample_file_fini(&f);
	}
}

/* Every byte replaced by values that make counts and sizes small, large and negative: any result, no harm. */
TEST(every_byte_damaged)
{
	static const uint8_t values[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };
	struct sample_file f;

	sample_file_init(&f, false);
	for (size_t i = 0; i < ARRAY_SIZE(printers); i++) {
		struct buffer b;

		buffer_init(&b);
		CHECK(features_sample(&b, printers[i].feature));
		for (size_t at = 0; at < b.size; at++) {
			uint8_t was = b.data[at];

			for (size_t v = 0; v < ARRAY_SIZE(values); v++) {
				b.data[at] = values[v];
				print_bytes(&f, &printers[i], b.data, b.size);
			}
			b.data[at] = was;
		}
		buffer_fini(&b);
	}
	sample_file_fini(&f);
}

TEST(text_cannot_steer_a_terminal)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	CHECK(out);
	print_text(out, "a\x1b[2J\x7f\tb\n");
	fclose(out);
	CHECK_STR(text, "a?[2J?\tb\n");
	free(text);
}
