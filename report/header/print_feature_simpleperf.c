#include "report/header/print_feature_simpleperf.h"

#include "formats/feature/simpleperf_files.h"

#include <inttypes.h>

static void print_file(FILE *out, const struct text_fields *f)
{
	const char *type = simpleperf_type_name((uint32_t)text_number(f, "type"));

	fputs("# file : ", out);
	text_put(out, f, "path");
	fprintf(out, ", %s, min_vaddr %#" PRIx64, type ? type : "of unknown type", text_number(f, "min_vaddr"));
	if (text_field(f, "offset"))
		fprintf(out, " at offset %#" PRIx64, text_number(f, "offset"));
	fprintf(out, ", %" PRIu64 " symbols\n", text_number(f, "n_symbols"));
}

static void print_symbol(FILE *out, const struct text_fields *f)
{
	uint64_t address = text_number(f, "address");

	fprintf(out, "#   %#" PRIx64 "-%#" PRIx64 " ", address, address + text_number(f, "size"));
	text_put(out, f, "name");
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
	text_put(t->out, f, "key");
	fputs(" = ", t->out);
	text_put(t->out, f, "value");
	fputc('\n', t->out);
}

void print_debug_unwind(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f)
{
	(void)list;
	if (event != TEXT_ITEM)
		return;
	fputs("# debug unwind file : ", t->out);
	text_put(t->out, f, "path");
	fprintf(t->out, ", %" PRIu64 " bytes\n", text_number(f, "size"));
}

void print_debug_unwind_file(FILE *out, const struct text_fields *f)
{
	fprintf(out, "# debug unwind files : %" PRIu64 " bytes\n", text_field(f, "contents")->size);
}

void print_etm_branch_list(const struct feature_text *t, enum text_event event, const char *list,
			   const struct text_fields *f)
{
	(void)list;
	if (event != TEXT_ITEM)
		return;
	fputs("# ETM branches : ", t->out);
	text_put(t->out, f, "path");
	fputs(", build-id ", t->out);
	text_put(t->out, f, "build_id");
	fprintf(t->out, ", %" PRIu64 " addresses\n", text_number(f, "n_addresses"));
}

void print_init_map(FILE *out, const struct text_fields *f)
{
	fprintf(out, "# init map : %" PRIu64 " records\n", text_number(f, "n_records"));
}
