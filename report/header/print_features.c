#include "report/header/print_features.h"

#include "common/clock_ns.h"
#include "formats/feature/features.h"
#include "formats/feature/simpleperf_files.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#define NSEC_PER_USEC 1000ull

void print_total_mem(FILE *out, const struct text_fields *f)
{
	fprintf(out, "# total memory : %" PRIu64 " kB\n", text_fields_number(f, "total_kib"));
}

void print_nrcpus(FILE *out, const struct text_fields *f)
{
	fprintf(out, "# nrcpus online : %" PRIu64 "\n# nrcpus avail : %" PRIu64 "\n", text_fields_number(f, "online"),
		text_fields_number(f, "available"));
}

/* Arguments are not quoted; only quotes in them are marked. */
static void print_argument(FILE *out, const struct field *argument)
{
	for (uint64_t i = 0; i < argument->size; i++) {
		char c[2] = { (char)argument->bytes[i] };

		if (*c == '\'')
			fputc('\\', out);
		print_masked(out, c);
	}
	fputc(' ', out);
}

void print_cmdline(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f)
{
	(void)list;
	switch (event) {
	case TEXT_LIST: fputs("# cmdline : ", t->out); break;
	case TEXT_ITEM: print_argument(t->out, text_fields_find(f, NULL)); break;
	case TEXT_END_LIST: fputc('\n', t->out); break;
	case TEXT_END: break;
	}
}

/* Seconds with microseconds, cut off as everywhere in perf's outputs. */
static void print_time(FILE *out, const char *label, uint64_t time)
{
	fprintf(out, "# %s : %" PRIu64 ".%06" PRIu64 "\n", label, (uint64_t)(time / NS_PER_S),
		(uint64_t)(time % NS_PER_S / NSEC_PER_USEC));
}

void print_sample_time(FILE *out, const struct text_fields *f)
{
	print_time(out, "time of first sample", text_fields_number(f, "first"));
	print_time(out, "time of last sample", text_fields_number(f, "last"));
	fprintf(out, "# sample duration : %10.3f ms\n",
		(double)(text_fields_number(f, "last") - text_fields_number(f, "first")) / 1e6);
}

/* The factor and the unit are those of Linux perf, though the number is a resolution in nanoseconds. */
void print_clockid(FILE *out, const struct text_fields *f)
{
	fprintf(out, "# clockid frequency: %" PRIu64 " MHz\n", text_fields_number(f, "resolution_ns") * 1000);
}

void print_dir_format(FILE *out, const struct text_fields *f)
{
	fprintf(out, "# directory data version : %" PRIu64 "\n", text_fields_number(f, "version"));
}

void print_compressed(FILE *out, const struct text_fields *f)
{
	fprintf(out, "# compressed : %s, level = %" PRIu64 ", ratio = %" PRIu64 "\n",
		text_fields_number(f, "type") == FEATURE_COMPRESSED_ZSTD ? "Zstd" : "Unknown",
		text_fields_number(f, "level"), text_fields_number(f, "ratio"));
}

#define DATE_SIZE 64

static const char *put_date(char date[static DATE_SIZE], uint64_t wall_time)
{
	struct tm tm;

	if (!localtime_r(&(time_t){ (time_t)(wall_time / NS_PER_S) }, &tm) || !strftime(date, DATE_SIZE, "%F %T", &tm))
		snprintf(date, DATE_SIZE, "<error>");
	return date;
}

static void print_clock(FILE *out, const struct field *clockid, uint64_t wall_time, uint64_t clock_time)
{
	const char *name = field_word_find(clockid->words, clockid->number);
	uint64_t seconds = wall_time / NS_PER_S, usec = wall_time % NS_PER_S / NSEC_PER_USEC;
	char date[DATE_SIZE];

	if (!name)
		name = "(not found)";
	fprintf(out, "# clockid: %s (%" PRIu64 ")\n", name, clockid->number);
	fprintf(out,
		"# reference time: %s.%06" PRIu64 " = %" PRIu64 ".%06" PRIu64 " (TOD) = %" PRIu64 ".%09" PRIu64
		" (%s)\n",
		put_date(date, wall_time), usec, seconds, usec, (uint64_t)(clock_time / NS_PER_S),
		(uint64_t)(clock_time % NS_PER_S), name);
}

void print_clock_data(FILE *out, const struct text_fields *f)
{
	print_clock(out, text_fields_find(f, "clockid"), text_fields_number(f, "wall_time"),
		    text_fields_number(f, "clock_time"));
}

static void print_moment(FILE *out, const char *label, const struct clock_moment *moment)
{
	char date[DATE_SIZE];

	if (moment->wall)
		fprintf(out, "# %s : %s.%06" PRIu64 "\n", label, put_date(date, moment->wall),
			(uint64_t)(moment->wall % NS_PER_S / NSEC_PER_USEC));
}

void print_clock_note(FILE *out, const struct clock_note *note)
{
	static const uint8_t unknown[BOOT_ID_SIZE];

	if (memcmp(note->boot, unknown, sizeof(unknown)) != 0) {
		fputs("# boot id : ", out);
		for (size_t i = 0; i < sizeof(note->boot); i++)
			fprintf(out, "%s%02x", i >= 4 && i <= 10 && i % 2 == 0 ? "-" : "", note->boot[i]);
		fputc('\n', out);
	}
	print_moment(out, "recording began", &note->start);
	print_moment(out, "recording ended", &note->end);
}

void print_e_machine(FILE *out, const struct text_fields *f)
{
	fprintf(out, "# e_machine : %" PRIu64 "\n#   e_flags : %" PRIu64 "\n", text_fields_number(f, "e_machine"),
		text_fields_number(f, "e_flags"));
}

void print_cln_size(FILE *out, const struct text_fields *f)
{
	fprintf(out, "# cacheline size: %" PRIu64 "\n", text_fields_number(f, "cache_line_size"));
}

static void print_prog(FILE *out, const struct text_fields *prog)
{
	uint64_t n = text_fields_number(prog, "n_functions");

	fprintf(out, "# bpf_prog_info %" PRIu64 ":%s", text_fields_number(prog, "id"), n > 1 ? "\n" : " ");
	if (!n)
		fputs("without its functions\n", out);
}

/* With the name the kernel's symbol has: bpf_prog_TAG_NAME. */
static void print_function(FILE *out, const struct text_fields *f)
{
	const struct field *tag = text_fields_find(f, "tag");

	if (text_fields_number(f->outer, "n_functions") > 1)
		fprintf(out, "# \tsub_prog %" PRIu64 ": ", f->index);
	fputs("bpf_prog_", out);
	for (uint64_t i = 0; i < tag->size; i++)
		fprintf(out, "%02x", tag->bytes[i]);
	if (text_fields_find(f, "name")) {
		fputc('_', out);
		text_fields_print(out, f, "name");
	}
	fprintf(out, " addr 0x%" PRIx64 " size %" PRIu64 "\n", text_fields_number(f, "address"),
		text_fields_number(f, "size"));
}

void print_bpf_prog_info(const struct feature_text *t, enum text_event event, const char *list,
			 const struct text_fields *f)
{
	bool is_programs = list && !strcmp(list, "programs");

	if (event == TEXT_LIST && is_programs && !text_fields_number(f, "n_programs"))
		fputs("# bpf_prog_info empty\n", t->out);
	else if (event == TEXT_LIST && !is_programs)
		print_prog(t->out, f);
	else if (event == TEXT_ITEM && !is_programs)
		print_function(t->out, f);
}

void print_bpf_btf(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f)
{
	(void)list;
	if (event == TEXT_LIST && !text_fields_number(f, "n_btfs"))
		fputs("# btf info empty\n", t->out);
	if (event == TEXT_ITEM)
		fprintf(t->out, "# btf info of id %" PRIu64 "\n", text_fields_number(f, "id"));
}

static void print_file(FILE *out, const struct text_fields *f)
{
	const char *type = simpleperf_type_name((uint32_t)text_fields_number(f, "type"));

	fputs("# file : ", out);
	text_fields_print(out, f, "path");
	fprintf(out, ", %s, min_vaddr %#" PRIx64, type ? type : "of unknown type", text_fields_number(f, "min_vaddr"));
	if (text_fields_find(f, "offset"))
		fprintf(out, " at offset %#" PRIx64, text_fields_number(f, "offset"));
	fprintf(out, ", %" PRIu64 " symbols\n", text_fields_number(f, "n_symbols"));
}

static void print_symbol(FILE *out, const struct text_fields *f)
{
	uint64_t address = text_fields_number(f, "address");

	fprintf(out, "#   %#" PRIx64 "-%#" PRIx64 " ", address, address + text_fields_number(f, "size"));
	text_fields_print(out, f, "name");
	fputc('\n', out);
}

void print_simpleperf_files(const struct feature_text *t, enum text_event event, const char *list,
			    const struct text_fields *f)
{
	if (!list || strcmp(list, "symbols") != 0)
		return;
	if (event == TEXT_LIST)
		print_file(t->out, f);
	if (event == TEXT_ITEM)
		print_symbol(t->out, f);
}

void print_meta_info(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f)
{
	(void)list;
	if (event != TEXT_ITEM)
		return;
	fputs("# ", t->out);
	text_fields_print(t->out, f, "key");
	fputs(" = ", t->out);
	text_fields_print(t->out, f, "value");
	fputc('\n', t->out);
}

void print_debug_unwind(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f)
{
	(void)list;
	if (event != TEXT_ITEM)
		return;
	fputs("# debug unwind file : ", t->out);
	text_fields_print(t->out, f, "path");
	fprintf(t->out, ", %" PRIu64 " bytes\n", text_fields_number(f, "size"));
}

void print_debug_unwind_file(FILE *out, const struct text_fields *f)
{
	fprintf(out, "# debug unwind files : %" PRIu64 " bytes\n", text_fields_find(f, "contents")->size);
}

void print_etm_branch_list(const struct feature_text *t, enum text_event event, const char *list,
			   const struct text_fields *f)
{
	(void)list;
	if (event != TEXT_ITEM)
		return;
	fputs("# ETM branches : ", t->out);
	text_fields_print(t->out, f, "path");
	fputs(", build-id ", t->out);
	text_fields_print(t->out, f, "build_id");
	fprintf(t->out, ", %" PRIu64 " addresses\n", text_fields_number(f, "n_addresses"));
}

void print_init_map(FILE *out, const struct text_fields *f)
{
	fprintf(out, "# init map : %" PRIu64 " records\n", text_fields_number(f, "n_records"));
}
