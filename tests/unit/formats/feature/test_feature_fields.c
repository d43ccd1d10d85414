/* Every feature section as fields: what they are, cut at every byte, damaged at every byte. */
#include "formats/feature/feature_fields.h"

#include "formats/feature/features_encode.h"
#include "formats/record/abi.h"
#include "tests/support/features_sample.h"
#include "tests/support/test.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const struct {
	unsigned feature;
	const char *name;
	const char *fields; /* of features_sample() */
} features[] = {
	{ FEATURE_HOSTNAME, "HOSTNAME", "hostname=\"host\"" },
	{ FEATURE_OSRELEASE, "OSRELEASE", "osrelease=\"6.1.0\"" },
	{ FEATURE_VERSION, "VERSION", "version=\"prec 1\"" },
	{ FEATURE_ARCH, "ARCH", "arch=\"x86_64\"" },
	{ FEATURE_NRCPUS, "NRCPUS", "online=1 available=2" },
	{ FEATURE_CPUDESC, "CPUDESC", "cpudesc=\"A CPU\"" },
	{ FEATURE_CPUID, "CPUID", "cpuid=\"Vendor,1,2,3\"" },
	{ FEATURE_TOTAL_MEM, "TOTAL_MEM", "total_kib=4096" },
	{ FEATURE_CMDLINE, "CMDLINE", "arguments=[\"prec\" \"record\" \"it's\"]" },
	{ FEATURE_EVENT_DESC, "EVENT_DESC",
	  "events=[{name=\"cycles:u\" attr_size=128 attr={type=hardware size=128 config=0x700000000 sam"
	  "ple_period=4000 sample_type=ip|tid|branch_stack|identifier read_format=id|lost precise_ip="
	  "2 flags=inherit|exclude_kernel|freq|use_clockid wakeup_events=0 bp_type=0 config1=0x10 con"
	  "fig2=0x0 branch_sample_type=0x9 sample_regs_user=0x0 sample_stack_user=0 clockid=1 sample_"
	  "regs_intr=0x0 aux_watermark=0 sample_max_stack=0 aux_sample_size=0 aux_action=0x0 sig_data"
	  "=0x0 config3=0x0 config4=0x0} ids=[7 8]}]" },
	{ FEATURE_CPU_TOPOLOGY, "CPU_TOPOLOGY",
	  "sibling_sockets=[\"0-1\"] sibling_dies=[\"0-1\"] sibling_threads=[\"0\" \"1\"] cpus=[{cpu=0 core_i"
	  "d=0 die_id=1 socket_id=3} {cpu=1 core_id=5 die_id=2 socket_id=3}]" },
	{ FEATURE_NUMA_TOPOLOGY, "NUMA_TOPOLOGY", "nodes=[{node=1 total_kib=300 free_kib=200 cpus=\"0-1\"}]" },
	{ FEATURE_PMU_MAPPINGS, "PMU_MAPPINGS",
	  "n_pmus=2 pmus=[{name=\"software\" type=1} {name=\"cpu_atom\" type=7}]" },
	{ FEATURE_GROUP_DESC, "GROUP_DESC", "groups=[{name=\"{anon_group}\" leader=0 n_members=2}]" },
	{ FEATURE_CACHE, "CACHE",
	  "caches=[{level=1 line_size=64 sets=64 ways=8 type=\"Data\" size=\"32K\" cpus=\"0-1\"}]" },
	{ FEATURE_SAMPLE_TIME, "SAMPLE_TIME", "first=1500000999 last=3750000000" },
	{ FEATURE_MEM_TOPOLOGY, "MEM_TOPOLOGY",
	  "block_size=134217728 n_nodes=1 nodes=[{node=0 n_blocks=9 blocks=[{first=0 last=7} {first=6"
	  "4 last=64}]}]" },
	{ FEATURE_CLOCKID, "CLOCKID", "resolution_ns=1" },
	{ FEATURE_DIR_FORMAT, "DIR_FORMAT", "version=1" },
	{ FEATURE_BPF_PROG_INFO, "BPF_PROG_INFO",
	  "n_programs=1 programs=[{id=33 name=\"entry\" btf_id=44 n_functions=1 functions=[{tag=0123456"
	  "789abcdef name=\"entry\" address=0xffffffffc0001000 size=120}]}]" },
	{ FEATURE_BPF_BTF, "BPF_BTF", "n_btfs=1 btfs=[{id=44 data=<43 bytes>}]" },
	{ FEATURE_COMPRESSED, "COMPRESSED", "version=1 type=zstd level=3 ratio=9 mmap_len=1048576" },
	{ FEATURE_CPU_PMU_CAPS, "CPU_PMU_CAPS", "n_caps=1 caps=[{name=\"max_precise\" value=\"0\"}]" },
	{ FEATURE_CLOCK_DATA, "CLOCK_DATA", "clockid=monotonic wall_time=86400000002000 clock_time=5000000003" },
	{ FEATURE_HYBRID_TOPOLOGY, "HYBRID_TOPOLOGY",
	  "pmus=[{name=\"cpu_core\" cpus=\"0\"} {name=\"cpu_atom\" cpus=\"1\"}]" },
	{ FEATURE_PMU_CAPS, "PMU_CAPS",
	  "pmus=[{name=\"cpu_atom\" n_caps=2 caps=[{name=\"branches\" value=\"32\"} {name=\"max_precise\" val"
	  "ue=\"3\"}]}]" },
	{ FEATURE_CPU_DOMAIN_INFO, "CPU_DOMAIN_INFO",
	  "schedstat_version=17 max_domains=2 cpus=[{cpu=1 n_domains=1 domains=[{domain=0 name=\"MC\" c"
	  "pu_mask=\"00000003\" cpu_list=\"0-1\"}]}]" },
	{ FEATURE_E_MACHINE, "E_MACHINE", "e_machine=62 e_flags=5" },
	{ FEATURE_LAST_KNOWN, "CLN_SIZE", "cache_line_size=64" },
	{ FEATURE_SIMPLEPERF_FILE, "FILE",
	  "files=[{path=\"/system/lib64/libc.so\" type=elf min_vaddr=0x1000 offset=0x2000 n_symbols=1 s"
	  "ymbols=[{address=0x1000 size=0x20 name=\"malloc\"}]}]" },
	{ FEATURE_SIMPLEPERF_META_INFO, "META_INFO",
	  "info=[{key=\"app\" value=\"a\"} {key=\"clock\" value=\"mono\"}]" },
	{ FEATURE_SIMPLEPERF_DEBUG_UNWIND, "DEBUG_UNWIND", "files=[{path=\"/data/app/base.apk\" size=4096}]" },
	{ FEATURE_SIMPLEPERF_FILE2, "FILE2",
	  "files=[{path=\"/system/lib64/libc.so\" type=elf min_vaddr=0x1000 offset=0x2000 n_symbols=1 s"
	  "ymbols=[{address=0x1000 size=0x20 name=\"malloc\"}]}]" },
	{ FEATURE_SIMPLEPERF_ETM_BRANCH_LIST, "ETM_BRANCH_LIST",
	  "binaries=[{path=\"/system/bin/sh\" build_id=\"0x1234\" n_addresses=0}]" },
};

/* --- a sink that writes fields down ---------------------------------------- */

struct text {
	FILE *out;
	unsigned depth;
	bool first;
};

static void put_flags(FILE *out, const struct field *f)
{
	const char *between = "";
	uint64_t left = f->number;

	for (const struct field_word *w = f->words; w && w->word && left; w++) {
		if (!(left & w->value))
			continue;
		fprintf(out, "%s%s", between, w->word);
		between = "|";
		left &= ~w->value;
	}
	if (left || !*between)
		fprintf(out, left ? "%s%#" PRIx64 : "%s0", between, left);
}

static void put_number(FILE *out, const struct field *f)
{
	const char *word = field_word_find(f->words, f->number);

	if (word)
		fputs(word, out);
	else if (f->format == FIELD_ADDRESS)
		fprintf(out, "0x%" PRIx64, f->number);
	else
		fprintf(out, "%" PRId64, (int64_t)f->number);
}

static void put_bytes(FILE *out, const struct field *f)
{
	if (f->kind == FIELD_TEXT)
		fprintf(out, "\"%.*s\"", (int)f->size, (const char *)f->bytes);
	else if (f->kind == FIELD_BYTES)
		fprintf(out, "<%" PRIu64 " bytes>", f->size);
	for (uint64_t i = 0; f->kind == FIELD_HEX && i < f->size; i++)
		fprintf(out, "%02x", f->bytes[i]);
}

static void text_put(void *context, const struct field *f)
{
	struct text *t = context;
	bool begins = f->kind == FIELD_LIST || f->kind == FIELD_GROUP;
	bool ends = f->kind == FIELD_END_LIST || f->kind == FIELD_END_GROUP;

	if (!ends && !t->first)
		fputc(' ', t->out);
	t->first = begins;
	if (f->name)
		fprintf(t->out, "%s=", f->name);
	if (begins) {
		t->depth++;
		fputc(f->kind == FIELD_LIST ? '[' : '{', t->out);
	} else if (ends) {
		CHECK(t->depth--);
		fputc(f->kind == FIELD_END_LIST ? ']' : '}', t->out);
	} else if (f->kind == FIELD_NUMBER) {
		put_number(t->out, f);
	} else if (f->kind == FIELD_FLAGS) {
		put_flags(t->out, f);
	} else {
		put_bytes(t->out, f);
	}
}

/* --- decoding ---------------------------------------------------------------- */

/* From memory of exactly that size, so that a read beyond it is one beyond what was allocated. *ret_text is malloced.
 */
static int decode(unsigned feature, const uint8_t *data, size_t size, bool swap, char **ret_text)
{
	uint8_t *exact = malloc(size ? size : 1);
	struct text t = { .first = true };
	const struct field_sink sink = { .put = text_put, .context = &t };
	struct feature_walk walk = { .sink = &sink, .n_events = 2, .n_cpus = 2 };
	struct buffer btfs;
	size_t text_size;
	int result;

	CHECK(exact);
	memcpy(exact, data, size);
	buffer_init(&btfs);
	btfs.swap = swap;
	CHECK(features_sample(&btfs, FEATURE_BPF_BTF));
	walk.btfs = cursor_make(btfs.data, btfs.size, swap);
	walk.c = cursor_make(exact, size, swap);
	t.out = open_memstream(ret_text, &text_size);
	CHECK(t.out);
	result = feature_fields(feature, &walk);
	fclose(t.out);
	CHECK_EQ_U64(t.depth, 0);
	buffer_fini(&btfs);
	free(exact);
	return result;
}

static int decode_only(unsigned feature, const uint8_t *data, size_t size, bool swap)
{
	char *text;
	int result = decode(feature, data, size, swap, &text);

	free(text);
	return result;
}

/* A node of which the last block is there, too. */
TEST(memory_up_to_the_last_block)
{
	static const uint64_t blocks[] = { UINT64_MAX, 1ull << 63 | 1 };
	struct buffer b;
	char *text;

	buffer_init(&b);
	feature_encode_mem_topology(&b, 4096, &(struct feature_memory_node){ 3, blocks, 128 }, 1);
	CHECK_EQ_I64(decode(FEATURE_MEM_TOPOLOGY, b.data, b.size, false, &text), 0);
	CHECK_STR(text, "block_size=4096 n_nodes=1 nodes=[{node=3 n_blocks=66 blocks=[{first=0 last=64} "
			"{first=127 last=127}]}]");
	free(text);
	buffer_fini(&b);
}

TEST(every_feature_in_both_orders)
{
	for (size_t i = 0; i < 2 * ARRAY_SIZE(features); i++) {
		unsigned feature = features[i / 2].feature;
		struct buffer b;
		char *text;

		buffer_init(&b);
		b.swap = i % 2;
		CHECK(features_sample(&b, feature));
		CHECK_EQ_I64(decode(feature, b.data, b.size, b.swap, &text), 0);
		CHECK_STR(text, features[i / 2].fields);
		CHECK_STR(feature_name(feature), features[i / 2].name);
		free(text);
		buffer_fini(&b);
	}
}

/* The table above has every feature that the sample has, so that a new one is not left out. */
TEST(no_feature_is_forgotten)
{
	for (unsigned feature = 0; feature < FILE_FEATURE_BITS; feature++) {
		bool found = false;
		struct buffer b;

		buffer_init(&b);
		for (size_t i = 0; i < ARRAY_SIZE(features); i++)
			found = found || features[i].feature == feature;
		CHECK(found == features_sample(&b, feature));
		buffer_fini(&b);
	}
	CHECK(!feature_name(FILE_FEATURE_BITS));
	CHECK(!feature_name(FEATURE_RESERVED));
}

TEST(build_ids_up_to_damage)
{
	struct buffer b;
	char *text;

	buffer_init(&b);
	buffer_put_u32(&b, 0);
	buffer_put_u16(&b, RECORD_MISC_USER);
	buffer_put_u16(&b, 44);
	buffer_put_u32(&b, 1);
	for (unsigned i = 0; i < 24; i++)
		buffer_append(&b, &(uint8_t){ i < 20 ? 0xab : 0 }, 1);
	buffer_append(&b, "/a/b\0\0\0", 8);
	buffer_append(&b, "damage", 6);
	CHECK_EQ_I64(decode(FEATURE_BUILD_ID, b.data, b.size, false, &text), 0);
	CHECK_STR(text, "build_ids=[{build_id=abababababababababababababababababababab filename=\"/a/b\"}]");
	free(text);
	buffer_fini(&b);
}

TEST(a_version_not_known)
{
	struct buffer b;

	buffer_init(&b);
	CHECK(features_sample(&b, FEATURE_CACHE));
	buffer_set_u32(&b, 0, 99);
	CHECK_EQ_I64(decode_only(FEATURE_CACHE, b.data, b.size, false), -ENOTSUP);
	buffer_fini(&b);
}

/* A group of events that the file does not have. */
TEST(groups_beyond_the_events)
{
	struct buffer b;

	buffer_init(&b);
	CHECK(features_sample(&b, FEATURE_GROUP_DESC));
	buffer_set_u32(&b, b.size - 4, 3);
	CHECK_EQ_I64(decode_only(FEATURE_GROUP_DESC, b.data, b.size, false), -EBADMSG);
	buffer_fini(&b);
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

TEST(cut_at_every_byte)
{
	for (size_t i = 0; i < 2 * ARRAY_SIZE(features); i++) {
		unsigned feature = features[i / 2].feature;
		struct buffer b;

		buffer_init(&b);
		b.swap = i % 2;
		CHECK(features_sample(&b, feature));
		for (size_t cut = 0; cut < b.size; cut++) {
			int result = decode_only(feature, b.data, cut, b.swap);

			if (result != (cut_is_whole(feature, cut) ? 0 : -EBADMSG))
				test_fail(__FILE__, __LINE__, "feature %u cut at %zu: %d", feature, cut, result);
		}
		buffer_fini(&b);
	}
}

/* Every byte replaced by values that make counts and sizes small, large and negative: any result, no harm. */
TEST(every_byte_damaged)
{
	static const uint8_t values[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };

	for (size_t i = 0; i < ARRAY_SIZE(features); i++) {
		struct buffer b;

		buffer_init(&b);
		CHECK(features_sample(&b, features[i].feature));
		for (size_t at = 0; at < b.size; at++) {
			uint8_t was = b.data[at];

			for (size_t v = 0; v < ARRAY_SIZE(values); v++) {
				b.data[at] = values[v];
				decode_only(features[i].feature, b.data, b.size, false);
			}
			b.data[at] = was;
		}
		buffer_fini(&b);
	}
}
