/*
 * source_packet: what goes to and fro between the reader and a worker, in packets of a socket (SOCK_SEQPACKET).
 *
 *	reader                                    worker
 *	OPEN number, place, paths         ---->
 *	                                  <----   OTHER a file beside it that is looked for, or is missing ...
 *	                                  <----   END found, or not
 *	ASK number, addresses, lines      ---->
 *	                                  <----   OTHER ...
 *	                                  <----   UNIT the addresses of the compile unit it begins to read
 *	                                  <----   PIECE bytes of a window (report/source/source_window.h) ...
 *	                                  <----   END of this address, and which one is next; UNIT ...
 *	                                  <----   DIED from the server, in place of an END that never comes
 *	                                          (why no worker could be started, or 0: it has ended)
 *
 * The addresses of one ASK ascend. Those that an answer holds too are passed over. Numbers are this machine's: both
 * ends are one program. A request is answered before the next one is sent, but for one that was sent when a worker had
 * died and the reader did not know yet: its answers have another serial.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_PACKET_H
#define PREC_REPORT_SOURCE_SOURCE_PACKET_H

#include <stdint.h>

/* A packet at most: less than the smallest default of a socket's buffer. */
#define SOURCE_PACKET_MAX 32768u

/* Addresses of one request at most. */
#define SOURCE_ASK_MAX 2048u

enum source_packet_type {
	SOURCE_OPEN = 1,
	SOURCE_ASK,
	SOURCE_UNIT,
	SOURCE_PIECE,
	SOURCE_END,
	SOURCE_DIED,
	SOURCE_OTHER,
};

/* What every packet begins with. */
struct source_packet {
	uint32_t type;
	uint32_t number; /* OPEN, ASK: of the file, from 0; END: whether it was done; OTHER: whether it is missing */
	uint64_t serial; /* of the request; answers have that of theirs, DIED has 0 */
	/* OPEN: device and inode; ASK: how many addresses, and whether lines are wanted; UNIT: begin and end; END: the
	 * place of the next address that is answered, of several the number of all when there is none, and in
	 * answer to OPEN an errno where descriptors were short; DIED: an errno where no worker could be started */
	uint64_t a, b;
	/* OPEN: path, program and symfs, each with its NUL; ASK: the addresses; PIECE: the bytes; OTHER: a path with
	 * its NUL, of what is missing as the file has it */
};

#endif
