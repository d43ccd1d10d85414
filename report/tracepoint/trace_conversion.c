#include "report/tracepoint/trace_conversion.h"

#include "common/text.h"

#include <ctype.h>
#include <sys/socket.h>

/* The buffer holds any number. */
#define NUMBER_ROOM  (2 * PLAN_WIDTH_MAX + 64)
#define OCTAL_DIGITS 23

static char *put_zeros(char *p, size_t n)
{
	memset(p, '0', n);
	return p + n;
}

static char *put_padded(char *p, const struct plan_format *f, const char *sign, const char *digits, size_t n)
{
	size_t zeros = f->precision > (int)n ? (size_t)f->precision - n : 0;
	size_t have = n + zeros + strlen(sign);
	size_t pad = f->width > have ? f->width - have : 0;
	bool zero = f->zero && f->precision < 0;

	if (!f->is_left && !zero)
		p = text_spaces(p, pad);
	p = text_bytes(p, sign, strlen(sign));
	if (!f->is_left && zero)
		p = put_zeros(p, pad);
	p = text_bytes(put_zeros(p, zeros), digits, n);
	return f->is_left ? text_spaces(p, pad) : p;
}

static char *put_octal(char *p, const struct plan_format *f, uint64_t v)
{
	char digits[OCTAL_DIGITS], *end = digits + sizeof(digits), *first = end;

	for (; v; v >>= 3)
		*--first = (char)('0' + (v & 7));
	if (first == end || f->alternate_form)
		*--first = '0';
	return put_padded(p, f, "", first, (size_t)(end - first));
}

static char *put_hex(char *p, const struct plan_format *f, uint64_t v)
{
	char digits[TEXT_NUMBER];
	size_t n;

	if (!f->width && !f->alternate_form && f->letter == 'x' && f->precision < 0)
		return text_hex(p, v, 0);
	n = (size_t)(text_hex(digits, v, 0) - digits);
	for (size_t i = 0; f->letter == 'X' && i < n; i++)
		digits[i] = (char)toupper((unsigned char)digits[i]);
	return put_padded(p, f, !f->alternate_form || !v ? "" : f->letter == 'X' ? "0X" : "0x", digits, n);
}

static char *put_number(char *p, const struct plan_format *f, uint64_t v)
{
	bool is_signed = f->letter == 'd' || f->letter == 'i';
	char digits[TEXT_NUMBER];
	bool negative;

	if (f->bits < 64)
		v = is_signed ? (uint64_t)((int64_t)(v << (64 - f->bits)) >> (64 - f->bits))
			      : v & ((1ull << f->bits) - 1);
	if (f->letter == 'x' || f->letter == 'X')
		return put_hex(p, f, v);
	if (f->letter == 'o')
		return put_octal(p, f, v);
	if (f->letter == 'c') {
		struct plan_format character = { .is_left = f->is_left, .width = f->width, .precision = -1 };

		digits[0] = (char)v;
		return put_padded(p, &character, "", digits, 1);
	}
	negative = is_signed && v >> 63;
	v = negative ? -v : v;
	if (!f->width && !negative && f->precision < 0 && !f->plus)
		return text_u64(p, v, 0, ' ');
	return put_padded(p, f,
			  negative               ? "-"
			  : f->plus && is_signed ? "+"
						 : "",
			  digits, (size_t)(text_u64(digits, v, 0, ' ') - digits));
}

void trace_conversion_number(struct buffer *b, const struct plan_format *f, uint64_t v)
{
	char *p = (char *)buffer_reserve(b, NUMBER_ROOM);

	if (p)
		b->size = (size_t)(put_number(p, f, v) - (char *)b->data);
}

void trace_conversion_address(struct buffer *b, uint64_t v)
{
	text_put(b, "0x");
	text_put_hex(b, v, 0);
}

void trace_conversion_text(struct buffer *b, const struct plan_format *f, const char *text, size_t size)
{
	size_t pad;
	char *p;

	if (f->precision >= 0 && size > (size_t)f->precision)
		size = (size_t)f->precision;
	pad = f->width > size ? f->width - size : 0;
	p = (char *)buffer_reserve(b, size + pad);
	if (!p)
		return;
	p = f->is_left ? p : text_spaces(p, pad);
	p = text_bytes(p, text, size);
	p = f->is_left ? text_spaces(p, pad) : p;
	b->size = (size_t)(p - (char *)b->data);
}

#define IP4_SIZE  4
#define IP6_SIZE  16
#define MAC_SIZE  6
#define UUID_SIZE 16

/* struct sockaddr_in and sockaddr_in6: family, port in network order, and the offset of the address */
#define SOCKADDR_IN_SIZE  16
#define SOCKADDR_IN_IP    4
#define SOCKADDR_IN6_SIZE 28
#define SOCKADDR_IN6_IP   8

static void put_ip4(struct buffer *b, const uint8_t *ip, bool padded)
{
	text_printf(b, padded ? "%03d.%03d.%03d.%03d" : "%d.%d.%d.%d", ip[0], ip[1], ip[2], ip[3]);
}

static unsigned group(const uint8_t *ip, int i)
{
	return (unsigned)ip[2 * i] << 8 | ip[2 * i + 1];
}

/* The longest run of two zero groups or more, the first of several. */
static void find_zeros(const uint8_t *ip, int *ret_first, int *ret_n)
{
	*ret_first = -1;
	*ret_n = 1;
	for (int i = 0; i < 8; i++) {
		int n = 0;

		while (i + n < 8 && !group(ip, i + n))
			n++;
		if (n > *ret_n) {
			*ret_first = i;
			*ret_n = n;
		}
	}
}

/* RFC 5952 */
static void put_ip6_short(struct buffer *b, const uint8_t *ip)
{
	bool mapped = !group(ip, 0) && !group(ip, 1) && !group(ip, 2) && !group(ip, 3) && !group(ip, 4) &&
		      group(ip, 5) == 0xffff;
	int n_groups = mapped ? 6 : 8;
	int zeros, n;

	find_zeros(ip, &zeros, &n);
	for (int i = 0; i < n_groups; i++) {
		if (i == zeros) {
			text_put(b, i ? ":" : "::");
			i += n - 1;
			continue;
		}
		text_put_hex(b, group(ip, i), 0);
		if (i < 7)
			text_put(b, ":");
	}
	if (mapped)
		put_ip4(b, ip + 12, false);
}

static void put_ip6(struct buffer *b, const uint8_t *ip, bool colons)
{
	for (int i = 0; i < 8; i++)
		text_printf(b, "%s%04x", colons && i ? ":" : "", group(ip, i));
}

static void put_socket(struct buffer *b, const char *options, const uint8_t *bytes, size_t size, bool swap)
{
	bool port = strchr(options, 'p');
	uint16_t family = size >= 2 ? load_u16_order(bytes, swap) : AF_UNSPEC;

	if (family == AF_INET) {
		if (size < SOCKADDR_IN_SIZE) {
			text_put(b, "INVALIDIPv4");
			return;
		}
		put_ip4(b, bytes + SOCKADDR_IN_IP, false);
	} else if (family == AF_INET6) {
		if (size < SOCKADDR_IN6_SIZE) {
			text_put(b, "INVALIDIPv6");
			return;
		}
		text_put(b, port ? "[" : "");
		if (strchr(options, 'c'))
			put_ip6_short(b, bytes + SOCKADDR_IN6_IP);
		else
			put_ip6(b, bytes + SOCKADDR_IN6_IP, true);
		text_put(b, port ? "]" : "");
	} else {
		return;
	}
	if (port)
		text_printf(b, ":%u", group(bytes, 1));
}

static void put_mac(struct buffer *b, const char *extension, const uint8_t *mac)
{
	const char *between = *extension == 'm' ? "" : extension[1] == 'F' ? "-" : ":";

	for (int i = 0; i < MAC_SIZE; i++)
		text_printf(b, "%s%02x", i ? between : "", mac[i]);
}

/* All groups but the last two are numbers in either byte order. */
static void put_uuid(struct buffer *b, char order, const uint8_t *uuid)
{
	static const uint8_t big[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
	static const uint8_t little[] = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };
	const uint8_t *positions = tolower((unsigned char)order) == 'l' ? little : big;
	bool upper = order == 'L' || order == 'B';

	for (int i = 0; i < UUID_SIZE; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			text_put(b, "-");
		text_printf(b, upper ? "%02X" : "%02x", uuid[positions[i]]);
	}
}

bool trace_pointer_put(struct buffer *b, const char *extension, const uint8_t *bytes, size_t size, bool swap)
{
	bool capital = extension[0] == 'I';

	switch (extension[0]) {
	case 'M':
	case 'm':
		if (size == MAC_SIZE)
			put_mac(b, extension, bytes);
		else
			text_put(b, "INVALIDMAC");
		return true;
	case 'U':
		if (size == UUID_SIZE)
			put_uuid(b, extension[1], bytes);
		else
			text_put(b, "INVALIDUUID");
		return true;
	case 'I':
	case 'i': break;
	default: return false;
	}
	if (extension[1] == 'S')
		put_socket(b, extension + 2, bytes, size, swap);
	else if (extension[1] == '4' && size == IP4_SIZE)
		put_ip4(b, bytes, !capital);
	else if (extension[1] == '6' && size == IP6_SIZE && extension[2] == 'c')
		put_ip6_short(b, bytes);
	else if (extension[1] == '6' && size == IP6_SIZE)
		put_ip6(b, bytes, capital);
	else
		text_put(b, extension[1] == '4' ? "INVALIDIPv4" : extension[1] == '6' ? "INVALIDIPv6" : "");
	return true;
}
