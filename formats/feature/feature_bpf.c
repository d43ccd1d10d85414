#include "formats/feature/feature_bpf.h"

#include <errno.h>

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

/* n items of the array whose place in data stands at info's offset; failed when it is not there. */
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
