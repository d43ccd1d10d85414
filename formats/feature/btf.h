/*
 * btf: names in BTF, the type information of BPF programs. Source: Documentation/bpf/btf.rst of the kernel.
 */
#ifndef PREC_FORMATS_FEATURE_BTF_H
#define PREC_FORMATS_FEATURE_BTF_H

#include "common/cursor.h"

/*
 * The name of the type with the id (1 is the first), or NULL when there is none or the bytes are damaged. btf: the
 * whole of it; the name points into its bytes. Takes time in proportion to the id.
 */
const char *btf_type_name(struct cursor btf, uint32_t id);

#endif
