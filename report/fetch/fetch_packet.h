/*
 * fetch_packet: what goes to and fro between the reader and the helper, in packets of a socket (SOCK_SEQPACKET).
 *
 *	reader                                          helper
 *	FETCH_ASK number, kind, build-id          ---->
 *	                                          <---- number, 0 and a path, or a negative errno
 *	FETCH_REFUSE number, kind, build-id       ---->         (no answer)
 *
 * Numbers are this machine's: both ends are one program. Answers come in any order.
 */
#ifndef PREC_REPORT_FETCH_FETCH_PACKET_H
#define PREC_REPORT_FETCH_FETCH_PACKET_H

#include "formats/record/abi.h"

#include <limits.h>
#include <stdint.h>

enum fetch_request_type {
	FETCH_ASK = 1,
	FETCH_REFUSE, /* the file that was sent is another one: it goes from the cache */
};

struct fetch_request {
	uint32_t type;
	uint32_t number; /* the reader's */
	uint32_t kind;   /* enum fetch_kind */
	struct build_id id;
};

struct fetch_answer {
	uint32_t number;
	int32_t code;
	char path[PATH_MAX]; /* as much of it as the packet has, with its NUL */
};

#endif
