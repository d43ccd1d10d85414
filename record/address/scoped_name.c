#include "record/address/scoped_name.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define SCOPE     "::"
#define SCOPE_LEN 2
#define HASH_LEN  16  /* hexadecimal digits at the end of a name of Rust's legacy mangling */
#define PATHS_MAX 256 /* those that are read for one symbol of Rust: back references may lead to the same again */

/* Part of a symbol or of a name: one identifier. */
struct piece {
	const char *start;
	size_t size;
};

struct match {
	const char *symbol, *at; /* the whole, and what is not read yet */
	const char *wanted;      /* what is not found yet; NULL: anything goes */
	int *n_paths;
};

static bool want(struct match *m, struct piece piece)
{
	const char *end;

	if (!m->wanted)
		return true;
	end = strstr(m->wanted, SCOPE);
	end = end ? end : m->wanted + strlen(m->wanted);
	if (!piece.size || (size_t)(end - m->wanted) != piece.size || memcmp(m->wanted, piece.start, piece.size) != 0)
		return false;
	m->wanted = end + (*end ? SCOPE_LEN : 0);
	return true;
}

static bool skip_letter(struct match *m, char letter)
{
	const bool is_it = *m->at == letter;

	m->at += is_it;
	return is_it;
}

/* A number, and as many letters. */
static bool take_piece(struct match *m, struct piece *ret_piece)
{
	char *end;
	size_t size;

	if (!isdigit((unsigned char)*m->at))
		return false;
	size = strtoul(m->at, &end, 10);
	if (size > strlen(end))
		return false;
	*ret_piece = (struct piece){ end, size };
	m->at = end + size;
	return true;
}

/* A name is complete: what follows are its parameters, and no clone of it is meant. Optimizers of LLVM add their mark
 * to functions that they make visible. */
static bool is_whole(const struct match *m)
{
	const char *dot = strchr(m->at, '.');

	return !*m->wanted && (!dot || !strncmp(dot, ".llvm.", strlen(".llvm.")));
}

/* --- C++, and Rust's legacy mangling ---------------------------------------- */

/* "h0123456789abcdef", before the end. */
static bool is_hash(const struct match *m, struct piece piece)
{
	return piece.size == HASH_LEN + 1 && *piece.start == 'h' &&
	       strspn(piece.start + 1, "0123456789abcdef") >= HASH_LEN && *m->at == 'E';
}

/* "Vec$LT$T$GT$" is Vec. */
static struct piece without_generics(struct piece piece)
{
	const char *generics = memmem(piece.start, piece.size, "$LT$", strlen("$LT$"));

	if (generics && generics > piece.start)
		piece.size = (size_t)(generics - piece.start);
	return piece;
}

/* C1 and the like are constructors, D1 destructors: called as the class is. */
static bool take_structor(struct match *m, struct piece class)
{
	if (!strchr("CD", *m->at) || !strchr("01235", m->at[1]))
		return false;
	if (*m->at == 'D') {
		if (*m->wanted != '~')
			return false;
		m->wanted++;
	}
	m->at += 2;
	return want(m, class);
}

static bool take_component(struct match *m, struct piece *last)
{
	struct piece piece;

	skip_letter(m, 'L'); /* of this file alone */
	if (!take_piece(m, &piece))
		return *m->at && m->at[1] && last->size && take_structor(m, *last);
	if (is_hash(m, piece) && !*m->wanted)
		return true;
	while (skip_letter(m, 'B')) {
		struct piece tag; /* of an ABI */

		if (!take_piece(m, &tag))
			return false;
	}
	if (piece.size > strlen("_GLOBAL_") && !memcmp(piece.start, "_GLOBAL_", strlen("_GLOBAL_")))
		return true;
	*last = without_generics(piece);
	return want(m, *last);
}

static bool take_std(struct match *m)
{
	if (strncmp(m->at, "St", 2) != 0)
		return true;
	m->at += 2;
	return want(m, (struct piece){ "std", strlen("std") });
}

static bool nested_matches(struct match *m)
{
	struct piece last = { 0 };

	m->at += strspn(m->at, "rVKRO"); /* const and the like */
	if (!take_std(m))
		return false;
	while (!skip_letter(m, 'E')) {
		if (*m->at == 'I' && last.size)
			return is_whole(m);
		if (!take_component(m, &last))
			return false;
	}
	return is_whole(m);
}

static bool itanium_matches(struct match *m)
{
	struct piece last = { 0 };

	if (skip_letter(m, 'N'))
		return nested_matches(m);
	return take_std(m) && take_component(m, &last) && is_whole(m);
}

/* --- Rust, RFC 2603 ---------------------------------------------------------- */

/* "_" is 0, "0_" is 1. */
static bool take_base62(struct match *m, size_t *ret_number)
{
	size_t number = 0;

	if (skip_letter(m, '_')) {
		*ret_number = 0;
		return true;
	}
	for (; isalnum((unsigned char)*m->at); m->at++) {
		const char c = *m->at;
		const int digit = isdigit((unsigned char)c)   ? c - '0'
				  : islower((unsigned char)c) ? c - 'a' + 10
							      : c - 'A' + 36;

		number = number * 62 + (size_t)digit;
	}
	*ret_number = number + 1;
	return skip_letter(m, '_');
}

static bool skip_disambiguator(struct match *m)
{
	size_t number;

	return !skip_letter(m, 's') || take_base62(m, &number);
}

static bool take_identifier(struct match *m)
{
	struct piece piece;
	char *end;

	if (!skip_disambiguator(m) || !isdigit((unsigned char)*m->at))
		return false;
	piece.size = strtoul(m->at, &end, 10);
	m->at = end;
	skip_letter(m, '_');
	if (piece.size > strlen(m->at))
		return false;
	piece.start = m->at;
	m->at += piece.size;
	return want(m, piece);
}

static bool path_matches(struct match *m);

/* What was written before, at most where this one stands. */
static bool back_reference_matches(struct match *m)
{
	struct match before = *m;
	size_t place;

	if (!take_base62(m, &place) || place >= (size_t)(m->at - m->symbol))
		return false;
	before.at = m->symbol + place;
	if (!path_matches(&before))
		return false;
	m->wanted = before.wanted;
	return true;
}

/* Where the implementation stands is passed over; its type is a part of the name. */
static bool implementation_matches(struct match *m)
{
	struct match place;

	if (!skip_disambiguator(m))
		return false;
	place = *m;
	place.wanted = NULL;
	if (!path_matches(&place))
		return false;
	m->at = place.at;
	return path_matches(m);
}

static bool path_matches(struct match *m)
{
	if (++*m->n_paths > PATHS_MAX)
		return false;
	if (skip_letter(m, 'C'))
		return take_identifier(m);
	if (skip_letter(m, 'M'))
		return implementation_matches(m);
	if (skip_letter(m, 'B'))
		return back_reference_matches(m);
	if (!skip_letter(m, 'N') || !islower((unsigned char)*m->at))
		return false;
	m->at++;
	return path_matches(m) && take_identifier(m);
}

static bool rust_matches(struct match *m)
{
	skip_letter(m, 'I'); /* what it is generic for comes after its path */
	return path_matches(m) && is_whole(m);
}

bool scoped_name_is(const char *symbol, const char *name)
{
	int n_paths = 0;
	struct match m = { .wanted = name, .n_paths = &n_paths };

	if (symbol[0] != '_' || (symbol[1] != 'Z' && symbol[1] != 'R'))
		return false;
	m.symbol = symbol + 2;
	m.at = m.symbol;
	return symbol[1] == 'Z' ? itanium_matches(&m) : rust_matches(&m);
}
