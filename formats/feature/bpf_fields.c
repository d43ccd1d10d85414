#include "formats/feature/bpf_fields.h"

#include "formats/feature/btf.h"
#include "formats/feature/feature_bpf.h"

/* The BTF with the id, of the file's BPF_BTF. */
static bool btf_find(struct cursor c, uint32_t id, struct cursor *ret_btf)
{
	struct feature_items items;
	struct feature_btf btf;

	if (!id || !cursor_left(&c) || feature_items_begin(&items, &c))
		return false;
	while (feature_next_btf(&items, &btf) > 0) {
		if (btf.id != id)
			continue;
		*ret_btf = btf.data;
		return true;
	}
	return false;
}

/* What the kernel's symbol of a function has after its tag; NULL: nothing. btf: of the program, or NULL. */
static const char *function_name(const struct feature_bpf_prog *prog, const struct feature_bpf_function *function,
				 const struct cursor *btf)
{
	const char *name = btf ? btf_type_name(*btf, function->btf_type_id) : NULL;

	if (!btf && prog->n_functions == 1)
		name = prog->name;
	if (!btf && prog->n_functions <= 1 && !*prog->name)
		return NULL;
	return name ? name : "F";
}

static void functions_put(const struct field_sink *sink, const struct feature_bpf_prog *prog, const struct cursor *btf)
{
	field_mark(sink, "functions", FIELD_LIST);
	for (uint32_t i = 0; i < prog->n_functions; i++) {
		struct feature_bpf_function function;
		const char *name;

		feature_bpf_function(prog, i, &function);
		name = function_name(prog, &function, btf);
		field_mark(sink, NULL, FIELD_GROUP);
		field_bytes(sink, "tag", FIELD_HEX, function.tag, BPF_TAG_SIZE);
		if (name)
			field_string(sink, "name", name);
		field_address(sink, "address", function.address);
		field_number(sink, "size", function.size);
		field_mark(sink, NULL, FIELD_END_GROUP);
	}
	field_mark(sink, NULL, FIELD_END_LIST);
}

int bpf_prog_info_fields(struct feature_walk *w)
{
	struct feature_bpf_prog prog;
	struct feature_items items;
	int result = feature_items_begin(&items, &w->c);

	if (result)
		return result;
	field_number(w->sink, "n_programs", items.left);
	field_mark(w->sink, "programs", FIELD_LIST);
	while ((result = feature_next_bpf_prog(&items, &prog)) > 0) {
		struct cursor btf;
		bool has_btf = btf_find(w->btfs, prog.btf_id, &btf);

		field_mark(w->sink, NULL, FIELD_GROUP);
		field_number(w->sink, "id", prog.id);
		field_string(w->sink, "name", prog.name);
		field_number(w->sink, "btf_id", prog.btf_id);
		field_number(w->sink, "n_functions", prog.n_functions);
		functions_put(w->sink, &prog, has_btf ? &btf : NULL);
		field_mark(w->sink, NULL, FIELD_END_GROUP);
	}
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}

int bpf_btf_fields(struct feature_walk *w)
{
	struct feature_items items;
	struct feature_btf btf;
	int result = feature_items_begin(&items, &w->c);

	if (result)
		return result;
	field_number(w->sink, "n_btfs", items.left);
	field_mark(w->sink, "btfs", FIELD_LIST);
	while ((result = feature_next_btf(&items, &btf)) > 0) {
		field_mark(w->sink, NULL, FIELD_GROUP);
		field_number(w->sink, "id", btf.id);
		field_bytes(w->sink, "data", FIELD_BYTES, btf.data.pos, cursor_left(&btf.data));
		field_mark(w->sink, NULL, FIELD_END_GROUP);
	}
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}
