/*
 * cfi_builder: call frame information for tests: .eh_frame or .debug_frame, and the table .eh_frame_hdr.
 *
 *	struct cfi_builder b;
 *	cfi_builder_init(&b, 0x2000, false, false);
 *	cfi_builder_cie(&b, &cfi_builder_x86_64);
 *	cfi_builder_fde(&b, 0x1000, 0x40, program, sizeof(program));
 *	cfi_builder_end(&b);                       b.out: the section
 */
#ifndef PREC_TESTS_SUPPORT_CFI_BUILDER_H
#define PREC_TESTS_SUPPORT_CFI_BUILDER_H

#include "common/buffer.h"

#define CFI_BUILDER_MAX_FDES 16

struct cfi_builder {
	struct buffer out;
	uint64_t address; /* of the section */
	bool is_debug;    /* .debug_frame */
	size_t cie;       /* the last one's place */
	bool relative;    /* its FDEs' addresses: pcrel, signed, of four bytes; else as they are, of eight */
	bool sized;       /* 'z': they have augmentation data */
	struct {
		uint64_t start, place;
	} fdes[CFI_BUILDER_MAX_FDES];
	unsigned n_fdes;
};

struct cfi_builder_cie {
	uint8_t version;
	const char *augmentation; /* "", or "z" and of R, S, P, L what is wanted */
	uint64_t code_align;
	int64_t data_align;
	uint8_t return_register;
	const uint8_t *program;
	size_t size;
};

/* What compilers write: version 1, "zR", with the CFA and the return address at a function's first instruction. */
extern const struct cfi_builder_cie cfi_builder_x86_64, cfi_builder_arm64;

void cfi_builder_init(struct cfi_builder *b, uint64_t address, bool is_debug, bool big_endian);
void cfi_builder_fini(struct cfi_builder *b);
void cfi_builder_cie(struct cfi_builder *b, const struct cfi_builder_cie *cie);

/* A function of the last CIE. */
void cfi_builder_fde(struct cfi_builder *b, uint64_t start, uint64_t size, const uint8_t *program, size_t n);

/* The zero that ends .eh_frame. */
void cfi_builder_end(struct cfi_builder *b);

/* The table of the FDEs, which were added by their starts. Appends to table. */
void cfi_builder_table(const struct cfi_builder *b, uint64_t table_address, struct buffer *table);

void cfi_builder_uleb128(struct buffer *to, uint64_t v);
void cfi_builder_sleb128(struct buffer *to, int64_t v);

#endif
