/*
 * option: describes the options of a command by a table, which is used to parse the command line, to print --help, and
 * to explain a wrong word. A row has everything about an option, with the struct and the member that it sets:
 *
 *	static const struct option options[] = {
 *		{ 'q', "quiet", NULL, "print errors only", OPTION_FLAG(struct report_options, quiet) },
 *		{ 0, "max-stack", "N", "so many callers", OPTION_NUMBER(struct report_options, max_stack, 1, 99) },
 *		OPTION_GROUP(struct report_options, reader, &reader_file_group),
 *		OPTION_ABSENT("--itrace", "hardware traces are not decoded"),
 *		{ 0 },
 *	};
 *	static const struct option_group report_group = { .options = options, .usage = "Usage: prec report\n" };
 *
 * A group may contain another one, whose rows set a member of its struct. If two rows have the same long name, only the
 * first counts. If two rows have the same letter, the first one has it, and the second has only its long name; a row of
 * OPTION_ABSENT counts as well.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_OPTION_H
#define PREC_COMMON_OPTION_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_flags {
	OPTION_NEGATABLE = 1,         /* --help shows --[no-]NAME, and --no-NAME does the opposite */
	OPTION_ARG_OPTIONAL = 2,      /* the argument may be missing: the value is NULL then */
	OPTION_ARG_NEXT = 4,          /* with ARG_OPTIONAL: the next word is the argument if it does not begin with - */
	OPTION_ARG_NEXT_NUMBER = 8,   /* likewise, if it begins with a digit */
	OPTION_ARG_MORE_NUMBERS = 16, /* whole numbers after the argument are arguments, too: the option is repeated */
	OPTION_HIDDEN = 32,           /* not shown by --help */
	OPTION_IGNORED = 64,          /* an option of Linux perf for what is always done: not shown, does nothing */
	OPTION_EARLY = 128,           /* options_begin() takes it, before all others */
	OPTION_TWICE = 256,           /* options_begin() takes it, and options_finish() again */
};

/* What an option does. Each kind has a macro below. */
enum option_kind {
	OPTION_KIND_NONE = 0, /* nothing */
	OPTION_KIND_FLAG,
	OPTION_KIND_CLEAR,
	OPTION_KIND_TEXT,
	OPTION_KIND_NUMBER,
	OPTION_KIND_VALUE,
	OPTION_KIND_BITS,
	OPTION_KIND_COUNT,
	OPTION_KIND_CALL,
	OPTION_KIND_GROUP,   /* the row is no option, but all options of a group */
	OPTION_KIND_POINTED, /* likewise, for the struct that the member points to */
	OPTION_KIND_ABSENT,  /* an option of Linux perf that prec does not have */
};

struct option_group;

/*
 * Takes an option. options: the struct or member of the row. value: the argument, which is within the row's range if it
 * has one; NULL: there is none. 0, or a negative errno with *err filled.
 */
typedef int (*option_call)(void *options, const char *value, struct error *err);

/* A row: letter, name, arg, help, perhaps flags, one of the macros below, and perhaps some of the last four members. */
struct option {
	int letter;       /* 0: none */
	const char *name; /* the long name; NULL: none */
	const char *arg;  /* the argument's name in --help; NULL: it takes none */
	const char *help; /* may have newlines, and %s for the text of `names` */
	unsigned flags;
	enum option_kind kind;
	size_t at, size; /* the offset and size of the member */
	uint64_t value;
	uint64_t lowest, highest; /* the range of the argument; highest 0: it is no whole number */
	option_call call;
	const struct option_group *group;

	void (*negate)(void *options);          /* takes --no-NAME of OPTION_NEGATABLE; options: as for `call` */
	const char *word;                       /* a word that may be given in place of a number */
	const char *called;                     /* the option in messages about its number; NULL: -LETTER or --NAME */
	void (*names)(char *text, size_t size); /* writes the text for %s in help */
};

/* A table of options, which a row of zeros ends. */
struct option_group {
	const struct option *options;
	/* Checks whether the options contradict each other, when all are taken. 0 or -EINVAL. NULL: no check. */
	int (*check)(const void *options, struct error *err);
	/* Warns of options that have no effect because of the others. NULL: there are none. */
	void (*warn_unused)(const void *options);
	const char *usage; /* of a whole command: what --help prints before the options */
};

/* clang-format off */
#define OPTION_MEMBER(type, member)  .at = offsetof(type, member), .size = sizeof(((type *)0)->member)
#define OPTION_TEXT_MEMBER(type, member) \
	_Generic(((type *)0)->member, const char *: offsetof(type, member), char *: offsetof(type, member))

/* Sets a bool or int to 1, with --no-NAME to 0; OPTION_CLEAR: the other way round. */
#define OPTION_FLAG(type, member)  .kind = OPTION_KIND_FLAG, OPTION_MEMBER(type, member)
#define OPTION_CLEAR(type, member) .kind = OPTION_KIND_CLEAR, OPTION_MEMBER(type, member)

/* Sets a pointer to the argument, which is borrowed. */
#define OPTION_TEXT(type, member)  .kind = OPTION_KIND_TEXT, .at = OPTION_TEXT_MEMBER(type, member)

/* Sets an integer to the argument, a whole number in this range, decimal or hexadecimal with 0x. */
#define OPTION_NUMBER(type, member, low, high) \
	.kind = OPTION_KIND_NUMBER, OPTION_MEMBER(type, member), OPTION_RANGE(low, high)

/* Set an integer or enum to this value; set these bits in it; add 1 to it. */
#define OPTION_VALUE(type, member, is)   .kind = OPTION_KIND_VALUE, OPTION_MEMBER(type, member), .value = (uint64_t)(is)
#define OPTION_BITS(type, member, bits)  .kind = OPTION_KIND_BITS, OPTION_MEMBER(type, member), .value = (bits)
#define OPTION_COUNT(type, member)       .kind = OPTION_KIND_COUNT, OPTION_MEMBER(type, member)

/* Call a function with the struct, or with a member. With OPTION_RANGE the argument is a whole number in the range. */
#define OPTION_CALL(function)                  .kind = OPTION_KIND_CALL, .call = (function)
#define OPTION_CALL_OF(type, member, function) .kind = OPTION_KIND_CALL, .call = (function), .at = offsetof(type, member)
#define OPTION_RANGE(low, high)                .lowest = (low), .highest = (high)

/* All options of a group, which sets the same struct, a member, or what a member points to. title: for --help. */
#define OPTION_SAME(table)                       { .kind = OPTION_KIND_GROUP, .group = (table) }
#define OPTION_GROUP(type, member, table)        { .kind = OPTION_KIND_GROUP, .group = (table), .at = offsetof(type, member) }
#define OPTION_POINTED(type, member, title, table) \
	{ .kind = OPTION_KIND_POINTED, .group = (table), .at = offsetof(type, member), .help = (title) }
#define OPTION_TITLED(type, member, title, table) \
	{ .kind = OPTION_KIND_GROUP, .group = (table), .at = offsetof(type, member), .help = (title) }

/* Options of Linux perf that prec does not have, as typed: "-D --dump-raw-trace". instead: what to do, or why not. */
#define OPTION_ABSENT(typed, instead) { .kind = OPTION_KIND_ABSENT, .name = (typed), .help = (instead) }
/* clang-format on */

/* Parses a whole number, decimal or hexadecimal with 0x. False: it is none, or is not less than 2^64. */
bool option_whole_number(const char *text, uint64_t *ret_number);

/* Returns the number of an argument that was checked against an option's range. */
uint64_t option_number(const char *value);

/*
 * Parses a size, "512K": a number less than 2^32, and perhaps B, K, M or G in upper or lower case. bare: the bytes that
 * a number without a unit counts, for example those of a page. False: it is no size, or 0.
 */
bool option_size(const char *text, uint64_t bare, uint64_t *ret_bytes);

#endif
