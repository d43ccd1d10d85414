/* unwind_jit: which call frame information a dump has for a place in it. */
#include "formats/jit/jitdump.h"
#include "report/unwind/unwind_jit.h"
#include "tests/support/built_file.h"
#include "tests/support/cfi_builder.h"
#include "tests/support/jitdump_builder.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <unistd.h>

#define SIZE 0x3c /* of the code; its section is said to lie at 0x40 */

static struct jitdump_builder dump;
static atomic_size_t memory;

/* A function of so many bytes at the start of the code, whose CFA is rsp + offset. */
static void put_unwinding(uint8_t offset, uint64_t size)
{
	const uint8_t program[] = { 0x0e, offset };
	struct cfi_builder b;
	struct buffer body;

	cfi_builder_init(&b, 0x1040, false, order_is_big(false));
	cfi_builder_cie(&b, &cfi_builder_x86_64);
	cfi_builder_fde(&b, 0x1000, size, program, sizeof(program));
	cfi_builder_end(&b);
	buffer_init(&body);
	buffer_put_u64(&body, b.out.size + 8);
	buffer_put_u64(&body, 8);
	buffer_put_u64(&body, 0);
	buffer_append(&body, b.out.data, b.out.size);
	buffer_put_u64(&body, 0); /* .eh_frame_hdr */
	jitdump_builder_record(&dump, JITDUMP_UNWINDING_INFO, 2000, body.data, body.size);
	buffer_fini(&body);
	cfi_builder_fini(&b);
}

/* The code of a name; where it lies in the dump. */
static uint64_t put_code(const char *name)
{
	jitdump_builder_load(&dump, 2000, 0x7f0000000000, SIZE, 1, name);
	return dump.file.size - SIZE;
}

static struct unwind_jit *open_dump(void)
{
	const struct symbols_config config = { .force = true };
	int fd = built_fd(dump.file.data, dump.file.size);
	struct unwind_jit *j;
	char path[32];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	j = unwind_jit_open(&config, 42, path, &memory);
	close(fd);
	return j;
}

/* The CFA's offset at a place of the dump; 0: there is no information. */
static int cfa_offset(struct unwind_jit *j, uint64_t offset)
{
	const struct cfi *cfi = unwind_jit_find(j, offset);
	const struct cfi_function *f;

	if (!cfi || cfi_find(cfi, offset, &f) != CFI_FOUND)
		return 0;
	CHECK_EQ_U64(cfi->machine, 62);
	return cfi_function_row(f, offset)->cfa_offset;
}

TEST(each_code_has_its_own)
{
	uint64_t first, second, third;
	struct unwind_jit *j;
	size_t size;

	jitdump_builder_init(&dump, false, 42, 1000, 0);
	put_unwinding(24, SIZE);
	first = put_code("first");
	second = put_code("without");
	put_unwinding(40, 0x20);
	third = put_code("third, of which a part is described");
	j = open_dump();
	CHECK(j);
	for (int again = 0; again < 2; again++) {
		CHECK_EQ_I64(cfa_offset(j, first - 1), 0);
		CHECK_EQ_I64(cfa_offset(j, first), 24);
		CHECK_EQ_I64(cfa_offset(j, first + SIZE - 1), 24);
		CHECK_EQ_I64(cfa_offset(j, first + SIZE), 0);
		CHECK_EQ_I64(cfa_offset(j, second), 0);
		CHECK_EQ_I64(cfa_offset(j, third), 40);
		CHECK_EQ_I64(cfa_offset(j, third + 0x1f), 40);
		CHECK_EQ_I64(cfa_offset(j, third + 0x20), 0);
	}
	CHECK(unwind_jit_code(j, first + 3, &size));
	CHECK_EQ_U64(size, SIZE - 3);
	CHECK(!unwind_jit_code(j, second, &size));
	unwind_jit_free(j);
	jitdump_builder_fini(&dump);
}

/* Bytes that are no section are as if they were not there, and a dump without any is none. */
TEST(no_information)
{
	const uint64_t sizes[3] = { 40 };
	uint8_t body[64];
	struct unwind_jit *j;
	uint64_t code;

	jitdump_builder_init(&dump, false, 42, 1000, 0);
	put_code("without");
	CHECK(!open_dump());
	memset(body, 0xff, sizeof(body));
	memcpy(body, sizes, sizeof(sizes));
	jitdump_builder_record(&dump, JITDUMP_UNWINDING_INFO, 2000, body, sizeof(body));
	code = put_code("with rubbish");
	j = open_dump();
	CHECK(j);
	CHECK_EQ_I64(cfa_offset(j, code), 0);
	CHECK_EQ_I64(cfa_offset(j, code), 0);
	unwind_jit_free(j);
	jitdump_builder_fini(&dump);
}
