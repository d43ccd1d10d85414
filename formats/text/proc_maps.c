#include "formats/text/proc_maps.h"

#include <errno.h>

/* Reading stops at the first letter that is no digit; a number of no digits or too many fails. */
static const char *maps_hex(const char *p, const char *end, uint64_t *ret_value)
{
	const char *start = p;
	uint64_t value = 0;

	for (; p < end; p++) {
		unsigned digit = (unsigned char)*p - '0';

		if (digit > 9) {
			digit = ((unsigned char)*p | 0x20) - 'a';
			if (digit > 5)
				break;
			digit += 10;
		}
		value = value << 4 | digit;
	}
	*ret_value = value;
	return p > start && p - start <= 16 ? p : NULL;
}

static const char *maps_decimal(const char *p, const char *end, uint64_t *ret_value)
{
	const char *start = p;
	uint64_t value = 0;

	for (; p < end && (unsigned char)*p - '0' <= 9u; p++)
		value = value * 10 + (*p - '0');
	*ret_value = value;
	return p > start && p - start <= 20 ? p : NULL;
}

static const char *maps_letter(const char *p, const char *end, char letter)
{
	return p && p < end && *p == letter ? p + 1 : NULL;
}

/* "rwxp " */
static const char *maps_prot(const char *p, const char *end, struct proc_map *map)
{
	if (!p || end - p < 5 || p[4] != ' ')
		return NULL;
	map->prot = (p[0] == 'r' ? PROC_MAP_READ : 0) | (p[1] == 'w' ? PROC_MAP_WRITE : 0) |
		    (p[2] == 'x' ? PROC_MAP_EXEC : 0);
	map->is_shared = p[3] == 's';
	return p + 5;
}

/* "START-END rwxp OFFSET MAJOR:MINOR INODE   NAME", end at its newline */
static int maps_line(struct proc_map *ret_map, const char *p, const char *end)
{
	struct proc_map map = { 0 };
	uint64_t major = 0;
	uint64_t minor = 0;

	p = maps_hex(p, end, &map.start);
	p = maps_letter(p, end, '-');
	p = p ? maps_hex(p, end, &map.end) : NULL;
	p = maps_letter(p, end, ' ');
	p = maps_prot(p, end, &map);
	p = p ? maps_hex(p, end, &map.offset) : NULL;
	p = maps_letter(p, end, ' ');
	p = p ? maps_hex(p, end, &major) : NULL;
	p = maps_letter(p, end, ':');
	p = p ? maps_hex(p, end, &minor) : NULL;
	p = maps_letter(p, end, ' ');
	p = p ? maps_decimal(p, end, &map.inode) : NULL;
	if (!p || map.end < map.start || (p < end && *p != ' '))
		return -EBADMSG;
	while (p < end && *p == ' ')
		p++;
	map.major = (uint32_t)major;
	map.minor = (uint32_t)minor;
	map.name = p;
	map.name_size = end - p;
	*ret_map = map;
	return 1;
}

int proc_maps_next(struct proc_map *ret_map, const char **text, const char *end)
{
	const char *line = *text;
	const char *newline;

	if (line == end)
		return 0;
	newline = memchr(line, '\n', end - line);
	if (!newline) {
		*text = end;
		return -ENODATA;
	}
	*text = newline + 1;
	return maps_line(ret_map, line, newline);
}

size_t proc_map_copy_name(const struct proc_map *map, char *out, size_t room)
{
	size_t n = 0;

	for (size_t i = 0; i < map->name_size && n + 1 < room; i++) {
		if (map->name_size - i >= 4 && !memcmp(map->name + i, "\\012", 4)) {
			out[n++] = '\n';
			i += 3;
		} else {
			out[n++] = map->name[i];
		}
	}
	out[n] = 0;
	return n;
}
