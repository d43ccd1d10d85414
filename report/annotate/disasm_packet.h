/*
 * disasm_packet: the packets between the reader and a disassembler (SOCK_SEQPACKET).
 *
 *	reader                               worker
 *	ASK machine, address, code    ---->
 *	                              <----  TEXT instructions ...
 *	                              <----  END how many bytes they are, and the library's name
 *	                              <----  DIED (report/source/source_packet.h) from the server, in place of an END
 *
 * An ASK without code asks for the name only, and has the library loaded. Numbers have the byte order of this machine,
 * since both ends are one program. A request is answered before the next one is sent.
 */
#ifndef PREC_REPORT_ANNOTATE_DISASM_PACKET_H
#define PREC_REPORT_ANNOTATE_DISASM_PACKET_H

#include "report/source/source_packet.h"

#include <stdint.h>

/* Code of one request, in bytes; more of a function is asked for in the next one. */
#define DISASM_CODE_MAX 16384u

/* At the end of what is not the last piece, an instruction may be cut off: so many bytes are left for the next one. */
#define DISASM_CUT 32u

/* Numbers beside those of report/source/source_packet.h, whose DIED comes on the same socket. */
enum disasm_packet_type {
	DISASM_ASK = 101,
	DISASM_TEXT,
	DISASM_END,
};

/* Bits of flags */
#define DISASM_FLAG_64    1u
#define DISASM_FLAG_BIG   2u
#define DISASM_FLAG_INTEL 4u
#define DISASM_FLAG_LAST  8u  /* ASK: the code ends where the function does */
#define DISASM_FLAG_KNOWN 16u /* END: the library knows the machine */

struct disasm_packet {
	uint32_t type;
	uint32_t flags;
	uint64_t serial;  /* of the request, also in its answers */
	uint64_t address; /* ASK: of the code */
	uint32_t machine; /* ASK: EM_* */
	uint32_t size;    /* ASK: of the code, which follows. END: bytes of it that the texts are of */
	/* Then follow: TEXT: for each instruction a struct disasm_item and its text. END: the name with its NUL. */
};

struct disasm_item {
	uint64_t target;
	uint8_t size;      /* bytes of code */
	uint8_t reference; /* enum disasm_reference */
	uint16_t length;   /* of the text, which follows without NUL, filled up to a multiple of 8 */
	uint32_t padding;
};

#endif
