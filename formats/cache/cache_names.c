#include "formats/cache/cache_names.h"

#include "common/perf_config.h"
#include "common/text.h"
#include "formats/elf/build_id.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DELETED " (deleted)"

bool cache_link_path(char path[PATH_MAX], const struct build_id *id, const char *after)
{
	char text[BUILD_ID_TEXT_SIZE];

	if (id->size < 2)
		return false;
	build_id_text(id, text);
	snprintf(path, PATH_MAX, CACHE_LINKS "/%.2s/%s%s", text, text + 2, after);
	return true;
}

void cache_mark_path(char path[PATH_MAX], const struct build_id *id)
{
	char text[BUILD_ID_TEXT_SIZE];

	snprintf(path, PATH_MAX, CACHE_MARKS "/%s", build_id_text(id, text));
}

/* True for a name that the cache uses for itself. */
static bool is_own(const char *name)
{
	return !strncmp(name, "/" CACHE_LINKS, strlen("/" CACHE_LINKS)) ||
	       !strncmp(name, "/" CACHE_MARKS, strlen("/" CACHE_MARKS));
}

int cache_entry_folder(char folder[PATH_MAX], const struct build_id *id, const char *name)
{
	char text[BUILD_ID_TEXT_SIZE];
	size_t size = strlen(name), deleted = strlen(DELETED);
	int n;

	if (size > deleted && !strcmp(name + size - deleted, DELETED))
		size -= deleted;
	if (name[0] != '/' || strstr(name, "/../") || is_own(name))
		return -EINVAL;
	n = snprintf(folder, PATH_MAX, "%.*s/%s", (int)(size - 1), name + 1, build_id_text(id, text));
	return n < PATH_MAX ? 0 : -ENAMETOOLONG;
}

struct build_id cache_mapped_id(const struct mapped_file *file)
{
	const uint32_t parts[] = { file->major, file->minor, (uint32_t)(file->inode >> 32), (uint32_t)file->inode,
				   (uint32_t)file->generation };
	struct build_id id = { .size = sizeof(parts) };

	for (size_t i = 0; i < sizeof(parts); i++)
		id.data[i] = (uint8_t)(parts[i / 4] >> (8 * (3 - i % 4)));
	return id;
}

bool cache_parse_id(struct build_id *ret_id, const char *first, const char *rest)
{
	char text[BUILD_ID_TEXT_SIZE];
	size_t size = strlen(first) + strlen(rest);

	memset(ret_id, 0, sizeof(*ret_id));
	if (size >= sizeof(text) || size % 2)
		return false;
	strcpy(text, first);
	strcat(text, rest);
	for (size_t i = 0; i < size; i += 2) {
		const int high = text_hex_digit(text[i]), low = text_hex_digit(text[i + 1]);

		if (high < 0 || low < 0)
			return false;
		ret_id->data[i / 2] = (uint8_t)(high << 4 | low);
	}
	ret_id->size = (uint8_t)(size / 2);
	return true;
}

DIR *cache_open_folder(int dir, const char *path)
{
	int fd = openat(dir, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;

	if (fd >= 0 && !folder)
		close(fd);
	return folder;
}

bool cache_is_dot(const char *name)
{
	return !strcmp(name, ".") || !strcmp(name, "..");
}

static bool configured(char dir[PATH_MAX], const char *home, uid_t user)
{
	struct perf_config config;
	bool found;

	perf_config_read(&config, home, user);
	found = perf_config_get(&config, "buildid", "dir", dir) && dir[0] == '/';
	perf_config_fini(&config);
	return found;
}

bool cache_dir_find(char dir[PATH_MAX], const char *home, uid_t user)
{
	const char *given = getenv("PERF_BUILDID_DIR");

	if (given)
		return snprintf(dir, PATH_MAX, "%s", given) < PATH_MAX;
	if (configured(dir, home, user))
		return true;
	return home && *home && snprintf(dir, PATH_MAX, "%s/.debug", home) < PATH_MAX;
}
