#include "formats/text/proc_maps.h"

#include "tests/support/test.h"

#include <errno.h>
#include <string.h>

static int parse_line(struct proc_map *map, const char *line)
{
	const char *text = line;

	return proc_maps_next(map, &text, line + strlen(line));
}

TEST(file)
{
	struct proc_map map;

	CHECK_EQ_I64(parse_line(&map, "7f44a67d0000-7f44a6926000 r-xp 00026000 fe:0a 332835   /usr/lib/libc.so.6\n"),
		     1);
	CHECK_EQ_U64(map.start, 0x7f44a67d0000);
	CHECK_EQ_U64(map.end, 0x7f44a6926000);
	CHECK_EQ_U64(map.offset, 0x26000);
	CHECK_EQ_U64(map.major, 0xfe);
	CHECK_EQ_U64(map.minor, 0x0a);
	CHECK_EQ_U64(map.inode, 332835);
	CHECK_EQ_U64(map.prot, PROC_MAP_READ | PROC_MAP_EXEC);
	CHECK(!map.is_shared);
	CHECK_EQ_U64(map.name_size, strlen("/usr/lib/libc.so.6"));
	CHECK_BYTES(map.name, "/usr/lib/libc.so.6", map.name_size);
}

TEST(anonymous_and_shared)
{
	struct proc_map map;

	/* The kernel leaves a blank after the inode of memory without a name. */
	CHECK_EQ_I64(parse_line(&map, "1000-2000 -w-s 00000000 00:00 0 \n"), 1);
	CHECK_EQ_U64(map.name_size, 0);
	CHECK_EQ_U64(map.prot, PROC_MAP_WRITE);
	CHECK(map.is_shared);
	CHECK_EQ_I64(parse_line(&map, "1000-2000 rwxp 00000000 00:00 0\n"), 1);
	CHECK_EQ_U64(map.name_size, 0);
}

TEST(odd_names)
{
	struct proc_map map;
	char name[64];

	CHECK_EQ_I64(parse_line(&map, "1000-2000 r-xp 0 00:01 7  /a b  c (deleted)\n"), 1);
	CHECK_EQ_U64(proc_map_copy_name(&map, name, sizeof(name)), 17);
	CHECK_STR(name, "/a b  c (deleted)");
	CHECK_EQ_I64(parse_line(&map, "1000-2000 r-xp 0 00:01 7  /line\\012break\\01\n"), 1);
	proc_map_copy_name(&map, name, sizeof(name));
	CHECK_STR(name, "/line\nbreak\\01");
	CHECK_EQ_U64(proc_map_copy_name(&map, name, 4), 3);
	CHECK_STR(name, "/li");
}

TEST(highest_address)
{
	struct proc_map map;

	CHECK_EQ_I64(parse_line(&map, "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0    [vsyscall]\n"), 1);
	CHECK_EQ_U64(map.start, 0xffffffffff600000);
	CHECK_EQ_U64(map.prot, PROC_MAP_EXEC);
}

TEST(every_truncation)
{
	static const char line[] = "7f44a67d0000-7f44a6926000 r-xp 00026000 fe:00 332835   /usr/lib/libc.so.6\n";
	struct proc_map map;

	for (size_t size = 0; size < sizeof(line) - 1; size++) {
		const char *text = line;

		CHECK_EQ_I64(proc_maps_next(&map, &text, line + size), size ? -ENODATA : 0);
		CHECK(text == line + size);
	}
}

TEST(bad_lines_are_passed_over)
{
	static const char *const bad[] = { "",
					   "1000-2000",
					   "1000 2000 r-xp 0 00:00 0",
					   "x-2000 r-xp 0 00:00 0",
					   "2000-1000 r-xp 0 00:00 0",
					   "1000-2000 r-xp0 00:00 0",
					   "1000-2000 r-xp 0 0000 0",
					   "1000-2000 r-xp 0 00:00 ",
					   "1000-2000 r-xp 0 00:00 5x",
					   "11111111111111111-2000 r-xp 0 00:00 5" };

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		char lines[128];
		const char *text = lines;
		const char *end;
		struct proc_map map;

		strcpy(lines, bad[i]);
		strcat(lines, "\n3000-4000 r-xp 0 00:00 0\n");
		end = lines + strlen(lines);
		CHECK_EQ_I64(proc_maps_next(&map, &text, end), -EBADMSG);
		CHECK_EQ_I64(proc_maps_next(&map, &text, end), 1);
		CHECK_EQ_U64(map.start, 0x3000);
		CHECK_EQ_I64(proc_maps_next(&map, &text, end), 0);
	}
}
