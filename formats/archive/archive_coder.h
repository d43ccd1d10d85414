/*
 * archive_coder: codes numbers, flags and bytes into streams, and back.
 *
 * One walk over a record serves both directions: each function takes a pointer to a value, which encoding reads and
 * decoding sets. So whatever the walk predicts from the values before is the same on both sides.
 *
 *	walk --> archive_code_number(..., &value) --> | stream | stream | stream | ... --> zstd --> packed bytes
 *
 * - A number is the difference from what was predicted: a byte with the number of its bits, and these bits, which no
 *   compressor makes smaller, in a stream beside.
 * - A choice is one of two, in a context of which the caller keeps what was chosen before (archive_range.h).
 * - A flag says whether a prediction was right; what is stored is how many were before each that was wrong.
 *
 * Packed: u8 n; n times u8 stream, u32 bytes, u32 packed bytes; then the packed bytes. All numbers are little-endian.
 * A stream whose packed bytes are as many as its bytes is stored.
 *
 * Decoding takes untrusted bytes: past the end of a stream values are 0, and the coder has failed.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_FORMATS_ARCHIVE_ARCHIVE_CODER_H
#define PREC_FORMATS_ARCHIVE_ARCHIVE_CODER_H

#include "common/buffer.h"
#include "common/cursor.h"
#include "common/error.h"
#include "formats/archive/archive_range.h"

#define ARCHIVE_SLOTS 28 /* kinds of words, each with streams of its own */

/* The numbers of streams. A number takes two: the second has the bits. */
enum archive_stream {
	STREAM_PIECE, /* of the original: what it is */
	STREAM_PIECE_SIZE,
	STREAM_PIECE_SIZE_BITS,
	STREAM_VERBATIM, /* bytes that nothing is known of */
	STREAM_CLASS,    /* of records: type, misc and event */
	STREAM_CLASS_NEW,
	STREAM_SIZE,
	STREAM_SIZE_BITS,
	STREAM_BODY, /* of records that are no samples */
	STREAM_NAME,
	STREAM_CPU_SAME,
	STREAM_CPU,
	STREAM_CPU_BITS,
	STREAM_TASK_SAME,
	STREAM_TASK,
	STREAM_PID,
	STREAM_PID_BITS,
	STREAM_TID,
	STREAM_TID_BITS,
	STREAM_ID_SAME,
	STREAM_ID,
	STREAM_ID_BITS,
	STREAM_TIME,
	STREAM_TIME_BITS,
	STREAM_PERIOD_SAME,
	STREAM_PERIOD,
	STREAM_PERIOD_BITS,
	STREAM_CHOICE, /* of all choices */
	STREAM_IP_IN_CHAIN,
	STREAM_IP_KNOWN,
	STREAM_IP_KNOWN_BITS,
	STREAM_IP_NEW,
	STREAM_IP_NEW_BITS,
	STREAM_FRAME_KNOWN,
	STREAM_FRAME_KNOWN_BITS,
	STREAM_FRAME_NEW,
	STREAM_FRAME_NEW_BITS,
	STREAM_BRANCH_KNOWN,
	STREAM_BRANCH_KNOWN_BITS,
	STREAM_BRANCH_NEW,
	STREAM_BRANCH_NEW_BITS,
	STREAM_RAW,   /* of tracepoints and the like */
	STREAM_STACK, /* what is less than a word */
	STREAM_STACK_KNOWN,
	STREAM_STACK_KNOWN_BITS,
	STREAM_STACK_NEW,
	STREAM_STACK_NEW_BITS,
	STREAM_STACK_AGAIN,
	STREAM_STACK_AGAIN_BITS,
	STREAM_STACK_OTHER,
	STREAM_STACK_OTHER_BITS,
	STREAM_WORD_SAME,
	STREAM_WORD,
	STREAM_WORD_BITS, /* the first three of one kind of word */
	ARCHIVE_STREAMS = STREAM_WORD_SAME + 3 * ARCHIVE_SLOTS,
};

struct archive_coder_stream {
	struct buffer bytes; /* encoding: what was coded; decoding: what was unpacked */
	size_t at;           /* decoding: the next byte */
	uint64_t run;        /* flags: how many were right since the last that was wrong, or are left */
	bool has_run;
	uint64_t pending; /* bits that are no whole byte yet, or were not taken yet */
	unsigned n_pending;
};

struct archive_coder {
	bool decodes;
	bool failed; /* a stream ended too early, or there is no memory */
	bool has_choice;
	struct archive_range range;
	struct archive_coder_stream streams[ARCHIVE_STREAMS];
};

void archive_coder_init(struct archive_coder *c);
void archive_coder_fini(struct archive_coder *c);

/* Empties all streams, to encode. */
void archive_coder_begin(struct archive_coder *c);

/* Code a value. */
void archive_code_number(struct archive_coder *c, unsigned stream, uint64_t predicted, uint64_t *value);
void archive_code_flag(struct archive_coder *c, unsigned stream, bool *value);
void archive_code_byte(struct archive_coder *c, unsigned stream, uint8_t *value);

/* Codes a choice, and learns from it. */
void archive_code_choice(struct archive_coder *c, struct archive_chance *chance, bool *value);

/* Codes a number of n bits, from the highest on; chances: 2^n, of this kind of number. */
void archive_code_few(struct archive_coder *c, struct archive_chance *chances, unsigned n, uint8_t *value);

/* Codes n bytes at data. */
void archive_code_bytes(struct archive_coder *c, unsigned stream, void *data, size_t n);

/* Goes to the beginning of what was encoded, to decode it. */
void archive_coder_rewind(struct archive_coder *c);

/* Packs the streams, and appends them to *out. level: zstd's; 0: they are stored. 0 or a negative errno. */
int archive_coder_pack(struct archive_coder *c, int level, struct buffer *out, struct error *err);

/*
 * Unpacks streams, to decode. limit: of their bytes together. 0; -EBADMSG: they are damaged; -E2BIG: they are larger;
 * -ENOMEM.
 */
int archive_coder_unpack(struct archive_coder *c, struct cursor *in, uint64_t limit, struct error *err);

/* True if everything was decoded, and nothing is left. */
bool archive_coder_is_done(const struct archive_coder *c);

#endif
