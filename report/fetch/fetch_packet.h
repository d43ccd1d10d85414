/*
 * fetch_packet: the packets between the reader and the helper (SOCK_SEQPACKET), and the kinds of files.
 *
 *	reader                                          helper
 *	FETCH_ASK number, kind, build-id          ---->
 *	                                          <---- number, 0 and a path, or a negative errno
 *	FETCH_REFUSE number, kind, build-id       ---->         (no answer)
 *
 * Numbers have the byte order of this machine, since both ends are one program. Answers come in any order.
 */
#ifndef PREC_REPORT_FETCH_FETCH_PACKET_H
#define PREC_REPORT_FETCH_FETCH_PACKET_H

#include "formats/record/abi.h"

#include <limits.h>
#include <stdint.h>

/* Limit of the files that are asked for. */
#define FETCH_FILES_MAX 10000u

enum fetch_kind {
	FETCH_DEBUGINFO,  /* with debug information and symbols, mostly without code */
	FETCH_EXECUTABLE, /* the executed file */
};

enum fetch_request_type {
	FETCH_ASK = 1,
	FETCH_REFUSE, /* the file has another build-id: remove it from the cache */
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
	char path[PATH_MAX]; /* only the bytes up to its NUL are sent */
};

#endif
