/*
 * sandbox: gives up, for good, what a reader of files does not need, so that a hostile file that takes the program over
 * finds nothing to work with.
 *
 * In force after sandbox_enter, as far as the kernel has it:
 *
 *	no new privileges   set-user-ID bits and file capabilities mean nothing any more
 *	capabilities        all but those for reading (files of others, the kernel's symbols) are dropped
 *	Landlock            nothing is executed, written, made or removed but in the places named before; no device is
 *	                    controlled, no TCP, no signals and no abstract sockets to processes outside
 *	seccomp             only the system calls a reader makes: no sockets, no processes, no code made at run time
 *
 * Reading stays allowed everywhere: which files symbols come from is only known when the input is read. What is open
 * already stays usable, so that outputs are opened before.
 *
 * Debuggers and core dumps work as ever: the process stays dumpable, since a crash on a hostile file is to be looked
 * into, and what it read another process of the same user may read anyway.
 *
 * Thread: before any other is started; the rest of the threads inherit it.
 */
#ifndef PREC_REPORT_SANDBOX_SANDBOX_H
#define PREC_REPORT_SANDBOX_SANDBOX_H

#include "report/sandbox/sandbox_landlock.h"

#define SANDBOX_PLACES_MAX 4

struct sandbox {
	struct sandbox_place places[SANDBOX_PLACES_MAX];
	unsigned n_places;
};

/* Which parts are in force. */
enum sandbox_part {
	SANDBOX_NO_NEW_PRIVILEGES = 1,
	SANDBOX_CAPABILITIES = 2,
	SANDBOX_LANDLOCK = 4,
	SANDBOX_SECCOMP = 8,
};

void sandbox_init(struct sandbox *s);

/*
 * Leaves sandbox_right's to a directory. One that cannot be opened is left out: what would have been written there
 * fails later, as it would have anyway. At most SANDBOX_PLACES_MAX.
 */
void sandbox_allow(struct sandbox *s, const char *directory, unsigned rights);

/* The same of one that is open (O_PATH), which is taken over. */
void sandbox_allow_open(struct sandbox *s, int directory, unsigned rights);

/*
 * Enters the sandbox; s is empty again afterwards. Parts that the kernel lacks or refuses are left out. Returns what is
 * in force, bits of enum sandbox_part.
 */
unsigned sandbox_enter(struct sandbox *s);

/* "Landlock" and the like; NULL after the last part. part counts from 0: the bit is 1 << part. */
const char *sandbox_part_name(unsigned part);

#endif
