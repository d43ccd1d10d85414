/*
 * line_store: the process that writes to the line cache.
 *
 *	prec report --- socket ----> writer process
 *	 | enters the sandbox          reads keys and bytes, interprets neither
 *	   BEGIN key, size             makes a file without its name
 *	   BYTES ...                   writes them
 *	   END                         gives the file its name, all at once; removes what is over the limit, the oldest
 *	            <---- result
 *
 * A reader in its sandbox cannot write. If a hostile recording takes it over, it can store wrong lines, but nothing
 * else: the writer process makes file names of digits, and limits the size of a file. The process is started before the
 * reader enters its sandbox and before any thread is started. When the first entry comes, it makes the directory and
 * enters a sandbox of its own.
 *
 * When space is short, the entries that were not read for the longest time are removed first (st_atime).
 *
 * Thread: one at a time.
 */
#ifndef PREC_REPORT_LINECACHE_LINE_STORE_H
#define PREC_REPORT_LINECACHE_LINE_STORE_H

#include "report/linecache/line_entry.h"

#include <limits.h>
#include <sys/types.h>

struct line_store {
	pid_t pid; /* 0: not started */
	int socket;
};

struct line_store_options {
	char directory[PATH_MAX];
	uint64_t limit;                         /* limit of all entries in bytes */
	void (*confine)(const char *directory); /* enters a sandbox that can write to the directory; NULL: none */
};

/* Starts the process. Copies the options. 0 or a negative errno. */
int line_store_start(struct line_store *k, const struct line_store_options *options);

/*
 * Stores an entry, in place of one with the same key. Waits for the result. 0 or a negative errno; -EPIPE: the process
 * has ended.
 */
int line_store_keep(struct line_store *k, const struct line_key *key, const void *data, size_t size);

/* Ends the process and waits for it. *k may be all zero. */
void line_store_stop(struct line_store *k);

/*
 * A packet from the reader (SOCK_SEQPACKET). Numbers have the byte order of this machine, since both ends are one
 * program. The process ends on a packet that is malformed or out of order.
 */

/* Limit of the bytes in one LINE_BYTES packet. */
#define LINE_PACKET_BYTES 32768u

enum line_packet_type {
	LINE_BEGIN = 1,
	LINE_BYTES,
	LINE_END, /* answered by an int: 0 or a negative errno */
};

struct line_packet {
	uint32_t type;
	uint32_t n; /* LINE_BYTES: how many bytes follow */
	/* LINE_BEGIN: */
	uint64_t size; /* of the entry */
	struct line_key key;
};

#endif
