#include "report/header/print_feature_bpf.h"

#include <inttypes.h>

static void print_prog(FILE *out, const struct text_fields *prog)
{
	uint64_t n = text_number(prog, "n_functions");

	fprintf(out, "# bpf_prog_info %" PRIu64 ":%s", text_number(prog, "id"), n > 1 ? "\n" : " ");
	if (!n)
		fputs("without its functions\n", out);
}

/* With the name the kernel's symbol has: bpf_prog_TAG_NAME. */
static void print_function(FILE *out, const struct text_fields *f)
{
	const struct field *tag = text_field(f, "tag");

	if (text_number(f->outer, "n_functions") > 1)
		fprintf(out, "# \tsub_prog %" PRIu64 ": ", f->index);
	fputs("bpf_prog_", out);
	for (uint64_t i = 0; i < tag->size; i++)
		fprintf(out, "%02x", tag->bytes[i]);
	if (text_field(f, "name")) {
		fputc('_', out);
		text_put(out, f, "name");
	}
	fprintf(out, " addr 0x%" PRIx64 " size %" PRIu64 "\n", text_number(f, "address"), text_number(f, "size"));
}

void print_bpf_prog_info(const struct feature_text *t, enum text_event event, const char *list,
			 const struct text_fields *f)
{
	bool is_programs = list && !strcmp(list, "programs");

	if (event == TEXT_LIST && is_programs && !text_number(f, "n_programs"))
		fputs("# bpf_prog_info empty\n", t->out);
	else if (event == TEXT_LIST && !is_programs)
		print_prog(t->out, f);
	else if (event == TEXT_ITEM && !is_programs)
		print_function(t->out, f);
}

void print_bpf_btf(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f)
{
	(void)list;
	if (event == TEXT_LIST && !text_number(f, "n_btfs"))
		fputs("# btf info empty\n", t->out);
	if (event == TEXT_ITEM)
		fprintf(t->out, "# btf info of id %" PRIu64 "\n", text_number(f, "id"));
}
