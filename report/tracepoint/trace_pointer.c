#include "report/tracepoint/trace_pointer.h"

#include "common/text.h"

#include <ctype.h>
#include <sys/socket.h>

#define IP4_SIZE  4
#define IP6_SIZE  16
#define MAC_SIZE  6
#define UUID_SIZE 16

/* struct sockaddr_in and sockaddr_in6: family, port in network order, and the address at */
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

/* Each group but the last two is a number of either byte order. */
static void put_uuid(struct buffer *b, char order, const uint8_t *uuid)
{
	static const uint8_t big[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
	static const uint8_t little[] = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };
	const uint8_t *places = tolower((unsigned char)order) == 'l' ? little : big;
	bool upper = order == 'L' || order == 'B';

	for (int i = 0; i < UUID_SIZE; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			text_put(b, "-");
		text_printf(b, upper ? "%02X" : "%02x", uuid[places[i]]);
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
