/* Feature sections with secrets: in texts that go, behind the NUL of those that stay, after the last item. */
#include "formats/feature/features_encode.h"
#include "formats/feature/tracing_data.h"
#include "report/redact/redact.h"
#include "tests/support/built_file.h"
#include "tests/support/features_sample.h"
#include "tests/support/test.h"

/* The section as it is written at a level; size 0: it goes. The caller frees it. */
static struct buffer redacted(enum redact_level level, bool swap, unsigned feature, const struct buffer *section)
{
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct perf_file *f;
	struct redact r;
	struct buffer out;
	int result;

	perf_builder_init(&b, swap ? PERF_BUILDER_SWAP : 0);
	perf_builder_event(&b, &features_sample_attr, "cycles:u", (uint64_t[]){ 7, 8 }, 2);
	if (feature == FEATURE_CPU_TOPOLOGY)
		perf_builder_feature_nrcpus(&b, 2, 1);
	perf_builder_feature(&b, (int)feature, section->data, section->size);
	perf_builder_record(&b, PERF_RECORD_FINISHED_INIT, 0, NULL, 0, false);
	f = built_open(&b, &err);
	CHECK(f != NULL);
	buffer_init(&out);
	CHECK_EQ_I64(redact_init(&r, level, "salt", 4), 0);
	CHECK_EQ_I64(redact_learn(&r, f, &err), 0);
	CHECK_EQ_I64(perf_file_read_feature(f, feature, &out, &err), 0);
	result = redact_feature(&r, feature, &out, &err);
	CHECK(result == 0 || result == 1);
	if (!result)
		out.size = 0;
	redact_fini(&r);
	perf_file_close(f);
	perf_builder_fini(&b);
	return out;
}

static bool tells(const struct buffer *b, const char *text)
{
	return b->size && memmem(b->data, b->size, text, strlen(text));
}

/* Every section that stays stays as it is, for what it tells at the first level. */
TEST(sections_stay_as_they_are)
{
	for (unsigned feature = 0; feature < FILE_FEATURE_BITS; feature++) {
		struct buffer section, out;

		buffer_init(&section);
		if (features_sample(&section, feature) && redact_feature_goes(feature) > REDACT_STACKS &&
		    feature != FEATURE_EVENT_DESC && feature != FEATURE_SAMPLE_TIME &&
		    feature < FEATURE_SIMPLEPERF_FILE) {
			out = redacted(REDACT_STACKS, false, feature, &section);
			CHECK_EQ_U64(out.size, section.size);
			/* An entry of BUILD_ID gets the size of its id. */
			if (feature != FEATURE_BUILD_ID)
				CHECK_BYTES(out.data, section.data, section.size);
			buffer_fini(&out);
		}
		buffer_fini(&section);
	}
}

TEST(what_is_behind_texts)
{
	for (unsigned swap = 0; swap < 2; swap++) {
		struct buffer section, out;

		buffer_init(&section);
		section.swap = swap;
		feature_encode_string(&section, "x86_64");
		memcpy(section.data + 20, "HIDDEN", 6);
		buffer_append(&section, "HIDDENHIDDEN", 12);
		out = redacted(REDACT_STACKS, swap, FEATURE_ARCH, &section);
		CHECK(tells(&out, "x86_64") && !tells(&out, "HIDDEN"));
		CHECK_EQ_U64(out.size, section.size - 12);
		buffer_fini(&out);
		buffer_fini(&section);
	}
}

TEST(texts_that_go)
{
	static const struct {
		unsigned feature;
		enum redact_level from;
	} rows[] = { { FEATURE_HOSTNAME, REDACT_ARGS },
		     { FEATURE_OSRELEASE, REDACT_NAMES },
		     { FEATURE_VERSION, REDACT_NAMES } };

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		for (enum redact_level level = REDACT_STACKS; level < REDACT_NEVER; level++) {
			struct buffer section, out;

			buffer_init(&section);
			feature_encode_string(&section, "SECRET");
			out = redacted(level, false, rows[i].feature, &section);
			CHECK_EQ_I64(tells(&out, "SECRET"), level < rows[i].from);
			buffer_fini(&out);
			buffer_fini(&section);
		}
}

TEST(groups_have_no_names)
{
	const struct feature_group group = { .name = "SECRET", .leader = 0, .n_members = 1 };
	struct buffer section, out;

	buffer_init(&section);
	feature_encode_group_desc(&section, &group, 1);
	out = redacted(REDACT_ARGS, false, FEATURE_GROUP_DESC, &section);
	CHECK(tells(&out, FEATURE_GROUP_UNNAMED) && !tells(&out, "SECRET"));
	buffer_fini(&out);
	buffer_fini(&section);
}

#define FORMAT(name, own)                  \
	"name: " name "\nID: 7\nformat:\n" \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n" own "\nprint fmt: \"SECRET\"\n"

TEST(tracepoints_of_others_than_the_kernel)
{
	static const char kernels[] = FORMAT("sched_switch", "\tfield:int prev;\toffset:8;\tsize:4;\tsigned:1;\n");
	static const char probe[] = FORMAT("pay", "\tfield:int SECRET;\toffset:8;\tsize:4;\tsigned:1;\n");
	const struct tracing_text formats[] = { { kernels, sizeof(kernels) - 1 }, { probe, sizeof(probe) - 1 } };
	const struct tracing_system systems[] = { { "sched", &formats[0], 1 }, { "probe_shop", &formats[1], 1 } };
	const struct tracing_data data = { .page_size = 4096,
					   .systems = systems,
					   .n_systems = 2,
					   .kallsyms = { "KALLSYMS", 8 },
					   .printk_formats = { "PRINTK", 6 },
					   .saved_cmdlines = { "CMDLINES", 8 } };

	for (enum redact_level level = REDACT_ARGS; level < REDACT_NEVER; level++) {
		struct buffer section, out;
		struct tracing_reader reader;
		struct tracing_part part;
		unsigned n = 0;

		buffer_init(&section);
		tracing_data_encode(&section, &data);
		out = redacted(level, false, FEATURE_TRACING_DATA, &section);
		CHECK(!tells(&out, "KALLSYMS") && !tells(&out, "PRINTK") && !tells(&out, "CMDLINES"));
		CHECK(tells(&out, "field:int prev") && !tells(&out, "field:int SECRET"));
		CHECK_EQ_I64(tells(&out, "probe_shop"), level < REDACT_NAMES);
		CHECK_EQ_I64(tells(&out, "name: pay"), level < REDACT_NAMES);
		CHECK_EQ_I64(tracing_reader_init(&reader, out.data, out.size, NULL), 0);
		while (tracing_reader_next(&reader, &part, NULL) > 0)
			n += part.kind == TRACING_FORMAT && memmem(part.text, part.size, "ID: 7\n", 6);
		CHECK_EQ_U64(n, 2);
		buffer_fini(&out);
		buffer_fini(&section);
	}
}
