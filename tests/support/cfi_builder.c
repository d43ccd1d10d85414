#include "tests/support/cfi_builder.h"

#include <endian.h>

#define PCREL_SDATA4   0x1b
#define DATAREL_SDATA4 0x3b
#define UDATA4         0x03
#define ABSPTR         0x00

static const uint8_t x86_64_start[] = { 0x0c, 7, 8, 0x80 | 16, 1 };
static const uint8_t arm64_start[] = { 0x0c, 31, 0 };

const struct cfi_builder_cie cfi_builder_x86_64 = { .version = 1,
						    .augmentation = "zR",
						    .code_align = 1,
						    .data_align = -8,
						    .return_register = 16,
						    .program = x86_64_start,
						    .size = sizeof(x86_64_start) };
const struct cfi_builder_cie cfi_builder_arm64 = { .version = 1,
						   .augmentation = "zR",
						   .code_align = 4,
						   .data_align = -8,
						   .return_register = 30,
						   .program = arm64_start,
						   .size = sizeof(arm64_start) };

void cfi_builder_init(struct cfi_builder *b, uint64_t address, bool is_debug, bool big_endian)
{
	*b = (struct cfi_builder){ .address = address, .is_debug = is_debug };
	buffer_init(&b->out);
	b->out.swap = order_is_swapped(big_endian);
}

void cfi_builder_fini(struct cfi_builder *b)
{
	buffer_fini(&b->out);
}

void cfi_builder_uleb128(struct buffer *to, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		buffer_put_u8(to, (uint8_t)(v | 0x80));
	buffer_put_u8(to, (uint8_t)v);
}

void cfi_builder_sleb128(struct buffer *to, int64_t v)
{
	for (; v < -64 || v > 63; v >>= 7)
		buffer_put_u8(to, (uint8_t)(v | 0x80));
	buffer_put_u8(to, (uint8_t)(v & 0x7f));
}

/* Pads an entry that began at `from`, and writes its size there. */
static void entry_end(struct cfi_builder *b, size_t from)
{
	buffer_pad(&b->out, 8);
	buffer_set_u32(&b->out, from, (uint32_t)(b->out.size - from - 4));
}

static void put_augmentation(struct cfi_builder *b, const char *augmentation)
{
	size_t at = b->out.size;

	if (*augmentation != 'z')
		return;
	b->sized = true;
	buffer_put_u8(&b->out, 0);
	for (; *augmentation; augmentation++) {
		if (*augmentation == 'R') {
			b->relative = true;
			buffer_put_u8(&b->out, PCREL_SDATA4);
		} else if (*augmentation == 'P') {
			buffer_put_u8(&b->out, UDATA4);
			buffer_put_u32(&b->out, 0x1234);
		} else if (*augmentation == 'L') {
			buffer_put_u8(&b->out, PCREL_SDATA4);
		}
	}
	b->out.data[at] = (uint8_t)(b->out.size - at - 1);
}

void cfi_builder_cie(struct cfi_builder *b, const struct cfi_builder_cie *cie)
{
	b->cie = b->out.size;
	b->relative = b->sized = false;
	buffer_put_u32(&b->out, 0);
	buffer_put_u32(&b->out, b->is_debug ? UINT32_MAX : 0);
	buffer_put_u8(&b->out, cie->version);
	buffer_put_string(&b->out, cie->augmentation);
	if (cie->version == 4) {
		buffer_put_u8(&b->out, 8);
		buffer_put_u8(&b->out, 0);
	}
	cfi_builder_uleb128(&b->out, cie->code_align);
	cfi_builder_sleb128(&b->out, cie->data_align);
	buffer_put_u8(&b->out, cie->return_register);
	put_augmentation(b, cie->augmentation);
	buffer_append(&b->out, cie->program, cie->size);
	entry_end(b, b->cie);
}

void cfi_builder_fde(struct cfi_builder *b, uint64_t start, uint64_t size, const uint8_t *program, size_t n)
{
	size_t from = b->out.size;

	b->fdes[b->n_fdes].start = start;
	b->fdes[b->n_fdes++].place = b->address + from;
	buffer_put_u32(&b->out, 0);
	buffer_put_u32(&b->out, (uint32_t)(b->is_debug ? b->cie : from + 4 - b->cie));
	if (b->relative) {
		buffer_put_u32(&b->out, (uint32_t)(start - (b->address + b->out.size)));
		buffer_put_u32(&b->out, (uint32_t)size);
	} else {
		buffer_put_u64(&b->out, start);
		buffer_put_u64(&b->out, size);
	}
	if (b->sized)
		buffer_put_u8(&b->out, 0);
	buffer_append(&b->out, program, n);
	entry_end(b, from);
}

void cfi_builder_end(struct cfi_builder *b)
{
	buffer_put_u32(&b->out, 0);
}

void cfi_builder_table(const struct cfi_builder *b, uint64_t table_address, struct buffer *table)
{
	table->swap = b->out.swap;
	buffer_append(table, (const uint8_t[]){ 1, PCREL_SDATA4, UDATA4, DATAREL_SDATA4 }, 4);
	buffer_put_u32(table, (uint32_t)(b->address - (table_address + 4)));
	buffer_put_u32(table, b->n_fdes);
	for (unsigned i = 0; i < b->n_fdes; i++) {
		buffer_put_u32(table, (uint32_t)(b->fdes[i].start - table_address));
		buffer_put_u32(table, (uint32_t)(b->fdes[i].place - table_address));
	}
}
