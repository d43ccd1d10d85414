/*
 * feature_bpf: FEATURE_BPF_PROG_INFO and FEATURE_BPF_BTF: the BPF programs that ran, and the types they were built
 * with.
 *
 *	BPF_PROG_INFO: u32 count, then for each program
 *		u32 info_len, u32 data_len, u64 arrays,
 *		info_len bytes of struct bpf_prog_info (linux/bpf.h), whose pointers are offsets into
 *		data_len bytes of data; the bits of arrays (perf's util/bpf-utils.h) say which pointers are
 *	BPF_BTF: u32 count, then for each u32 id, u32 size and the BTF itself
 *
 * Both are walked with feature_items_begin. Errors, lifetime and threads: as formats/feature/features_decode.h says.
 */
#ifndef PREC_FORMATS_FEATURE_FEATURE_BPF_H
#define PREC_FORMATS_FEATURE_FEATURE_BPF_H

#include "common/cursor.h"
#include "formats/feature/features_decode.h"

/*
 * btf: names in BTF, the type information of BPF programs. Source: Documentation/bpf/btf.rst of the kernel.
 */

/*
 * The name of the type with the id (1 is the first), or NULL when there is none or the bytes are damaged. btf: the
 * whole of it; the name points into its bytes. Takes time in proportion to the id.
 */
const char *btf_type_name(struct cursor btf, uint32_t id);

#define BPF_TAG_SIZE  8
#define BPF_NAME_SIZE 16

struct feature_bpf_prog {
	uint32_t id;
	char name[BPF_NAME_SIZE]; /* always ends with a NUL */
	uint32_t btf_id;          /* 0: none */
	uint32_t n_functions;     /* feature_bpf_function takes indexes below it */
	struct cursor addresses;  /* a u64 each */
	struct cursor sizes;      /* a u32 each */
	struct cursor tags;       /* BPF_TAG_SIZE bytes each */
	uint32_t n_func_info;
	uint32_t func_info_size; /* of one entry */
	struct cursor func_info;
};

/* n_functions is 0 where the program's arrays were not recorded, or contradict one another. */
int feature_next_bpf_prog(struct feature_items *items, struct feature_bpf_prog *ret_prog);

struct feature_bpf_function {
	uint64_t address;
	uint32_t size;
	const uint8_t *tag;   /* BPF_TAG_SIZE bytes */
	uint32_t btf_type_id; /* its name in the program's BTF; 0: not known */
};

void feature_bpf_function(const struct feature_bpf_prog *prog, uint32_t index,
			  struct feature_bpf_function *ret_function);

struct feature_btf {
	uint32_t id;
	struct cursor data;
};

int feature_next_btf(struct feature_items *items, struct feature_btf *ret_btf);

#endif
