/*
 * synth: holds what all synthesizers of records share: options, the sink, counts, and access to /proc.
 *
 * Synthesized records show what ran before the recording began: the kernel (record/synth/synth_kernel.h) and processes
 * (record/synth/synth_tasks.h) with their mappings (record/synth/synth_maps.h).
 *
 * Records are built one at a time in one buffer and passed to the sink. One text buffer holds each file that is read.
 * The sample_id trailer holds the event's id, a time and zeros. Records with a time of 0 sort before those of the
 * kernel.
 *
 * Ownership: synth_new/_free. options and sink are copied; what they point to is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_SYNTH_SYNTH_H
#define PREC_RECORD_SYNTH_SYNTH_H

#include "common/aside.h"
#include "common/error.h"
#include "formats/record/record_write.h"
#include "record/privilege/privilege.h"
#include "record/synth/build_id_set.h"
#include "record/synth/elf_build_id.h"

#include <sys/types.h>

#define SYNTH_ROOT_MAX 512 /* of proc_root */

struct synth_sink {
	/* Takes one whole record of the machine's byte order. A result other than 0 ends the synthesis with it. */
	int (*emit)(void *context, const void *record, size_t size);
	void *context;
};

struct synth_options {
	const char *proc_root;    /* NULL: "/proc" */
	const char *sys_root;     /* NULL: "/sys" */
	const char *modules_root; /* NULL: "/lib/modules/RELEASE" of the running kernel */
	bool wants_build_ids;     /* MMAP2 has the build-id if the file has one, else device and inode */
	bool namespaces;
	bool mmap_data; /* also mappings that are not executable */
	bool no_maps;   /* no mappings of processes */

	/* The sample_id trailer: which of TID, TIME, ID, STREAM_ID, CPU and IDENTIFIER sample_type has. */
	bool sample_id_all;
	uint64_t sample_type;
	uint64_t id;   /* of the event the records belong to */
	uint64_t time; /* of the trailer, in the recording's clock */

	struct build_id_set *ids; /* each file and its build-id is added; may be NULL */
	struct aside *aside;      /* the process that reads files; NULL: this one reads them */
};

struct synth_counts {
	uint64_t processes;
	uint64_t threads; /* without the first one of each process */
	uint64_t mmaps;
	uint64_t vanished;
	uint64_t silent;        /* files on a file system that does not answer */
	uint64_t stuck;         /* processes whose maps cannot be read, as they wait while they change them */
	uint64_t denied;        /* processes whose maps this user may not read */
	bool kernel_restricted; /* the kernel hides its addresses (kptr_restrict): no mapping of it */
};

struct synth {
	struct synth_options options;
	struct synth_sink sink;
	struct synth_counts counts;
	struct error *err; /* of the current call */
	int proc;          /* proc_root, opened */
	struct buffer record;
	struct buffer text;
	struct record_trailer id; /* of every record */
	struct elf_build_id_cache files;
	uint64_t own_mount_namespace; /* its inode */
	uint64_t namespace_device;    /* of all namespaces */
	bool vdso_known;
	struct build_id vdso; /* of this program's own word size */
};

/* Returns a new one. NULL with *err set: no memory, or proc_root cannot be opened. */
struct synth *synth_new(const struct synth_options *options, const struct synth_sink *sink, struct error *err);
void synth_free(struct synth *s);

/* --- for the synthesizers ---------------------------------------------------- */

/* Returns proc_root, or its default. */
const char *synth_root(const struct synth *s);

/* Passes the built record to the sink. 0, -ENOMEM, or the result of the sink. */
int synth_emit(struct synth *s);

/* Opens a path below s->proc, or an absolute one. Returns a descriptor or a negative errno. */
int synth_open(const struct synth *s, enum privilege privilege, const char *path, int flags);

/*
 * Reads a file into s->text, replacing its contents; a NUL follows, which is not in its size. privilege, path: as for
 * synth_open. 0 or a negative errno.
 */
int synth_read(struct synth *s, enum privilege privilege, const char *path);

/*
 * Does the same for a file that the kernel does not show while its process changes its mappings. Such a process may
 * wait for a file system that does not answer: -ETIMEDOUT.
 */
int synth_read_aside(struct synth *s, const char *path);

/* Does the same for a short file of a process, with one read(2). */
int synth_read_task(struct synth *s, const char *path);

/*
 * Calls `each` with each entry of a folder of /proc that is a number. A result other than 0 ends it and is returned;
 * else 0 or a negative errno.
 */
int synth_each_number(struct synth *s, int dir, int (*each)(struct synth *s, pid_t number, void *context),
		      void *context);

#endif
