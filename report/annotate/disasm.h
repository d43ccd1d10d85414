/*
 * disasm: code as instructions, by processes that load a disassembler (report/annotate/disasm_worker.h).
 *
 *	disasm_start	before the sandbox is entered; loading begins
 *	disasm_begin	sends code to process `seat`
 *	disasm_finish	waits for its instructions
 *	disasm_stop
 *
 * So several functions are disassembled at once, one by each process. Answers are untrusted: sizes add up to the code
 * that was sent, whatever a process says. What is missing of a function, since a process has ended or knows no such
 * machine, has no instructions.
 *
 * One thread at a time.
 */
#ifndef PREC_REPORT_ANNOTATE_DISASM_H
#define PREC_REPORT_ANNOTATE_DISASM_H

#include "common/buffer.h"
#include "report/annotate/disasm_worker.h"
#include "report/source/source_server.h"

#define DISASM_SEATS_MAX 4u

struct disasm_code {
	struct disasm_machine machine;
	uint64_t address; /* of the first byte */
	const uint8_t *bytes;
	size_t size;
};

struct disasm_instruction {
	uint32_t offset; /* in the code */
	uint32_t text;   /* offset in texts, of a string */
	uint64_t target; /* of the reference */
	uint8_t size;
	enum disasm_reference reference;
};

/* Begins all zero. */
struct disasm_list {
	struct disasm_instruction *list; /* ascending, without gaps from the first byte on */
	uint32_t n, capacity;
	uint32_t end;        /* so many bytes have instructions */
	struct buffer texts; /* initialized by the first disasm_finish */
};

void disasm_list_fini(struct disasm_list *l);

struct disasm_seat {
	bool asked; /* an answer is due */
	uint64_t serial;
	uint32_t sent; /* bytes of code in the last request */
};

/* Begins all zero. */
struct disasm {
	struct source_server server;
	struct disasm_worker_options options;
	struct disasm_seat seats[DISASM_SEATS_MAX];
	char name[64];    /* of the library with its version; "": there is none, or it is not known yet */
	bool is_known;    /* a process has said the name */
	uint32_t n_died;  /* processes that ended in the midst of code */
	uint32_t unknown; /* EM_* of a machine that the library does not know; 0: none */
	uint8_t *packet;  /* SOURCE_PACKET_MAX bytes */
};

/*
 * Starts the server of n processes, DISASM_SEATS_MAX at most; the first one begins to load its library, unless it is to
 * wait (is_lazy). To be called
 * before any thread is started. 0 or a negative errno; disasm_stop is due in any case.
 */
int disasm_start(struct disasm *d, unsigned n, const struct disasm_worker_options *options);
void disasm_stop(struct disasm *d);

/* Returns the number of processes; 0: none could be started. */
unsigned disasm_seats(const struct disasm *d);

/* Returns the name of the library; "": there is none. Waits for the first process. */
const char *disasm_name(struct disasm *d);

/* Sends code to a process that has none. It stays as it is until disasm_finish. */
void disasm_begin(struct disasm *d, unsigned seat, const struct disasm_code *code);

/* Fills in the instructions of that code. 0 or -ENOMEM. */
int disasm_finish(struct disasm *d, unsigned seat, const struct disasm_code *code, struct disasm_list *ret);

#endif
