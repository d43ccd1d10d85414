/* Damaged features in the words of Linux perf: tests/cli/cases/report-header has the whole ones. */
#include "report/header/print_header.h"

#include "formats/feature/features_encode.h"
#include "report/header/feature_text.h"
#include "tests/support/built_file.h"
#include "tests/support/features_sample.h"
#include "tests/support/test.h"

#include <stdlib.h>

/* A file of all sections; of one of them only the first bytes. */
static void build(struct perf_builder *b, unsigned cut_feature, size_t cut)
{
	perf_builder_init(b, 0);
	perf_builder_event(b, &features_sample_attr, "cycles:u", (uint64_t[]){ 7 }, 1);
	perf_builder_event(b, &features_sample_attr, "cycles", (uint64_t[]){ 8 }, 1);
	perf_builder_comm(b, 1, 1, "x", 0);
	for (unsigned feature = 0; feature < FILE_FEATURE_BITS; feature++) {
		struct buffer s;

		buffer_init(&s);
		if (features_sample(&s, feature))
			perf_builder_feature(b, feature, s.data, feature == cut_feature ? cut : s.size);
		buffer_fini(&s);
	}
}

/* The lines about features, malloced. */
static char *header_text(unsigned cut_feature, size_t cut)
{
	struct perf_builder b;
	struct perf_file *file;
	char *text = NULL, *begin, *end;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	CHECK(out);
	build(&b, cut_feature, cut);
	file = built_open(&b, NULL);
	CHECK(file);
	print_header(out, file, true);
	fclose(out);
	begin = strstr(text, "# hostname");
	end = strstr(text, "# missing features");
	CHECK(begin && end);
	*end = 0;
	memmove(text, begin, (size_t)(end - begin) + 1);
	perf_file_close(file);
	perf_builder_fini(&b);
	return text;
}

/* What comes before damage is printed, and then where it is. */
TEST(a_damaged_feature_is_printed_as_far_as_it_goes)
{
	char *text = header_text(FEATURE_CMDLINE, 100);
	const char *line = strstr(text, "# cmdline : ");

	CHECK(line);
	CHECK(strstr(line, "# cmdline : prec \n# CMDLINE: damaged at offset ") == line);
	CHECK(strstr(text, "# event : name = cycles:u"));
	free(text);
	text = header_text(FEATURE_NRCPUS, 4);
	CHECK(!strstr(text, "# nrcpus online"));
	CHECK(strstr(text, "# NRCPUS: damaged at offset "));
	free(text);
}

/* Whether the header speaks of AMD's other PMU; max_precise: what the core PMU says, NULL: nothing. */
static bool names_ibs(const char *pmu, const char *max_precise)
{
	const struct feature_cap cap = { "max_precise", max_precise };
	const struct feature_pmu mapping = { 11, pmu };
	struct perf_builder b;
	struct perf_file *file;
	struct buffer s;
	char *text = NULL;
	bool found;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	CHECK(out);
	perf_builder_init(&b, 0);
	perf_builder_event(&b, &features_sample_attr, "cycles", (uint64_t[]){ 7 }, 1);
	perf_builder_comm(&b, 1, 1, "x", 0);
	buffer_init(&s);
	feature_encode_pmu_mappings(&s, &mapping, 1);
	perf_builder_feature(&b, FEATURE_PMU_MAPPINGS, s.data, s.size);
	buffer_clear(&s);
	feature_encode_cpu_pmu_caps(&s, &cap, max_precise ? 1 : 0);
	perf_builder_feature(&b, FEATURE_CPU_PMU_CAPS, s.data, s.size);
	buffer_clear(&s);
	feature_encode_pmu_caps(&s, &(struct feature_pmu_caps){ pmu, &cap, 0 }, 1);
	perf_builder_feature(&b, FEATURE_PMU_CAPS, s.data, s.size);
	buffer_fini(&s);
	file = built_open(&b, NULL);
	CHECK(file);
	print_header(out, file, true);
	fclose(out);
	found = strstr(text, "ibs_op// PMU") != NULL;
	free(text);
	perf_file_close(file);
	perf_builder_fini(&b);
	return found;
}

TEST(precise_events_of_another_pmu_where_the_core_has_none)
{
	CHECK(names_ibs("ibs_op", "0"));
	CHECK(!names_ibs("ibs_op", "3"));
	CHECK(!names_ibs("ibs_op", NULL));
	CHECK(!names_ibs("cpu", "0"));
}

TEST(text_cannot_steer_a_terminal)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	CHECK(out);
	print_masked(out, "a\x1b[2J\x7f\tb\n");
	fclose(out);
	CHECK_STR(text, "a?[2J?\tb\n");
	free(text);
}
