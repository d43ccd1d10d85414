/*
 * elf_file: an ELF file opened for reading its symbols.
 *
 * Only regular files are opened, without waiting (a path in a perf.data may name a fifo or a device), and none of /proc
 * or /sys. The file is mapped, so that only the pages that are used are read. Files packed by xz or zstd (kernel
 * modules) are unpacked into memory. If the file is truncated while it is open, the missing bytes read as zeros.
 */
#ifndef PREC_REPORT_ELF_ELF_FILE_H
#define PREC_REPORT_ELF_ELF_FILE_H

#include "common/buffer.h"
#include "common/filemap.h"
#include "formats/elf/elf_image.h"
#include "formats/record/abi.h"
#include "report/elf/file_opener.h"

#include <pthread.h>
#include <stdatomic.h>

/* Identifies a file on disk, whatever path it has. */
struct elf_file_id {
	uint64_t device, inode; /* both 0: it is only in memory */
};

/* Which file it is, and when it was changed. */
struct elf_file_version {
	uint32_t major, minor; /* of its device */
	uint64_t inode;
	uint64_t generation;        /* 0: the file system does not say */
	uint32_t magic;             /* of the file system: statfs(2) */
	uint64_t modified, changed; /* ns since 1970: its contents; they, its names or its rights */
};

struct elf_files;

struct elf_file {
	char *path; /* the path by which it was first opened */
	struct elf_file_id id;
	struct elf_file_version version; /* all 0: it is only in memory */
	struct filemap *map;             /* NULL: unpacked */
	struct buffer unpacked;
	struct elf_image image; /* borrows from map or unpacked */
	struct build_id build_id;

	struct elf_files *all; /* those it is shared among, or NULL */
	struct elf_file *next; /* the next in its hash slot */
	unsigned users;
	pthread_mutex_t lock;      /* of the fields below, which are filled on first use */
	struct elf_file *embedded; /* MiniDebugInfo */
	bool embedded_tried;
	bool has_crc;
	uint32_t crc;
};

/*
 * Opens a file. 0; -ENOENT, -EACCES and others of open(2); -EINVAL: not a regular file, or one of /proc or /sys;
 * -EBADMSG: no ELF file; -ENOTSUP: packed by gzip, which is not supported; -ENOMEM. The message has the path.
 */
int elf_file_open(struct elf_file **ret_file, struct aside_server *opener, const char *path, struct error *err);

/* Makes a file of an open descriptor, which is taken over. path: for messages. Errors as elf_file_open. */
int elf_file_of(struct elf_file **ret_file, const char *path, int fd, uint64_t size, struct error *err);

/*
 * Returns the MiniDebugInfo of f (.gnu_debugdata), unpacked once and valid as long as f. NULL: there is none that can
 * be read.
 */
const struct elf_file *elf_file_embedded(struct elf_file *f);

/* Makes a file from an image in memory, which must outlive it: the vdso. Errors as elf_file_open. */
int elf_file_from_memory(struct elf_file **ret_file, const char *path, const void *data, size_t size,
			 struct error *err);

/*
 * Frees a file that elf_file_open or elf_file_from_memory made. Files of elf_files_open are closed by elf_files_close.
 */
void elf_file_free(struct elf_file *f);

/* Says whether the file was truncated while it was open: then what was read from it is wrong. */
bool elf_file_was_cut(const struct elf_file *f);

/* Returns the CRC-32 of the file's bytes, which .gnu_debuglink holds. It is computed once. */
uint32_t elf_file_crc(struct elf_file *f);

/* Returns the memory that it takes in bytes, without mapped pages. */
size_t elf_file_memory(struct elf_file *f);

/*
 * struct elf_files: the files that are open, each of them once, whatever names they are opened by.
 *
 *	/usr/lib/x.so, /lib/x.so, /lib/../lib/./x.so  -->  one struct elf_file
 *
 * An input can name one file in any number of ways. Files are identified by device and inode, which no other file can
 * get while the file is open. A file is closed with its last user. Thread: any.
 */

/* Enough for short lists with all files of a machine. */
#define ELF_FILES_SLOTS 4096

struct elf_files {
	pthread_mutex_t lock;
	struct aside_server *opener;             /* see file_opener.h; borrowed, NULL: there is none */
	struct elf_file *slots[ELF_FILES_SLOTS]; /* by the hash of device and inode */
	atomic_int shortage; /* errno of an open that failed for lack of descriptors or memory; 0: none did */
};

void elf_files_init(struct elf_files *all, struct aside_server *opener);
/* All files must have been closed. */
void elf_files_fini(struct elf_files *all);

/* Opens a file, or finds it among those that are open. Errors as elf_file_open. Close it with elf_files_close. */
int elf_files_open(struct elf_files *all, struct elf_file **ret_file, const char *path, struct error *err);

/*
 * Records a result of opening a file, 0 or a negative errno, if descriptors or memory were short: the file may exist
 * all the same. elf_files_open calls it.
 */
void elf_files_note(struct elf_files *all, int result);

/*
 * Drops one user; the last one closes the file. A file that was not opened by elf_files_open is freed. f may be NULL.
 */
void elf_files_close(struct elf_file *f);

#endif
