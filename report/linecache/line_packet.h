/*
 * line_packet: what a reader sends to the keeper of the line cache, in packets of a socket (SOCK_SEQPACKET). Numbers
 * are this machine's: both ends are one program. A packet that is none of these, or out of order, ends the keeper.
 */
#ifndef PREC_REPORT_LINECACHE_LINE_PACKET_H
#define PREC_REPORT_LINECACHE_LINE_PACKET_H

#include "report/linecache/line_key.h"

/* The bytes of one BYTES at most. */
#define LINE_PACKET_BYTES 32768u

enum line_packet_type {
	LINE_BEGIN = 1,
	LINE_BYTES,
	LINE_END, /* it is answered: an int, 0 or a negative errno */
};

struct line_packet {
	uint32_t type;
	uint32_t n; /* BYTES: how many follow */
	/* BEGIN: */
	uint64_t size; /* of the entry */
	struct line_key key;
};

#endif
