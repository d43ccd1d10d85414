#include "formats/feature/feature_bpf.h"

#include "formats/feature/feature_walk.h"

#include <errno.h>

#define BTF_MAGIC           0xeb9f
#define BTF_KIND_INT        1
#define BTF_KIND_ARRAY      3
#define BTF_KIND_STRUCT     4
#define BTF_KIND_UNION      5
#define BTF_KIND_ENUM       6
#define BTF_KIND_FUNC_PROTO 13
#define BTF_KIND_VAR        14
#define BTF_KIND_DATASEC    15
#define BTF_KIND_DECL_TAG   17
#define BTF_KIND_ENUM64     19
#define BTF_INFO_VLEN_MASK  0xffffu
#define BTF_INFO_KIND_SHIFT 24
#define BTF_INFO_KIND_MASK  0x1fu

/* Returns how many bytes follow the first twelve of a type. */
static uint32_t type_extra_size(uint32_t info)
{
	uint32_t n = info & BTF_INFO_VLEN_MASK;

	switch (info >> BTF_INFO_KIND_SHIFT & BTF_INFO_KIND_MASK) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG: return 4;
	case BTF_KIND_ARRAY: return 12;
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
	case BTF_KIND_DATASEC:
	case BTF_KIND_ENUM64: return n * 12;
	case BTF_KIND_ENUM:
	case BTF_KIND_FUNC_PROTO: return n * 8;
	default: return 0;
	}
}

const char *btf_type_name(struct cursor btf, uint32_t id)
{
	struct cursor header = btf, types, strings;
	uint32_t header_size, types_offset, types_size, strings_offset, name = 0;

	if (cursor_u16(&header) != BTF_MAGIC || !id)
		return NULL;
	cursor_skip(&header, 2); /* version, flags */
	header_size = cursor_u32(&header);
	types_offset = cursor_u32(&header);
	types_size = cursor_u32(&header);
	strings_offset = cursor_u32(&header);
	cursor_skip(&btf, header_size);
	strings = btf;
	cursor_skip(&btf, types_offset);
	types = cursor_sub(&btf, types_size);
	for (; id && cursor_ok(&types); id--) {
		name = cursor_u32(&types);
		cursor_skip(&types, sizeof(uint32_t) + (uint64_t)type_extra_size(cursor_u32(&types)));
	}
	cursor_skip(&strings, (uint64_t)strings_offset + name);
	return cursor_ok(&header) && cursor_ok(&types) ? cursor_string(&strings) : NULL;
}

/* Bits of `arrays`. */
#define ARRAY_JITED_KSYMS     (1ull << 3)
#define ARRAY_JITED_FUNC_LENS (1ull << 4)
#define ARRAY_FUNC_INFO       (1ull << 5)
#define ARRAY_PROG_TAGS       (1ull << 8)

/* Offsets in struct bpf_prog_info; older kernels have less of it, and what is missing counts as 0. */
#define INFO_ID              4
#define INFO_NAME            64
#define INFO_N_KSYMS         104
#define INFO_N_FUNC_LENS     108
#define INFO_KSYMS           112
#define INFO_FUNC_LENS       120
#define INFO_BTF_ID          128
#define INFO_FUNC_INFO_SIZE  132
#define INFO_FUNC_INFO       136
#define INFO_N_FUNC_INFO     144
#define INFO_N_PROG_TAGS     180
#define INFO_PROG_TAGS       184
#define FUNC_INFO_SIZE_LEAST 8 /* u32 offset of the instruction, u32 type id */

/* The parts of one entry. */
struct bpf_entry {
	struct cursor info, data;
	uint64_t arrays;
};

static uint32_t info_u32(const struct bpf_entry *e, size_t offset)
{
	struct cursor c = e->info;

	cursor_skip(&c, offset);
	return cursor_u32(&c);
}

static uint64_t info_u64(const struct bpf_entry *e, size_t offset)
{
	struct cursor c = e->info;

	cursor_skip(&c, offset);
	return cursor_u64(&c);
}

/* Returns n items of the array whose offset in the data is at this offset of info. If there is none, it has failed. */
static struct cursor entry_array(const struct bpf_entry *e, uint64_t bit, size_t offset, uint64_t n, uint64_t size)
{
	struct cursor c = e->data;

	if (!(e->arrays & bit))
		c.failed = true;
	cursor_skip(&c, info_u64(e, offset));
	return cursor_sub(&c, n * size);
}

static void prog_functions(const struct bpf_entry *e, struct feature_bpf_prog *prog)
{
	uint32_t n = info_u32(e, INFO_N_KSYMS);

	if (n != info_u32(e, INFO_N_FUNC_LENS) || n != info_u32(e, INFO_N_PROG_TAGS))
		return;
	prog->addresses = entry_array(e, ARRAY_JITED_KSYMS, INFO_KSYMS, n, sizeof(uint64_t));
	prog->sizes = entry_array(e, ARRAY_JITED_FUNC_LENS, INFO_FUNC_LENS, n, sizeof(uint32_t));
	prog->tags = entry_array(e, ARRAY_PROG_TAGS, INFO_PROG_TAGS, n, BPF_TAG_SIZE);
	if (cursor_ok(&prog->addresses) && cursor_ok(&prog->sizes) && cursor_ok(&prog->tags))
		prog->n_functions = n;
}

static void prog_func_info(const struct bpf_entry *e, struct feature_bpf_prog *prog)
{
	uint32_t n = info_u32(e, INFO_N_FUNC_INFO);
	uint32_t size = info_u32(e, INFO_FUNC_INFO_SIZE);

	if (size < FUNC_INFO_SIZE_LEAST)
		return;
	prog->func_info = entry_array(e, ARRAY_FUNC_INFO, INFO_FUNC_INFO, n, size);
	if (!cursor_ok(&prog->func_info))
		return;
	prog->n_func_info = n;
	prog->func_info_size = size;
}

static void prog_name(const struct bpf_entry *e, struct feature_bpf_prog *prog)
{
	struct cursor c = e->info;
	const uint8_t *name;

	cursor_skip(&c, INFO_NAME);
	name = cursor_bytes(&c, BPF_NAME_SIZE);
	if (name)
		memcpy(prog->name, name, BPF_NAME_SIZE - 1);
}

int feature_next_bpf_prog(struct feature_items *items, struct feature_bpf_prog *ret_prog)
{
	struct cursor *c = items->c;
	uint32_t info_size, data_size;
	struct bpf_entry entry;

	if (!items->left)
		return cursor_ok(c) ? 0 : -EBADMSG;
	items->left--;
	info_size = cursor_u32(c);
	data_size = cursor_u32(c);
	entry.arrays = cursor_u64(c);
	entry.info = cursor_sub(c, info_size);
	entry.data = cursor_sub(c, data_size);
	if (!cursor_ok(c))
		return -EBADMSG;
	*ret_prog =
		(struct feature_bpf_prog){ .id = info_u32(&entry, INFO_ID), .btf_id = info_u32(&entry, INFO_BTF_ID) };
	prog_name(&entry, ret_prog);
	prog_functions(&entry, ret_prog);
	prog_func_info(&entry, ret_prog);
	return 1;
}

void feature_bpf_function(const struct feature_bpf_prog *prog, uint32_t index, struct feature_bpf_function *f)
{
	struct cursor addresses = prog->addresses, sizes = prog->sizes, tags = prog->tags, info = prog->func_info;

	*f = (struct feature_bpf_function){ 0 };
	cursor_skip(&addresses, index * sizeof(uint64_t));
	f->address = cursor_u64(&addresses);
	cursor_skip(&sizes, index * sizeof(uint32_t));
	f->size = cursor_u32(&sizes);
	cursor_skip(&tags, (uint64_t)index * BPF_TAG_SIZE);
	f->tag = cursor_bytes(&tags, BPF_TAG_SIZE);
	if (index >= prog->n_func_info)
		return;
	cursor_skip(&info, (uint64_t)index * prog->func_info_size + sizeof(uint32_t));
	f->btf_type_id = cursor_u32(&info);
}

int feature_next_btf(struct feature_items *items, struct feature_btf *ret_btf)
{
	struct feature_btf btf;

	if (!items->left)
		return cursor_ok(items->c) ? 0 : -EBADMSG;
	items->left--;
	btf.id = cursor_u32(items->c);
	btf.data = cursor_sub(items->c, cursor_u32(items->c));
	if (!cursor_ok(items->c))
		return -EBADMSG;
	*ret_btf = btf;
	return 1;
}

/* Finds the BTF with the id in the file's BPF_BTF. */
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

/* Returns what the kernel's symbol of a function has after the tag; NULL: nothing. btf: the program's; may be NULL. */
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
