#include "report/header/print_features.h"

#include "formats/feature/btf.h"
#include "formats/feature/feature_bpf.h"

#include <inttypes.h>

/* The BTF with the id, from the file's BPF_BTF section b. */
static bool btf_find(const struct buffer *b, uint32_t id, struct cursor *ret_btf)
{
	struct cursor c = cursor_make(b->data, b->size, b->swap);
	struct feature_items items;
	struct feature_btf btf;

	if (!id || !b->size || feature_items_begin(&items, &c))
		return false;
	while (feature_next_btf(&items, &btf) > 0) {
		if (btf.id != id)
			continue;
		*ret_btf = btf.data;
		return true;
	}
	return false;
}

/* The name the kernel's symbol has: bpf_prog_TAG_NAME. */
static void print_prog_name(FILE *out, const struct feature_bpf_prog *prog, const struct feature_bpf_function *function,
			    const struct cursor *btf)
{
	const char *name = btf ? btf_type_name(*btf, function->btf_type_id) : NULL;

	if (!btf && prog->n_functions == 1)
		name = prog->name;
	fputs("bpf_prog_", out);
	for (unsigned i = 0; i < BPF_TAG_SIZE; i++)
		fprintf(out, "%02x", function->tag[i]);
	if (btf || prog->n_functions > 1 || *prog->name) {
		fputc('_', out);
		print_text(out, name ? name : "F");
	}
}

static void print_prog(FILE *out, const struct feature_bpf_prog *prog, const struct buffer *btfs)
{
	struct feature_bpf_function function;
	struct cursor btf;
	bool has_btf = btf_find(btfs, prog->btf_id, &btf);

	fprintf(out, "# bpf_prog_info %" PRIu32 ":%s", prog->id, prog->n_functions > 1 ? "\n" : " ");
	for (uint32_t i = 0; i < prog->n_functions; i++) {
		feature_bpf_function(prog, i, &function);
		if (prog->n_functions > 1)
			fprintf(out, "# \tsub_prog %" PRIu32 ": ", i);
		print_prog_name(out, prog, &function, has_btf ? &btf : NULL);
		fprintf(out, " addr 0x%" PRIx64 " size %" PRIu32 "\n", function.address, function.size);
	}
	if (!prog->n_functions)
		fputs("without its functions\n", out);
}

int print_bpf_prog_info(struct feature_section *s)
{
	struct feature_bpf_prog prog;
	struct feature_items items;
	struct buffer btfs;
	int result = feature_items_begin(&items, &s->c);

	if (result)
		return result;
	if (!items.left)
		fputs("# bpf_prog_info empty\n", s->out);
	buffer_init(&btfs);
	if (perf_file_read_feature(s->file, FEATURE_BPF_BTF, &btfs, NULL))
		buffer_clear(&btfs);
	while ((result = feature_next_bpf_prog(&items, &prog)) > 0)
		print_prog(s->out, &prog, &btfs);
	buffer_fini(&btfs);
	return result;
}

int print_bpf_btf(struct feature_section *s)
{
	struct feature_items items;
	struct feature_btf btf;
	int result = feature_items_begin(&items, &s->c);

	if (result)
		return result;
	if (!items.left)
		fputs("# btf info empty\n", s->out);
	while ((result = feature_next_btf(&items, &btf)) > 0)
		fprintf(s->out, "# btf info of id %" PRIu32 "\n", btf.id);
	return result;
}
