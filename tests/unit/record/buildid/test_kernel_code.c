/*
 * What is copied of a made-up kernel's memory, and of files that are no /proc/kcore.
 */
#include "record/buildid/kernel_code.h"

#include "common/fileio.h"
#include "tests/support/made_kernel.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

struct fixture {
	struct tree proc, out;
	int dirfd;
	struct kernel_code code;
	struct error err;
};

static void fixture_init(struct fixture *f)
{
	memset(f, 0, sizeof(*f));
	tree_init(&f->proc);
	tree_init(&f->out);
	made_kernel_write(&f->proc);
	f->dirfd = open(f->out.root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	CHECK(f->dirfd >= 0);
}

static void fixture_fini(struct fixture *f)
{
	close(f->dirfd);
	tree_fini(&f->proc);
	tree_fini(&f->out);
}

static void copy(struct fixture *f)
{
	CHECK_EQ_I64(kernel_code_open(&f->code, f->proc.root, &f->err), 0);
	CHECK_EQ_I64(kernel_code_save(&f->code, f->dirfd, &f->err), 0);
	kernel_code_close(&f->code);
}

static void check_refused(struct fixture *f, int code, const char *message)
{
	CHECK_EQ_I64(kernel_code_open(&f->code, f->proc.root, &f->err), code);
	if (!strstr(f->err.message, message))
		test_fail(__FILE__, __LINE__, "the message is: %s", f->err.message);
}

static void read_copy(const struct fixture *f, const char *name, struct buffer *b)
{
	buffer_init(b);
	CHECK_EQ_I64(fileio_read_file(f->dirfd, name, b, 1 << 20), 0);
}

static void check_part(const uint8_t *data, uint64_t start, uint64_t end)
{
	for (uint64_t i = 0; i < end - start; i++)
		CHECK_EQ_U64(data[i], made_kernel_byte((start + i) / MADE_PAGE));
}

static void check_segment(const Elf64_Phdr *s, uint64_t offset, uint64_t start, uint64_t end)
{
	CHECK_EQ_U64(s->p_type, PT_LOAD);
	CHECK_EQ_U64(s->p_flags, PF_R | PF_W | PF_X);
	CHECK_EQ_U64(s->p_offset, offset);
	CHECK_EQ_U64(s->p_vaddr, start);
	CHECK_EQ_U64(s->p_paddr, 0);
	CHECK_EQ_U64(s->p_filesz, end - start);
	CHECK_EQ_U64(s->p_memsz, end - start);
	CHECK_EQ_U64(s->p_align, MADE_PAGE);
}

TEST(text_and_modules)
{
	const uint64_t text_size = MADE_TEXT_END - MADE_TEXT, code_size = MADE_CODE_END - MADE_TRAMPOLINE;
	Elf64_Phdr segments[2];
	struct fixture f;
	struct buffer b;
	Elf64_Ehdr head;

	fixture_init(&f);
	copy(&f);
	read_copy(&f, "kcore", &b);
	CHECK_EQ_U64(b.size, MADE_PAGE + text_size + code_size);
	memcpy(&head, b.data, sizeof(head));
	memcpy(segments, b.data + sizeof(head), sizeof(segments));
	CHECK_BYTES(head.e_ident, ELFMAG, SELFMAG);
	CHECK_EQ_U64(head.e_ident[EI_CLASS], ELFCLASS64);
	CHECK_EQ_U64(head.e_type, ET_CORE);
	CHECK_EQ_U64(head.e_machine, EM_PPC64);
	CHECK_EQ_U64(head.e_flags, 2);
	CHECK_EQ_U64(head.e_phoff, sizeof(head));
	CHECK_EQ_U64(head.e_phentsize, sizeof(*segments));
	CHECK_EQ_U64(head.e_phnum, 2);
	CHECK_EQ_U64(head.e_shnum, 0);
	check_segment(&segments[0], MADE_PAGE, MADE_TEXT, MADE_TEXT_END);
	check_segment(&segments[1], MADE_PAGE + text_size, MADE_TRAMPOLINE, MADE_CODE_END);
	check_part(b.data + segments[0].p_offset, MADE_TEXT, MADE_TEXT_END);
	check_part(b.data + segments[1].p_offset, MADE_TRAMPOLINE, MADE_CODE_END);
	buffer_fini(&b);
	fixture_fini(&f);
}

/* Who may read the directory is to be its owner alone. */
TEST(all_files)
{
	char from[300], to[300];
	struct fixture f;

	fixture_init(&f);
	copy(&f);
	for (size_t i = 0; i < KERNEL_CODE_FILES; i++) {
		struct stat status;

		CHECK(!fstatat(f.dirfd, kernel_code_files[i], &status, 0));
		CHECK_EQ_U64(status.st_mode, S_IFREG | 0400);
	}
	for (size_t i = 1; i < KERNEL_CODE_FILES; i++) {
		struct buffer want;

		snprintf(from, sizeof(from), "%s/%s", f.proc.root, kernel_code_files[i]);
		snprintf(to, sizeof(to), "%s/%s", f.out.root, kernel_code_files[i]);
		buffer_init(&want);
		CHECK_EQ_I64(fileio_read_file(AT_FDCWD, from, &want, 1 << 20), 0);
		tree_check(to, (const char *)want.data);
		buffer_fini(&want);
	}
	/* What is there is not written over. */
	CHECK_EQ_I64(kernel_code_open(&f.code, f.proc.root, &f.err), 0);
	CHECK_EQ_I64(kernel_code_save(&f.code, f.dirfd, &f.err), -EEXIST);
	kernel_code_close(&f.code);
	fixture_fini(&f);
}

/* Made of zeros alone, a part takes no room. */
TEST(zeros_are_holes)
{
	static const Elf64_Phdr segment = {
		.p_type = PT_LOAD, .p_offset = 8192, .p_vaddr = MADE_TEXT - MADE_PAGE, .p_filesz = 1 << 20
	};
	struct fixture f;
	struct stat status;
	char path[300];

	fixture_init(&f);
	made_kcore_write(&f.proc, &(struct made_kcore){ .size = 8192, .segments = &segment, .n_segments = 1 });
	snprintf(path, sizeof(path), "%s/kcore", f.proc.root);
	CHECK(!truncate(path, 8192 + (1 << 20)));
	tree_write(&f.proc, "kallsyms", "ffffffff81001000 T _stext\nffffffff81081000 T _etext\n");
	tree_write(&f.proc, "modules", "");
	copy(&f);
	CHECK(!fstatat(f.dirfd, "kcore", &status, 0));
	CHECK_EQ_U64(status.st_size, MADE_PAGE + (512 << 10));
	CHECK(status.st_blocks * 512 < 64 << 10);
	fixture_fini(&f);
}

TEST(addresses_of_32_bits)
{
	static const Elf64_Phdr segment = {
		.p_type = PT_LOAD, .p_offset = 8192, .p_vaddr = 0xc0000000, .p_filesz = 65536
	};
	struct fixture f;
	struct buffer b;
	Elf32_Ehdr head;
	Elf32_Phdr part;

	fixture_init(&f);
	made_kcore_write(&f.proc, &(struct made_kcore){
					  .is_32 = true, .size = 8192 + 65536, .segments = &segment, .n_segments = 1 });
	tree_write(&f.proc, "kallsyms", "c0001000 T _stext\nc0003010 T _etext\n");
	tree_write(&f.proc, "modules", "");
	copy(&f);
	read_copy(&f, "kcore", &b);
	CHECK_EQ_U64(b.size, MADE_PAGE + 3 * MADE_PAGE);
	memcpy(&head, b.data, sizeof(head));
	memcpy(&part, b.data + sizeof(head), sizeof(part));
	CHECK_EQ_U64(head.e_ident[EI_CLASS], ELFCLASS32);
	CHECK_EQ_U64(head.e_flags, 2);
	CHECK_EQ_U64(head.e_phoff, sizeof(head));
	CHECK_EQ_U64(head.e_phnum, 1);
	CHECK_EQ_U64(part.p_vaddr, 0xc0001000);
	CHECK_EQ_U64(part.p_offset, MADE_PAGE);
	CHECK_EQ_U64(part.p_filesz, 3 * MADE_PAGE);
	CHECK_EQ_U64(part.p_flags, PF_R | PF_W | PF_X);
	check_part(b.data + MADE_PAGE, 0xc0001000, 0xc0004000);
	buffer_fini(&b);
	fixture_fini(&f);
}

/* A kernel that cannot load modules has no list of them. */
TEST(no_modules)
{
	char path[300];
	struct fixture f;
	struct buffer b;

	fixture_init(&f);
	snprintf(path, sizeof(path), "%s/modules", f.proc.root);
	CHECK(!unlink(path));
	tree_write(&f.proc, "kallsyms", "ffffffff81001000 T _stext\nffffffff81003800 T _etext\n");
	copy(&f);
	read_copy(&f, "kcore", &b);
	CHECK_EQ_U64(b.size, MADE_PAGE + MADE_TEXT_END - MADE_TEXT);
	buffer_fini(&b);
	snprintf(path, sizeof(path), "%s/modules", f.out.root);
	tree_check(path, "");
	fixture_fini(&f);
}

/* One that is loaded while the others are copied is in all three files, or in none. */
TEST(modules_that_change)
{
	const char *now = "other 4096 0 - Live 0xffffffffc0008000\n";
	Elf64_Phdr segments[2];
	char path[300];
	struct fixture f;
	struct buffer b;

	fixture_init(&f);
	CHECK_EQ_I64(kernel_code_open(&f.code, f.proc.root, &f.err), 0);
	tree_write(&f.proc, "modules", now);
	CHECK_EQ_I64(kernel_code_save(&f.code, f.dirfd, &f.err), 0);
	kernel_code_close(&f.code);
	snprintf(path, sizeof(path), "%s/modules", f.out.root);
	tree_check(path, now);
	read_copy(&f, "kcore", &b);
	memcpy(segments, b.data + sizeof(Elf64_Ehdr), sizeof(segments));
	CHECK_EQ_U64(segments[1].p_vaddr + segments[1].p_filesz, 0xffffffffc0009000);
	buffer_fini(&b);
	fixture_fini(&f);
}

TEST(what_is_missing)
{
	char path[300];
	struct fixture f;

	fixture_init(&f);
	tree_write(&f.proc, "kallsyms", "0000000000000000 T _stext\n0000000000000000 T _etext\n");
	check_refused(&f, -EACCES, "does not show where the kernel's code is");
	snprintf(path, sizeof(path), "%s/kallsyms", f.proc.root);
	CHECK(!unlink(path));
	check_refused(&f, -ENOENT, "/proc/kallsyms");
	snprintf(path, sizeof(path), "%s/kcore", f.proc.root);
	CHECK(!unlink(path));
	check_refused(&f, -ENOENT, "CONFIG_PROC_KCORE");
	fixture_fini(&f);
}

#define REFUSED(f, code, message, ...)                                             \
	do {                                                                       \
		made_kcore_write(&(f)->proc, &(struct made_kcore){ __VA_ARGS__ }); \
		check_refused(f, code, message);                                   \
	} while (0)

TEST(damaged_headers)
{
	static const Elf64_Phdr before = { .p_type = PT_LOAD, .p_vaddr = MADE_TEXT - 65536, .p_filesz = 65536 };
	static const Elf64_Phdr after = { .p_type = PT_LOAD, .p_vaddr = MADE_TEXT + 1, .p_filesz = 65536 };
	static const Elf64_Phdr wraps = {
		.p_type = PT_LOAD, .p_vaddr = MADE_TEXT - 4096, .p_offset = UINT64_MAX - 4095, .p_filesz = UINT64_MAX
	};
	static const Elf64_Phdr far = {
		.p_type = PT_LOAD, .p_vaddr = MADE_TEXT, .p_offset = INT64_MAX - 4096, .p_filesz = UINT64_MAX
	};
	static const Elf64_Phdr note = { .p_type = PT_NOTE, .p_vaddr = MADE_TEXT, .p_filesz = 65536 };
	const char *no_segment = "no segment with the kernel's code, at 0xffffffff81001000";
	struct fixture f;

	fixture_init(&f);
	REFUSED(&f, -EBADMSG, "no ELF file of this machine", .size = 40, .n_segments = 0);
	REFUSED(&f, -EBADMSG, "no ELF file of this machine", .size = 4096, .swap = true);
	REFUSED(&f, -EBADMSG, "program headers are not there", .size = 4096, .n_more = UINT16_MAX);
	REFUSED(&f, -ENODATA, no_segment, .size = 4096);
	REFUSED(&f, -ENODATA, no_segment, .size = 4096, .segments = &before, .n_segments = 1);
	REFUSED(&f, -ENODATA, no_segment, .size = 4096, .segments = &after, .n_segments = 1);
	REFUSED(&f, -ENODATA, no_segment, .size = 4096, .segments = &wraps, .n_segments = 1);
	REFUSED(&f, -ENODATA, no_segment, .size = 4096, .segments = &far, .n_segments = 1);
	REFUSED(&f, -ENODATA, no_segment, .size = 4096, .segments = &note, .n_segments = 1);
	tree_write(&f.proc, "kcore", "");
	check_refused(&f, -EBADMSG, "no ELF file of this machine");
	fixture_fini(&f);
}

/* Neither a disk nor memory is filled by what the headers say. */
TEST(more_than_there_is)
{
	static const Elf64_Phdr segment = {
		.p_type = PT_LOAD, .p_offset = 4096, .p_vaddr = 0xffff800000000000, .p_filesz = INT64_MAX / 2
	};
	struct fixture f;

	fixture_init(&f);
	tree_write(&f.proc, "modules", "");
	tree_write(&f.proc, "kallsyms",
		   "ffff800000000000 T _stext\nffff800100000000 T _etext\nffff900000000000 t f\t[m]\n");
	made_kcore_write(&f.proc, &(struct made_kcore){ .size = 16384, .segments = &segment, .n_segments = 1 });
	CHECK_EQ_I64(kernel_code_open(&f.code, f.proc.root, &f.err), 0);
	CHECK_EQ_U64(f.code.kcore.n_parts, 1);
	CHECK_EQ_U64(f.code.kcore.parts[0].size, KCORE_SIZE_MAX);
	CHECK_EQ_I64(kernel_code_save(&f.code, f.dirfd, &f.err), -ENODATA);
	CHECK(strstr(f.err.message, "ends before"));
	kernel_code_close(&f.code);
	fixture_fini(&f);
}
