/*
 * source_packet: the packets between the reader and a worker (SOCK_SEQPACKET).
 *
 *	reader                                    worker
 *	OPEN number, inode, paths         ---->
 *	                                  <----   OTHER another file that is looked for, or is missing ...
 *	                                  <----   END found, or not
 *	ASK number, addresses, lines      ---->
 *	                                  <----   OTHER ...
 *	                                  <----   UNIT the addresses of the compile unit it begins to read
 *	                                  <----   PIECE bytes of a window (report/source/source_window.h) ...
 *	                                  <----   END of this address, and which one is next; UNIT ...
 *	CODE number, a piece of code ...  ---->           of a function
 *	                                  <----   PIECE bytes of what it accesses ..., END
 *	                                  <----   DIED from the server, in place of an END that never comes
 *	                                          (why no worker could be started, or 0: it has ended)
 *
 * The addresses of one ASK ascend. An address in the window of an earlier answer gets none of its own. Numbers have the
 * byte order of this machine, since both ends are one program. A request is answered before the next one is sent. One
 * exception: the reader sends a request before it knows that the worker has died; the serial of the answers shows that.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_PACKET_H
#define PREC_REPORT_SOURCE_SOURCE_PACKET_H

#include <stdint.h>

/* Limit of a packet in bytes: less than the smallest default of a socket's buffer. */
#define SOURCE_PACKET_MAX 32768u

/* Limit of the addresses of one request. */
#define SOURCE_ASK_MAX 2048u

/* Limit of the code of one request, in bytes. */
#define SOURCE_CODE_MAX (512u << 10)

enum source_packet_type {
	SOURCE_OPEN = 1,
	SOURCE_ASK,
	SOURCE_UNIT,
	SOURCE_PIECE,
	SOURCE_END,
	SOURCE_DIED,
	SOURCE_OTHER,
	SOURCE_CODE,
};

/* The head of every packet. */
struct source_packet {
	uint32_t type;
	uint32_t number; /* OPEN, ASK: number of the file, from 0; CODE: likewise; END: 1 if it succeeded; OTHER: 1 if
			    it is missing */
	uint64_t serial; /* of the request, also in its answers; DIED: 0 */
	/*
	 * OPEN: device and inode. ASK: the number of addresses, and whether lines are wanted. CODE: the address of the
	 * first piece, and the bytes of all pieces, which follow each other. UNIT: begin and end. END
	 * of an ASK: the index of the next address to be answered, or the number of addresses; END of an OPEN: an errno
	 * if descriptors were short. DIED: an errno if no worker could be started.
	 */
	uint64_t a, b;
	/*
	 * Then follow: OPEN: path, program and symfs, each with its NUL; ASK: the addresses; CODE, PIECE: the bytes;
	 * OTHER: a path with its NUL, for a missing file the name that the file has for it.
	 */
};

#endif
