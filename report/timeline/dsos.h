/*
 * dsos: the files (and other things with addresses) that mappings name.
 *
 * A dso is known by its path and build-id; several processes' mappings of one file share it. `name` is the short name
 * that reports print, as Linux perf makes it: the last part of the path; "[kernel.kallsyms]", "[vdso]" and the like as
 * they are; "[vdso32]" for that of a 32-bit process; "[module]" for a kernel module; "[JIT] tid N" for anonymous memory
 * of process N.
 */
#ifndef PREC_REPORT_TIMELINE_DSOS_H
#define PREC_REPORT_TIMELINE_DSOS_H

#include "common/strtab.h"
#include "common/u32map.h"
#include "formats/record/abi.h"
#include "formats/record/record.h"

enum dso_kind {
	DSO_FILE,
	DSO_KERNEL,
	DSO_MODULE,
	DSO_VDSO,
	DSO_JIT,     /* code made at run time that a jit-PID.dump has, whose path this is */
	DSO_ANON,    /* memory that runs: code made at run time, named by /tmp/perf-PID.map */
	DSO_NO_FILE, /* [heap], [stack], //anon that cannot have symbols */
	DSO_KSYMBOL, /* one piece of kernel code announced by a KSYMBOL record: the name is the symbol */
};

struct dso {
	uint32_t path; /* string ids */
	uint32_t name;
	struct build_id build_id; /* size 0: none recorded */
	enum dso_kind kind;
	uint32_t pid;   /* DSO_ANON, DSO_JIT: whose memory it is */
	uint64_t start; /* DSO_MODULE, DSO_KERNEL: where the mapping was recorded; DSO_KERNEL: its pgoff in `pgoff` */
	uint64_t pgoff;
};

struct dsos {
	struct strtab *strings; /* borrowed */
	struct dso *list;
	uint32_t n, capacity;
	struct hash_table table;   /* by path and build-id */
	struct u32map build_id_of; /* string id to index in build_ids: those that came apart */
	struct build_id *build_ids;
	uint32_t n_build_ids, build_ids_capacity;
	bool wide; /* recorded on a machine of 64 bits, as dsos_init assumes: a [vdso] below 4 GiB is [vdso32] */
};

#define DSO_NONE UINT32_MAX

/* Borrows strings, to which paths and names are added. */
void dsos_init(struct dsos *d, struct strtab *strings);
void dsos_fini(struct dsos *d);

/*
 * The dso of a mapping, made when it is new. pid: of the mapping's process (for anonymous memory). Returns its number
 * or DSO_NONE without memory.
 */
uint32_t dsos_user(struct dsos *d, const char *filename, size_t size, const struct build_id *build_id, uint32_t pid);

/* That of a mapping of user space by its record. */
uint32_t dsos_mapping(struct dsos *d, const struct record_mmap *m);

/* What the jit-PID.dump of a process holds, by the path of its mapping. */
uint32_t dsos_jit(struct dsos *d, const char *filename, size_t size, uint32_t pid);

/* The kernel ("[kernel.kallsyms]_text") or a module, by the name of the mapping. */
uint32_t dsos_kernel(struct dsos *d, const char *filename, size_t size, const struct build_id *build_id, uint64_t start,
		     uint64_t pgoff);

/*
 * The kernel of a virtual machine ("[guest.kernel.kallsyms]_text") or a module of it: it has no symbols, since what is
 * here under the same name is the host's.
 */
uint32_t dsos_guest_kernel(struct dsos *d, const char *filename, size_t size);

/* Code announced by a KSYMBOL record. */
uint32_t dsos_ksymbol(struct dsos *d, const char *name, size_t size);

/* The build-id of all dsos of the path that came without one, as the file says elsewhere. 0 or -ENOMEM. */
int dsos_add_build_id(struct dsos *d, const char *path, size_t size, const struct build_id *build_id);

/* Gives the dsos those build-ids, when all are added and no dso is added any more. */
void dsos_set_build_ids(struct dsos *d);

#endif
