/*
 * elf_files: files that are open, each once, by whatever names they are asked for.
 *
 *	/usr/lib/x.so, /lib/x.so, /lib/../lib/./x.so  -->  one struct elf_file
 *
 * An input can name one file in any number of ways. Files are identified by device and inode, which cannot be
 * given to another file as long as the file is open. A file is closed when its last user frees it. From any thread.
 */
#ifndef PREC_REPORT_ELF_ELF_FILES_H
#define PREC_REPORT_ELF_ELF_FILES_H

#include "report/elf/elf_file.h"

#include <stdatomic.h>

/* Lists stay short for the files of a machine. */
#define ELF_FILES_SLOTS 4096

struct elf_files {
	pthread_mutex_t lock;
	struct aside_server *opener;             /* see file_opener.h; borrowed, NULL: there is none */
	struct elf_file *slots[ELF_FILES_SLOTS]; /* by the hash of their places */
	atomic_int shortage;                     /* errno: what the process had too little of to open one; 0: nothing */
};

void elf_files_init(struct elf_files *all, struct aside_server *opener);
/* All must have been freed by their users. */
void elf_files_fini(struct elf_files *all);

/* As elf_file_open, of a file that may be open already. It is closed by elf_files_close. */
int elf_files_open(struct elf_files *all, struct elf_file **ret_file, const char *path, struct error *err);

/*
 * Notes how the opening of a file ended, with 0 or a negative errno, where descriptors or memory were short: such a
 * file may be here all the same. elf_files_open does so.
 */
void elf_files_note(struct elf_files *all, int result);

/* One user less; the last one closes the file. A file that was not opened here is freed. NULL is nothing. */
void elf_files_close(struct elf_file *f);

#endif
