/*
 * sandbox: drops, for good, all rights that a reader of files does not need, so that a hostile file that takes over the
 * program can do little.
 *
 * After sandbox_enter, as far as the kernel supports it:
 *
 *	no new privileges   set-user-ID bits and file capabilities have no effect
 *	capabilities        all but those for reading (files of others, the kernel's symbols) are dropped
 *	Landlock            no execution; no writing, creation or removal outside of the allowed directories; no ioctl
 *	                    on devices, no TCP, no signals or abstract sockets to processes outside
 *	seccomp             only the system calls of a reader: no sockets, no processes, no executable memory
 *
 * Reading stays allowed everywhere, since the input names the files with symbols. Open files stay usable, so outputs
 * are opened before.
 *
 * The process stays dumpable for debuggers and core dumps: a crash on a hostile file needs to be debugged, and other
 * processes of the same user could read the same files anyway.
 *
 * Thread: the only one; threads that it starts later inherit the sandbox.
 */
#ifndef PREC_REPORT_SANDBOX_SANDBOX_H
#define PREC_REPORT_SANDBOX_SANDBOX_H

#include <stdbool.h>

/* What is allowed in and below a directory. */
enum sandbox_right {
	SANDBOX_WRITE = 1,      /* write to existing files, and to files without a name (O_TMPFILE) */
	SANDBOX_MAKE_FILES = 2, /* make, rename and remove ordinary files */
	SANDBOX_MAKE_LINKS = 4, /* make symbolic links */
};

struct sandbox_directory {
	int fd;
	unsigned rights;
};

/* Restricts this thread, and those that it starts, by Landlock. Needs no-new-privileges. True: in force. */
bool sandbox_landlock(const struct sandbox_directory *directories, unsigned n_directories);

#define SANDBOX_DIRECTORIES_MAX 4

struct sandbox {
	struct sandbox_directory directories[SANDBOX_DIRECTORIES_MAX];
	unsigned n_directories;
	bool has_terminal; /* its modes may be set (tcsetattr(3)) */
};

/* The parts of the sandbox. */
enum sandbox_part {
	SANDBOX_NO_NEW_PRIVILEGES = 1,
	SANDBOX_CAPABILITIES = 2,
	SANDBOX_LANDLOCK = 4,
	SANDBOX_SECCOMP = 8,
};

void sandbox_init(struct sandbox *s);

/*
 * Allows rights, bits of enum sandbox_right, in a directory; SANDBOX_DIRECTORIES_MAX directories at most. One that
 * cannot be opened is ignored: writing there would fail anyway.
 */
void sandbox_allow(struct sandbox *s, const char *directory, unsigned rights);

/* The same for an open directory (O_PATH), which is taken over. */
void sandbox_allow_open(struct sandbox *s, int directory, unsigned rights);

/* Allows to set the modes of a terminal that is open: for a browser. */
void sandbox_allow_terminal(struct sandbox *s);

/*
 * Enters the sandbox, and empties s. Parts that the kernel lacks or refuses are skipped. Returns the parts in force,
 * bits of enum sandbox_part.
 */
unsigned sandbox_enter(struct sandbox *s);

/* Enters a sandbox in which nothing more is allowed, for a process that only answers another one. */
void sandbox_confine(void);

/* Returns the name of part number `part`, from 0 (its bit is 1 << part), such as "Landlock"; NULL after the last. */
const char *sandbox_part_name(unsigned part);

#endif
