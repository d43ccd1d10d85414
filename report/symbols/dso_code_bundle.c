#include "report/symbols/dso_code_bundle.h"

#include "common/list.h"
#include "report/symbols/dso_load.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>

void dso_code_bundle_fini(struct dso_code_bundle *c)
{
	free(c->functions);
	free(c->addresses);
	buffer_fini(&c->bytes);
	*c = (struct dso_code_bundle){ 0 };
}

static int add_address(struct dso_code_bundle *c, uint64_t addr)
{
	if (!list_reserve(&c->addresses, c->n_addresses, &c->addresses_capacity, sizeof(*c->addresses)))
		return -ENOMEM;
	c->addresses[c->n_addresses++] = addr;
	return 0;
}

/* --- what is shown beside code -------------------------------------------------------------- */

static bool is_same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool are_same(const struct dso_frame *a, unsigned n_a, const struct dso_frame *b, unsigned n_b)
{
	if (n_a != n_b)
		return false;
	for (unsigned i = 0; i < n_a; i++)
		if (a[i].line != b[i].line || !is_same_text(a[i].file, b[i].file) ||
		    !is_same_text(a[i].name, b[i].name))
			return false;
	return true;
}

/* Adds the addresses of a function at which lines change. */
static int add_lines(struct dso_code_bundle *c, uint64_t start, uint64_t size)
{
	struct dso_frame frames[2][DSO_FRAMES_MAX];
	unsigned n[2] = { 0, 0 };
	int result = 0;

	for (uint64_t i = 0; i < size && !result; i++) {
		unsigned now = (unsigned)(i & 1);

		n[now] = dso_symbols_frames(c->symbols, start + i, true, frames[now]);
		if (!i || !are_same(frames[0], n[0], frames[1], n[1]))
			result = add_address(c, start + i);
	}
	return result;
}

/* Adds an address that code refers to, as disassemblers show it, if it is in a symbol. 0 or -ENOMEM. */
static int add_target(struct dso_code_bundle *c, uint64_t address)
{
	uint64_t addr = dso_symbols_offset(c->symbols, address);
	struct symbol_name symbol;

	return dso_symbols_lookup(c->symbols, addr, &symbol) ? add_address(c, addr) : 0;
}

/* Of arm64: bl and b are relative to themselves. */
static int add_arm_target(struct dso_code_bundle *c, uint64_t address, uint32_t word)
{
	int64_t distance = (int64_t)((uint64_t)(word & 0x3ffffff) << 38) >> 36;

	return (word & 0x7c000000) == 0x14000000 ? add_target(c, address + (uint64_t)distance) : 0;
}

/* Of x86: relative to the end of the instruction, which may have an immediate value of up to four bytes. */
static int add_x86_targets(struct dso_code_bundle *c, uint64_t address, uint32_t word)
{
	static const unsigned immediate[] = { 0, 1, 2, 4 };
	int result = 0;

	for (size_t i = 0; i < ARRAY_SIZE(immediate) && !result; i++)
		result = add_target(c, address + 4 + immediate[i] + (uint64_t)(int64_t)(int32_t)word);
	return result;
}

/* Where instructions refer to that may be among the bytes. What is none is in a symbol but by chance. */
static int add_targets(struct dso_code_bundle *c, const struct dso_code *code, const uint8_t *bytes, uint64_t size)
{
	bool is_arm = code->machine == EM_AARCH64;
	int result = 0;

	for (uint64_t i = 0; i + 4 <= size && !result; i += is_arm ? 4 : 1) {
		uint32_t word = load_u32_order(bytes + i, order_is_big(false));

		result = is_arm ? add_arm_target(c, code->address + i, word)
				: add_x86_targets(c, code->address + i, word);
	}
	return result;
}

/* --- functions ------------------------------------------------------------------------------ */

static int add_function(struct dso_code_bundle *c, const struct symbol_name *symbol)
{
	struct dso_code code;
	struct buffer bytes;
	int result = 0;

	if (symbol->end <= symbol->start || symbol->end - symbol->start > DSO_CODE_BUNDLE_MAX)
		return 0;
	buffer_init(&bytes);
	if (dso_symbols_code(c->symbols, symbol->start, symbol->end, &code, &bytes) || !bytes.size)
		goto done;
	if (!list_reserve(&c->functions, c->n_functions, &c->functions_capacity, sizeof(*c->functions)))
		result = -ENOMEM;
	if (!result) {
		c->code = code;
		c->functions[c->n_functions++] = (struct bundle_function){ .start = symbol->start,
									   .address = code.address,
									   .at = (uint32_t)c->bytes.size,
									   .size = (uint32_t)bytes.size };
		result = buffer_append(&c->bytes, bytes.data, bytes.size) ? 0 : -ENOMEM;
	}
	if (!result)
		result = add_lines(c, symbol->start, bytes.size);
	if (!result)
		result = add_targets(c, &code, bytes.data, bytes.size);
done:
	buffer_fini(&bytes);
	return result;
}

static int compare_addresses(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void sort_addresses(struct dso_code_bundle *c)
{
	uint32_t n = 0;

	if (c->n_addresses)
		qsort(c->addresses, c->n_addresses, sizeof(*c->addresses), compare_addresses);
	for (uint32_t i = 0; i < c->n_addresses; i++)
		if (!n || c->addresses[n - 1] != c->addresses[i])
			c->addresses[n++] = c->addresses[i];
	c->n_addresses = n;
}

int dso_code_bundle_make(struct dso_code_bundle *c, const uint64_t *addresses, uint32_t n)
{
	struct symbol_name symbol = { 0 };
	int result = 0;

	buffer_init(&c->bytes);
	for (uint32_t i = 0; i < n && !result; i++) {
		bool is_new = addresses[i] >= symbol.end && dso_symbols_lookup(c->symbols, addresses[i], &symbol);

		result = add_address(c, addresses[i]);
		if (!result && is_new)
			result = add_function(c, &symbol);
	}
	if (!result)
		sort_addresses(c);
	return result;
}

int dso_code_bundle_add(const struct dso_code_bundle *c, struct bundle_names *names, struct bundle_file *file)
{
	const uint64_t base = dso_symbols_base(c->symbols);

	file->machine = c->code.machine;
	file->is_64 = c->code.is_64;
	file->is_big_endian = c->code.is_big_endian;
	for (uint32_t i = 0; i < c->n_functions; i++) {
		struct bundle_function function = c->functions[i];

		if (!list_reserve(&names->functions, names->n_functions, &names->functions_capacity,
				  sizeof(*names->functions)))
			return -ENOMEM;
		function.start -= base;
		function.at += (uint32_t)names->bytes.size;
		names->functions[names->n_functions++] = function;
	}
	file->functions.n = c->n_functions;
	return !c->bytes.size || buffer_append(&names->bytes, c->bytes.data, c->bytes.size) ? 0 : -ENOMEM;
}
