/*
 * option: the options of a command as a table, from which its command line is parsed, its --help printed, and a
 * wrong word explained. A row has all of an option, and names the struct and the member that it sets:
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
 * A group may be a part of another one: its rows then set a member of the other's struct. Of two rows with the same
 * long name only the first one is taken. Of two with the same letter the first one has it, and an option of perf that
 * is absent counts as one: the second row keeps its long name.
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
	OPTION_ARG_OPTIONAL = 2,      /* the argument may be left out: the value is NULL then */
	OPTION_ARG_NEXT = 4,          /* with ARG_OPTIONAL: the next word is the argument if it does not begin with - */
	OPTION_ARG_NEXT_NUMBER = 8,   /* likewise, if it begins with a digit */
	OPTION_ARG_MORE_NUMBERS = 16, /* words after the argument that are whole numbers are arguments of it, too */
	OPTION_HIDDEN = 32,           /* not shown by --help */
	OPTION_IGNORED = 64,          /* of Linux perf, and asks for what is done anyway: not shown, and does nothing */
	OPTION_EARLY = 128,           /* of a command that reads options in steps: taken before all others */
	OPTION_TWICE = 256,           /* likewise, and again with these */
};

/* What an option does. Each kind has a macro below. */
enum option_kind {
	OPTION_KIND_NONE = 0, /* nothing: what it asks for is so anyway */
	OPTION_KIND_FLAG,
	OPTION_KIND_CLEAR,
	OPTION_KIND_TEXT,
	OPTION_KIND_NUMBER,
	OPTION_KIND_VALUE,
	OPTION_KIND_BITS,
	OPTION_KIND_COUNT,
	OPTION_KIND_CALL,
	OPTION_KIND_GROUP,   /* no option, but all of a group */
	OPTION_KIND_POINTED, /* likewise, of a struct that the member points to */
	OPTION_KIND_ABSENT,  /* an option of Linux perf that there is none of */
};

struct option_group;

/*
 * Takes an option. options: the struct or member that the row names. value: the argument, which is within the row's
 * range if it has one, or NULL. 0, or a negative errno with *err filled.
 */
typedef int (*option_call)(void *options, const char *value, struct error *err);

/* The macros below set what follows flags. A row adds members whose comments begin with their names. */
struct option {
	int letter;       /* 0: it has a long name only */
	const char *name; /* NULL: it has a letter only */
	const char *arg;  /* the argument's name in --help; NULL: it takes none */
	const char *help; /* may hold newlines, and %s for the names below */
	unsigned flags;
	enum option_kind kind;
	size_t at, size; /* the member: where it begins in the struct, and its size */
	uint64_t value;
	uint64_t lowest, highest; /* of an argument that is a whole number; highest 0: it is none */
	option_call call;
	const struct option_group *group;

	void (*negate)(void *options); /* .negate: takes --no-NAME, of OPTION_NEGATABLE; options is as of call */
	const char *word;              /* .word: taken in place of a number */
	const char *called;            /* .called: in messages about a number; NULL: its letter, or else its name */
	void (*names)(char *text, size_t size); /* .names: writes the words that help has as %s */
};

/* The end of a table is a row of zeros. */
struct option_group {
	const struct option *options;
	/* Whether the options may stand beside each other, when all are read. 0 or -EINVAL. NULL: always. */
	int (*check)(const void *options, struct error *err);
	/* Logs which have no effect beside the others. NULL: each has one. */
	void (*warn_unused)(const void *options);
	const char *usage; /* of a whole command: what --help says before the options */
};

/* clang-format off */
#define OPTION_MEMBER(type, member)  .at = offsetof(type, member), .size = sizeof(((type *)0)->member)
#define OPTION_TEXT_MEMBER(type, member) \
	_Generic(((type *)0)->member, const char *: offsetof(type, member), char *: offsetof(type, member))

/* A bool or int becomes 1, or 0 of --no-NAME; and the other way round. */
#define OPTION_FLAG(type, member)  .kind = OPTION_KIND_FLAG, OPTION_MEMBER(type, member)
#define OPTION_CLEAR(type, member) .kind = OPTION_KIND_CLEAR, OPTION_MEMBER(type, member)

/* A string becomes the argument, which is borrowed. */
#define OPTION_TEXT(type, member)  .kind = OPTION_KIND_TEXT, .at = OPTION_TEXT_MEMBER(type, member)

/* An integer becomes the argument, a whole number of this range, decimal or hexadecimal with 0x. */
#define OPTION_NUMBER(type, member, low, high) \
	.kind = OPTION_KIND_NUMBER, OPTION_MEMBER(type, member), OPTION_RANGE(low, high)

/* An integer or enum becomes this value; gets these bits; grows by one. */
#define OPTION_VALUE(type, member, is)   .kind = OPTION_KIND_VALUE, OPTION_MEMBER(type, member), .value = (uint64_t)(is)
#define OPTION_BITS(type, member, bits)  .kind = OPTION_KIND_BITS, OPTION_MEMBER(type, member), .value = (bits)
#define OPTION_COUNT(type, member)       .kind = OPTION_KIND_COUNT, OPTION_MEMBER(type, member)

/* A function takes it; with the whole struct, or with a member. With OPTION_RANGE the argument is a whole number. */
#define OPTION_CALL(function)                  .kind = OPTION_KIND_CALL, .call = (function)
#define OPTION_CALL_OF(type, member, function) .kind = OPTION_KIND_CALL, .call = (function), .at = offsetof(type, member)
#define OPTION_RANGE(low, high)                .lowest = (low), .highest = (high)

/* All options of a group: of the same struct, of a member, or of what a member points to. */
#define OPTION_SAME(table)                       { .kind = OPTION_KIND_GROUP, .group = (table) }
#define OPTION_GROUP(type, member, table)        { .kind = OPTION_KIND_GROUP, .group = (table), .at = offsetof(type, member) }
#define OPTION_POINTED(type, member, title, table) \
	{ .kind = OPTION_KIND_POINTED, .group = (table), .at = offsetof(type, member), .help = (title) }
#define OPTION_TITLED(type, member, title, table) \
	{ .kind = OPTION_KIND_GROUP, .group = (table), .at = offsetof(type, member), .help = (title) }

/* Options of Linux perf, as they are typed, "-D --dump-raw-trace"; and what to do in their place, or why there is none. */
#define OPTION_ABSENT(typed, instead) { .kind = OPTION_KIND_ABSENT, .name = (typed), .help = (instead) }
/* clang-format on */

/* Decimal, or hexadecimal with 0x. False: it is no such number, or not below 2^64. */
bool option_whole_number(const char *text, uint64_t *ret_number);

/* The number in an argument that is within an option's range. */
uint64_t option_number(const char *value);

/*
 * "512K": a number followed by B, K, M or G (also in lower case), as bytes. bare: what a number without a unit is
 * counted in, e.g. the size of a page. False when it is nothing like that, 0, or more than 2^62.
 */
bool option_size(const char *text, uint64_t bare, uint64_t *ret_bytes);

#endif
