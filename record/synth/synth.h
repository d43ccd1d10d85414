/*
 * synth: what every synthesizer of records shares: options, the sink, counts, and access to /proc.
 *
 * Synthesized records say what ran before the recording began: the kernel (record/synth/synth_kernel.h), and processes
 * (record/synth/synth_tasks.h) with their mappings (record/synth/synth_maps.h).
 *
 * One record is built at a time, in one buffer, and handed to the sink. One text buffer takes every file that is read.
 * The sample_id trailer holds the event's id, a time and zeros. With a time of 0 these records sort before all of the
 * kernel's.
 *
 * Ownership: synth_new/_free. options and sink are copied; what they point to is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_SYNTH_SYNTH_H
#define PREC_RECORD_SYNTH_SYNTH_H

#include "common/error.h"
#include "formats/record/record_write.h"
#include "record/privilege/privilege.h"
#include "record/synth/build_id_set.h"
#include "common/aside.h"
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
	bool build_ids;           /* MMAP2 with a build-id where there is one, else with device and inode */
	bool namespaces;
	bool mmap_data; /* mappings that are not executable too */
	bool no_maps;   /* none of processes */

	/* The sample_id trailer: which of TID, TIME, ID, STREAM_ID, CPU and IDENTIFIER sample_type has. */
	bool sample_id_all;
	uint64_t sample_type;
	uint64_t id;   /* of the event the records belong to */
	uint64_t time; /* of the trailer, in the recording's clock */

	struct build_id_set *ids; /* gets the build-id of each file; NULL: not wanted */
	struct aside *aside;      /* looks at files; NULL: that is done here */
};

struct synth_counts {
	uint64_t processes;
	uint64_t threads; /* without the first one of each process */
	uint64_t mmaps;
	uint64_t vanished;
	uint64_t silent;        /* files whose file system does not answer */
	uint64_t stuck;         /* processes whose maps are not shown: they wait while they change them */
	uint64_t denied;        /* processes whose maps this user may not read */
	bool kernel_restricted; /* the kernel hides its addresses (kptr_restrict), so that it has no mapping */
};

struct synth {
	struct synth_options options;
	struct synth_sink sink;
	struct synth_counts counts;
	struct error *err; /* of the call under way */
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

/* NULL without memory or when proc_root cannot be opened, with *err filled. */
struct synth *synth_new(const struct synth_options *options, const struct synth_sink *sink, struct error *err);
void synth_free(struct synth *s);

/* --- for the synthesizers ---------------------------------------------------- */

/* proc_root, or what stands for it. */
const char *synth_root(const struct synth *s);

/* Hands on the record that was built. 0, -ENOMEM, or the sink's result. */
int synth_emit(struct synth *s);

/* openat(2) of a path below s->proc, or of an absolute one. A descriptor or a negative errno. */
int synth_open(const struct synth *s, enum privilege privilege, const char *path, int flags);

/*
 * Reads a file into s->text, which loses what it held; a NUL follows that is not counted. The privilege and the path
 * are those of synth_open. 0 or a negative errno.
 */
int synth_read(struct synth *s, enum privilege privilege, const char *path);

/*
 * The same for a file of a process that the kernel does not show as long as the process changes its mappings, which may
 * wait for a file system that does not answer: -ETIMEDOUT.
 */
int synth_read_aside(struct synth *s, const char *path);

/* The same for a short file of a process: what one read(2) returns is all of it. */
int synth_read_task(struct synth *s, const char *path);

/*
 * Hands on the entries of a folder of /proc that are numbers. A result of `each` other than 0 ends it and is the
 * result; else 0 or a negative errno.
 */
int synth_each_number(struct synth *s, int dir, int (*each)(struct synth *s, pid_t number, void *context),
		      void *context);

#endif
