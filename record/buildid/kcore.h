/*
 * kcore: copies parts of the kernel's memory from /proc/kcore into an ELF core file:
 *
 *	header | program headers | first part | second part     each part begins at a page
 *
 * Each program header has the address of its part. Pages of zeros become holes in the file.
 *
 * Source: what Linux perf 6.1 and 7.3 write with record --kcore.
 *
 * Ownership: _open/_close. One thread at a time.
 */
#ifndef PREC_RECORD_BUILDID_KCORE_H
#define PREC_RECORD_BUILDID_KCORE_H

#include "common/buffer.h"
#include "common/error.h"
#include "formats/elf/elf_header.h"

/*
 * kernel_ranges: finds the addresses of the kernel's code and of its modules in /proc/kallsyms and /proc/modules.
 *
 * Threads: no state, any thread.
 */

/* Addresses of whole pages; end 0: there is no such code. */
struct kernel_range {
	uint64_t start, end;
};

/*
 * text: from _stext to _etext; without these symbols, from the first to the last function of the kernel. modules: from
 * the first to the last module, with the other code that the kernel generates (BPF programs, ftrace trampolines), as in
 * Linux perf.
 */
struct kernel_ranges {
	struct kernel_range text, modules;
};

/* Finds both ranges. kallsyms, modules: the texts, each with a NUL after it. page: a page's size, a power of two. */
struct kernel_ranges kernel_ranges_find(const struct buffer *kallsyms, const struct buffer *modules, uint64_t page);

#define KCORE_PARTS_MAX 2
#define KCORE_SIZE_MAX  (1ull << 30) /* of all parts; a distribution's kernel and its modules have some 50 MB */

struct kcore_part {
	uint64_t address, size;
	uint64_t from; /* its offset in /proc/kcore */
};

struct kcore {
	int fd;                   /* /proc/kcore */
	struct elf_header header; /* the header of /proc/kcore, as the next two */
	uint8_t ident[EI_NIDENT];
	uint32_t flags;         /* e_flags */
	struct buffer segments; /* the program headers of /proc/kcore */
	struct kcore_part parts[KCORE_PARTS_MAX];
	size_t n_parts;
};

/*
 * Reads the headers of /proc/kcore, which fd is open for. _close closes fd, also after a failure. 0 or a negative
 * errno; -EBADMSG: it is no ELF file of this machine.
 */
int kcore_open(struct kcore *k, int fd, struct error *err);
void kcore_close(struct kcore *k);

/*
 * Adds a range to what is copied: from its start to the end of the segment that the start lies in, at most to its own
 * end, and at most KCORE_SIZE_MAX bytes in all. Call it at most KCORE_PARTS_MAX times. False: no segment has its start.
 */
bool kcore_add(struct kcore *k, const struct kernel_range *range);

/*
 * Writes the file to the descriptor `to`. page: a page's size. 0 or a negative errno; -ENODATA: /proc/kcore has less
 * than its headers say.
 */
int kcore_write(const struct kcore *k, int to, uint64_t page, struct error *err);

#endif
