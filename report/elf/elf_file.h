/*
 * elf_file: an ELF file opened for reading its symbols.
 *
 * Only regular files are opened, and never waited for (a path in a perf.data may name a fifo or a device), and none of
 * those that the kernel makes up (/proc, /sys). The file is mapped, so that only what is looked at is read; xz and zstd
 * files (modules) are unpacked into memory. What is cut off the file meanwhile reads as zeros.
 */
#ifndef PREC_REPORT_ELF_ELF_FILE_H
#define PREC_REPORT_ELF_ELF_FILE_H

#include "common/buffer.h"
#include "common/filemap.h"
#include "formats/elf/elf_image.h"
#include "formats/record/abi.h"
#include "report/elf/file_opener.h"

#include <pthread.h>

/* Identifies a file on disk, however it is named. */
struct elf_file_place {
	uint64_t device, inode; /* both 0: it is on no disk */
};

struct elf_files;

struct elf_file {
	char *path; /* the first by which it was opened */
	struct elf_file_place place;
	struct filemap *map; /* NULL: unpacked */
	struct buffer unpacked;
	struct elf_image image; /* borrows from map or unpacked */
	struct build_id build_id;

	struct elf_files *all; /* those it is shared among (elf_files.h), or NULL */
	struct elf_file *next; /* there */
	unsigned users;
	pthread_mutex_t lock;      /* of what is made when it is asked for */
	struct elf_file *embedded; /* MiniDebugInfo */
	bool embedded_tried;
	bool has_crc;
	uint32_t crc;
};

/*
 * opener: report/elf/file_opener.h, may be NULL. 0; -ENOENT, -EACCES ... as open(2) says; -EINVAL: not a regular or a
 * stored file; -EBADMSG: not an ELF file, -ENOTSUP: packed by gzip, which is not unpacked, -ENOMEM. The error's message
 * has the path.
 */
int elf_file_open(struct elf_file **ret_file, struct aside_server *opener, const char *path, struct error *err);

/* The same of one that is open, whose descriptor is closed here. path: what messages call it. */
int elf_file_of(struct elf_file **ret_file, const char *path, int fd, uint64_t size, struct error *err);

/* The MiniDebugInfo in .gnu_debugdata of f, unpacked once; it lasts as long as f. NULL: none that can be read. */
const struct elf_file *elf_file_embedded(struct elf_file *f);

/* An image in memory that outlives it, the vdso. */
int elf_file_from_memory(struct elf_file **ret_file, const char *path, const void *data, size_t size,
			 struct error *err);

/* Not of one that elf_files_open returned. */
void elf_file_free(struct elf_file *f);

/* The file was cut short while it was open, and that was noticed: what was read of it is not the file. */
bool elf_file_was_cut(const struct elf_file *f);

/* The CRC-32 of the file's bytes, as .gnu_debuglink holds it; reckoned once. */
uint32_t elf_file_crc(struct elf_file *f);

/* The memory that it takes, without what is mapped. */
size_t elf_file_memory(struct elf_file *f);

#endif
