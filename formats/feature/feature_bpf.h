/*
 * feature_bpf: reads FEATURE_BPF_PROG_INFO and FEATURE_BPF_BTF: the BPF programs that ran, and their type information.
 *
 *	BPF_PROG_INFO: u32 count, then for each program
 *		u32 info_len, u32 data_len, u64 arrays,
 *		info_len bytes of struct bpf_prog_info (linux/bpf.h), whose pointers are offsets into
 *		data_len bytes of data; the bits of arrays (perf's util/bpf-utils.h) say which pointers have data
 *	BPF_BTF: u32 count, then for each u32 id, u32 size and the BTF itself
 *
 * Both lists begin with feature_items_begin. Errors, lifetime and threads: formats/feature/features_decode.h.
 */
#ifndef PREC_FORMATS_FEATURE_FEATURE_BPF_H
#define PREC_FORMATS_FEATURE_FEATURE_BPF_H

#include "common/cursor.h"
#include "formats/feature/features_decode.h"

/*
 * Returns the name of a type in BTF (Documentation/bpf/btf.rst of the kernel), by its id from 1 on; NULL: it has none,
 * or the bytes are damaged. btf: all of the BTF, which the name points into. Takes time in proportion to the id.
 */
const char *btf_type_name(struct cursor btf, uint32_t id);

#define BPF_TAG_SIZE  8
#define BPF_NAME_SIZE 16

struct feature_bpf_prog {
	uint32_t id;
	char name[BPF_NAME_SIZE]; /* always ends with a NUL */
	uint32_t btf_id;          /* 0: none */
	uint32_t n_functions;     /* how many elements the next three have */
	struct cursor addresses;  /* u64 */
	struct cursor sizes;      /* u32 */
	struct cursor tags;       /* BPF_TAG_SIZE bytes */
	uint32_t n_func_info;
	uint32_t func_info_size; /* bytes of one entry of func_info */
	struct cursor func_info;
};

/* Reads the next program. n_functions is 0 if its arrays were not recorded, or contradict each other. */
int feature_next_bpf_prog(struct feature_items *items, struct feature_bpf_prog *ret_prog);

struct feature_bpf_function {
	uint64_t address;
	uint32_t size;
	const uint8_t *tag;   /* BPF_TAG_SIZE bytes */
	uint32_t btf_type_id; /* for its name by btf_type_name(); 0: not known */
};

/* Reads a function of a program. index: less than prog->n_functions. */
void feature_bpf_function(const struct feature_bpf_prog *prog, uint32_t index,
			  struct feature_bpf_function *ret_function);

struct feature_btf {
	uint32_t id;
	struct cursor data;
};

/* Reads the next BTF. */
int feature_next_btf(struct feature_items *items, struct feature_btf *ret_btf);

#endif
