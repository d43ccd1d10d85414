#include "tests/support/unwind_file.h"

#include "tests/support/cfi_builder.h"
#include "tests/support/elf_builder.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define BASE  0x10000 /* the address of the file's first byte */
#define TEXT  (BASE + 0x1000)
#define FRAME (BASE + 0x2000)

static void add_frames(struct elf_builder *elf, uint8_t frame_size)
{
	static const uint8_t outermost[] = { 0x07, 16 };
	const uint8_t frame[] = { 0x0e, frame_size };
	struct cfi_builder b;

	cfi_builder_init(&b, FRAME, false, false);
	cfi_builder_cie(&b, &cfi_builder_x86_64);
	cfi_builder_fde(&b, TEXT, 0x40, frame, sizeof(frame));
	cfi_builder_fde(&b, TEXT + 0x100, 0x40, outermost, sizeof(outermost));
	cfi_builder_end(&b);
	elf_builder_section(elf, ".eh_frame", SHT_PROGBITS, SHF_ALLOC, FRAME, b.out.data, b.out.size);
	cfi_builder_fini(&b);
}

void unwind_file_write(char path[UNWIND_FILE_PATH_SIZE], uint8_t frame_size)
{
	struct elf_builder elf;
	int fd;

	elf_builder_init(&elf, true, false, ET_DYN, EM_X86_64);
	elf.base = BASE;
	elf_builder_load(&elf, 0, BASE, 0x4000);
	elf_builder_section(&elf, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, TEXT, (uint8_t[0x800]){ 0 }, 0x800);
	add_frames(&elf, frame_size);
	elf_builder_finish(&elf);
	snprintf(path, UNWIND_FILE_PATH_SIZE, "/tmp/unwind_file.XXXXXX");
	fd = mkstemp(path);
	CHECK(fd >= 0);
	CHECK_EQ_I64(write(fd, elf.out.data, elf.out.size), (int64_t)elf.out.size);
	close(fd);
	elf_builder_fini(&elf);
}
