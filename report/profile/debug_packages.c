#include "report/profile/debug_packages.h"

#include "common/bytes.h"
#include "common/fileio.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROOT_MAX 4096
#define LIST_MAX (64u << 20)
#define SUFFIX   ".list"

/* Whether a line of the text is the path; no path is none. */
static bool has_line(const struct buffer *text, const char *path, size_t size)
{
	const char *at = (const char *)text->data, *end = at + text->size;

	while (size && (at = memmem(at, (size_t)(end - at), path, size))) {
		if ((at == (const char *)text->data || at[-1] == '\n') && (at + size == end || at[size] == '\n'))
			return true;
		at += size;
	}
	return false;
}

/* Packages name files below /lib by that, wherever it leads to. */
static bool list_has(const struct buffer *text, const char *path)
{
	return has_line(text, path, strlen(path)) ||
	       (!strncmp(path, "/usr/", 5) && has_line(text, path + 4, strlen(path + 4)));
}

/* "libc6:amd64.list" -> "libc6-dbg": glibc is older than packages with -dbgsym; all others have these. */
static char *debug_name(const char *list)
{
	int size = (int)strcspn(list, ":");
	char *name;

	if (!list[size])
		size -= (int)strlen(SUFFIX);
	return asprintf(&name, "%.*s%s", size, list, !strncmp(list, "libc6:", 6) ? "-dbg" : "-dbgsym") < 0 ? NULL
													   : name;
}

static void package_add(struct debug_packages *p, const char *list)
{
	char *name = debug_name(list);

	for (uint32_t i = 0; name && i < p->n; i++) {
		if (!strcmp(p->names[i], name)) {
			free(name);
			return;
		}
	}
	if (name && p->n < DEBUG_PACKAGES_MAX)
		p->names[p->n++] = name;
	else
		free(name);
}

static bool is_list(const char *name)
{
	size_t size = strlen(name);

	return size > strlen(SUFFIX) && !strcmp(name + size - strlen(SUFFIX), SUFFIX);
}

/* lists: by file, of its package; owned. */
static void look_in(DIR *dir, const char *const *paths, uint32_t n, char **lists)
{
	struct buffer text;
	struct dirent *e;

	buffer_init(&text);
	while ((e = readdir(dir))) {
		if (!is_list(e->d_name))
			continue;
		buffer_clear(&text);
		if (fileio_read_file(dirfd(dir), e->d_name, &text, LIST_MAX))
			continue;
		for (uint32_t i = 0; i < n; i++)
			if (!lists[i] && list_has(&text, paths[i]))
				lists[i] = strdup(e->d_name);
	}
	buffer_fini(&text);
}

static bool is_there(const char *root, const char *path)
{
	char whole[ROOT_MAX];

	snprintf(whole, sizeof(whole), "%s%s", root, path);
	return !access(whole, F_OK);
}

static bool is_plain(const char *path)
{
	return *path == '/' &&
	       !path[strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+-")];
}

uint32_t debug_packages_choose(const char **paths, uint32_t n)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < n; i++)
		if (is_plain(paths[i]))
			paths[kept++] = paths[i];
	return kept;
}

void debug_packages_find(struct debug_packages *p, const char *root, const char *const *paths, uint32_t n)
{
	char info[ROOT_MAX], **lists = calloc(n + 1ull, sizeof(*lists));
	DIR *dir;

	*p = (struct debug_packages){ .rpm = is_there(root, "/var/lib/rpm") ||
					     is_there(root, "/usr/lib/sysimage/rpm") };
	snprintf(info, sizeof(info), "%s/var/lib/dpkg/info", root);
	dir = lists ? opendir(info) : NULL;
	if (dir) {
		p->dpkg = true;
		look_in(dir, paths, n, lists);
		closedir(dir);
	}
	for (uint32_t i = 0; lists && i < n; i++) {
		if (lists[i])
			package_add(p, lists[i]);
		free(lists[i]);
	}
	free(lists);
}

void debug_packages_fini(struct debug_packages *p)
{
	while (p->n)
		free(p->names[--p->n]);
}

const char *debug_server(const char *root)
{
	static const struct {
		const char *line, *server;
	} servers[] = {
		{ "ID=debian", "https://debuginfod.debian.net" },
		{ "ID=ubuntu", "https://debuginfod.ubuntu.com" },
		{ "ID=fedora", "https://debuginfod.fedoraproject.org" },
		{ "ID=arch", "https://debuginfod.archlinux.org" },
		{ "ID=\"opensuse-tumbleweed\"", "https://debuginfod.opensuse.org" },
		{ "ID=\"opensuse-leap\"", "https://debuginfod.opensuse.org" },
	};
	const char *server = "https://debuginfod.elfutils.org";
	char path[ROOT_MAX];
	struct buffer text;

	buffer_init(&text);
	snprintf(path, sizeof(path), "%s/etc/os-release", root);
	if (!fileio_read_file(AT_FDCWD, path, &text, LIST_MAX))
		for (size_t i = 0; i < ARRAY_SIZE(servers); i++)
			if (has_line(&text, servers[i].line, strlen(servers[i].line)))
				server = servers[i].server;
	buffer_fini(&text);
	return server;
}
