/*
 * kcore: parts of the kernel's memory, copied from /proc/kcore into an ELF file of the same kind:
 *
 *	header | program headers | first part | second part     each part at whole pages
 *
 * A program header says at which address its part lies. Pages of zeros are holes in the file.
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
 * kernel_ranges: at which addresses the kernel's own code and that of its modules lie, by /proc/kallsyms and
 * /proc/modules.
 *
 * Threads: no state, any thread.
 */

/* Whole pages; end 0: there is no such code. */
struct kernel_range {
	uint64_t start, end;
};

/*
 * The kernel's text is from _stext to _etext, or from the first to the last of its functions where these symbols are
 * missing. That of modules reaches from the first to the last module, what else the kernel has made code in (BPF
 * programs, trampolines of ftrace) included, as Linux perf has it.
 */
struct kernel_ranges {
	struct kernel_range text, modules;
};

/* kallsyms, modules: the texts, each with a NUL after it. page: the size of one, a power of two. */
struct kernel_ranges kernel_ranges_find(const struct buffer *kallsyms, const struct buffer *modules, uint64_t page);

#define KCORE_PARTS_MAX 2
#define KCORE_SIZE_MAX  (1ull << 30) /* of all parts; a distribution's kernel and its modules have some 50 MB */

struct kcore_part {
	uint64_t address, size;
	uint64_t from; /* where it stands in /proc/kcore */
};

struct kcore {
	int fd;
	struct elf_header header;
	uint8_t ident[EI_NIDENT];
	uint32_t flags;         /* of the machine, as ELF has them */
	struct buffer segments; /* the program headers */
	struct kcore_part parts[KCORE_PARTS_MAX];
	size_t n_parts;
};

/* fd is closed by _close, also after a failure. 0; -EBADMSG: it is no ELF file of this machine; a negative errno. */
int kcore_open(struct kcore *k, int fd, struct error *err);
void kcore_close(struct kcore *k);

/*
 * Has a range copied as far as the segment reaches that its first address is in, and as KCORE_SIZE_MAX allows: what the
 * kernel makes code in may be far from its modules. At most KCORE_PARTS_MAX may be added. False: no segment has it.
 */
bool kcore_add(struct kcore *k, const struct kernel_range *range);

/* Writes the file. page: the size of one. 0 or a negative errno; -ENODATA: /proc/kcore has less than it says. */
int kcore_write(const struct kcore *k, int to, uint64_t page, struct error *err);

#endif
