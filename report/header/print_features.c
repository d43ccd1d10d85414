#include "report/header/print_features.h"

#include "formats/feature/features_decode.h"

#include <inttypes.h>
#include <time.h>

#define NSEC_PER_SEC     1000000000ull
#define NSEC_PER_USEC    1000ull
#define COMPRESSION_ZSTD 1

void print_text(FILE *out, const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		fputc((c < ' ' && c != '\n' && c != '\t') || c == 0x7f ? '?' : c, out);
	}
}

static int print_string(struct feature_section *s, const char *label)
{
	const char *text;
	int result = feature_decode_string(&s->c, &text);

	if (result)
		return result;
	fprintf(s->out, "# %s : ", label);
	print_text(s->out, text);
	fputc('\n', s->out);
	return 0;
}

int print_hostname(struct feature_section *s)
{
	return print_string(s, "hostname");
}

int print_osrelease(struct feature_section *s)
{
	return print_string(s, "os release");
}

int print_version(struct feature_section *s)
{
	return print_string(s, "perf version");
}

int print_arch(struct feature_section *s)
{
	return print_string(s, "arch");
}

int print_cpudesc(struct feature_section *s)
{
	return print_string(s, "cpudesc");
}

int print_cpuid(struct feature_section *s)
{
	return print_string(s, "cpuid");
}

int print_nrcpus(struct feature_section *s)
{
	uint32_t available, online;
	int result = feature_decode_nrcpus(&s->c, &available, &online);

	if (!result)
		fprintf(s->out, "# nrcpus online : %" PRIu32 "\n# nrcpus avail : %" PRIu32 "\n", online, available);
	return result;
}

int print_total_mem(struct feature_section *s)
{
	uint64_t kibibytes;
	int result = feature_decode_u64(&s->c, &kibibytes);

	if (!result)
		fprintf(s->out, "# total memory : %" PRIu64 " kB\n", kibibytes);
	return result;
}

/* Arguments are not quoted; only quotes in them are marked. */
static void print_argument(FILE *out, const char *text)
{
	for (; *text; text++) {
		char c[2] = { *text };

		if (*c == '\'')
			fputc('\\', out);
		print_text(out, c);
	}
	fputc(' ', out);
}

int print_cmdline(struct feature_section *s)
{
	struct feature_items items;
	const char *argument;
	int result = feature_items_begin(&items, &s->c);

	if (result)
		return result;
	fputs("# cmdline : ", s->out);
	while ((result = feature_next_string(&items, &argument)) > 0)
		print_argument(s->out, argument);
	fputc('\n', s->out);
	return result;
}

int print_branch_stack(struct feature_section *s)
{
	fputs("# contains samples with branch stack\n", s->out);
	return 0;
}

int print_auxtrace(struct feature_section *s)
{
	fputs("# contains AUX area data (e.g. instruction trace)\n", s->out);
	return 0;
}

int print_stat(struct feature_section *s)
{
	fputs("# contains stat data\n", s->out);
	return 0;
}

/* Seconds with microseconds, cut off as everywhere in perf's outputs. */
static void print_time(FILE *out, const char *label, uint64_t time)
{
	fprintf(out, "# %s : %" PRIu64 ".%06" PRIu64 "\n", label, (uint64_t)(time / NSEC_PER_SEC),
		(uint64_t)(time % NSEC_PER_SEC / NSEC_PER_USEC));
}

int print_sample_time(struct feature_section *s)
{
	uint64_t first, last;
	int result = feature_decode_sample_time(&s->c, &first, &last);

	if (result)
		return result;
	print_time(s->out, "time of first sample", first);
	print_time(s->out, "time of last sample", last);
	fprintf(s->out, "# sample duration : %10.3f ms\n", (double)(last - first) / 1e6);
	return 0;
}

/* The factor and the unit are those of Linux perf, though the number is a resolution in nanoseconds. */
int print_clockid(struct feature_section *s)
{
	uint64_t resolution;
	int result = feature_decode_u64(&s->c, &resolution);

	if (!result)
		fprintf(s->out, "# clockid frequency: %" PRIu64 " MHz\n", resolution * 1000);
	return result;
}

int print_dir_format(struct feature_section *s)
{
	uint64_t version;
	int result = feature_decode_u64(&s->c, &version);

	if (!result)
		fprintf(s->out, "# directory data version : %" PRIu64 "\n", version);
	return result;
}

int print_compressed(struct feature_section *s)
{
	struct feature_compression z;
	int result = feature_decode_compressed(&s->c, &z);

	if (!result)
		fprintf(s->out, "# compressed : %s, level = %" PRIu32 ", ratio = %" PRIu32 "\n",
			z.type == COMPRESSION_ZSTD ? "Zstd" : "Unknown", z.level, z.ratio);
	return result;
}

static const char *clock_name(uint32_t clockid)
{
	switch (clockid) {
	case CLOCK_REALTIME: return "realtime";
	case CLOCK_MONOTONIC: return "monotonic";
	case CLOCK_MONOTONIC_RAW: return "monotonic_raw";
	case CLOCK_BOOTTIME: return "boottime";
	case CLOCK_TAI: return "tai";
	default: return "(not found)";
	}
}

int print_clock_data(struct feature_section *s)
{
	struct feature_clock clock;
	char date[64] = "<error>";
	struct tm tm;
	int result = feature_decode_clock_data(&s->c, &clock);
	uint64_t seconds, usec;
	const char *name;

	if (result)
		return result;
	name = clock_name(clock.clockid);
	seconds = clock.wall_time / NSEC_PER_SEC;
	usec = clock.wall_time % NSEC_PER_SEC / NSEC_PER_USEC;
	if (localtime_r(&(time_t){ (time_t)seconds }, &tm))
		strftime(date, sizeof(date), "%F %T", &tm);
	fprintf(s->out, "# clockid: %s (%" PRIu32 ")\n", name, clock.clockid);
	fprintf(s->out,
		"# reference time: %s.%06" PRIu64 " = %" PRIu64 ".%06" PRIu64 " (TOD) = %" PRIu64 ".%09" PRIu64
		" (%s)\n",
		date, usec, seconds, usec, (uint64_t)(clock.clock_time / NSEC_PER_SEC),
		(uint64_t)(clock.clock_time % NSEC_PER_SEC), name);
	return 0;
}

int print_e_machine(struct feature_section *s)
{
	uint32_t machine, flags;
	int result = feature_decode_e_machine(&s->c, &machine, &flags);

	if (!result)
		fprintf(s->out, "# e_machine : %" PRIu32 "\n#   e_flags : %" PRIu32 "\n", machine, flags);
	return result;
}

int print_cln_size(struct feature_section *s)
{
	uint32_t size;
	int result = feature_decode_u32(&s->c, &size);

	if (!result)
		fprintf(s->out, "# cacheline size: %" PRIu32 "\n", size);
	return result;
}

int print_meta_info(struct feature_section *s)
{
	const char *key, *value;
	int result;

	while ((result = feature_next_meta_info(&s->c, &key, &value)) > 0) {
		fputs("# ", s->out);
		print_text(s->out, key);
		fputs(" = ", s->out);
		print_text(s->out, value);
		fputc('\n', s->out);
	}
	return result;
}
