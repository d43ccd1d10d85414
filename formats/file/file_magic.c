#include "formats/file/file_magic.h"

#include "common/bytes.h"
#include "formats/record/abi.h"

#include <ctype.h>
#include <errno.h>

int file_magic_version(const uint8_t *bytes, bool swap)
{
	switch (load_u64_order(bytes, swap)) {
	case FILE_MAGIC_V1: return 1;
	case FILE_MAGIC_V2: return 2;
	default: return 0;
	}
}

int perf_file_not_magic(const uint8_t *bytes, struct error *err)
{
	static const struct {
		const char *magic;
		size_t size;
		const char *what;
	} kinds[] = {
		{ "\x1f\x8b", 2, "it is compressed by gzip; unpack it first" },
		{ "\x28\xb5\x2f\xfd", 4, "it is compressed by zstd; unpack it first" },
		{ "\xfd"
		  "7zXZ",
		  5, "it is compressed by xz; unpack it first" },
		{ "BZh", 3, "it is compressed by bzip2; unpack it first" },
		{ "PK\x03\x04", 4, "it is a zip archive; unpack it first" },
		{ "\x7f"
		  "ELF",
		  4, "it is a program or library" },
		{ "\0\0\0\0\0\0\0", PERF_FILE_MAGIC_SIZE,
		  "it begins with zeros, as when its recorder was killed before it recorded anything" },
	};
	bool text = true;

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!memcmp(bytes, kinds[i].magic, kinds[i].size))
			return error_at(err, -EBADMSG, 0, ERROR_NO_RECORD, "not a perf.data file: %s", kinds[i].what);
	for (size_t i = 0; i < PERF_FILE_MAGIC_SIZE; i++)
		text = text && (isprint(bytes[i]) || isspace(bytes[i]));
	return error_at(err, -EBADMSG, 0, ERROR_NO_RECORD, "not a perf.data file%s", text ? ": it is a text" : "");
}

bool perf_file_is_magic(const uint8_t *bytes)
{
	return file_magic_version(bytes, false) || file_magic_version(bytes, true);
}
