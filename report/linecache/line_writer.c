#include "report/linecache/line_writer.h"

#include "common/fileio.h"
#include "report/linecache/line_entry.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char suffix[] = ".new-";

static void writer_fail(struct line_writer *w, int code)
{
	if (!w->code)
		w->code = code;
}

void line_writer_begin(struct line_writer *w, int directory, const struct line_key *key, uint64_t size)
{
	line_writer_drop(w);
	*w = (struct line_writer){ .begun = true, .directory = directory, .file = -1, .left = size };
	if (directory < 0) {
		writer_fail(w, directory);
		return;
	}
	if (!key->build_id.size || key->build_id.size > BUILD_ID_SIZE_MAX || !size || size > LINE_ENTRY_MAX) {
		writer_fail(w, -EINVAL);
		return;
	}
	line_key_name(key, w->name);
	snprintf(w->temporary, sizeof(w->temporary), "%s%s%d", w->name, suffix, (int)getpid());
	/* Left by a process of the same number that was killed. */
	unlinkat(directory, w->temporary, 0);
	w->file = openat(directory, w->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (w->file < 0)
		writer_fail(w, -errno);
}

void line_writer_put(struct line_writer *w, const void *data, size_t size)
{
	if (!w->begun || w->code)
		return;
	if (size > w->left)
		writer_fail(w, -EINVAL);
	else
		writer_fail(w, fileio_write(w->file, data, size, NULL));
	w->left -= w->code ? 0 : size;
}

int line_writer_end(struct line_writer *w)
{
	int code;

	if (!w->begun || w->left)
		writer_fail(w, -EINVAL);
	if (w->file >= 0 && w->begun) {
		if (close(w->file))
			writer_fail(w, -errno);
		w->file = -1;
		if (!w->code && renameat(w->directory, w->temporary, w->directory, w->name))
			writer_fail(w, -errno);
		if (w->code)
			unlinkat(w->directory, w->temporary, 0);
	}
	code = w->code;
	*w = (struct line_writer){ .file = -1 };
	return code;
}

void line_writer_drop(struct line_writer *w)
{
	if (!w->begun)
		return;
	writer_fail(w, -ECANCELED);
	line_writer_end(w);
}

bool line_writer_is_temporary(const char *name)
{
	const char *at = strstr(name, suffix);
	char entry[LINE_NAME_SIZE];

	if (!at || (size_t)(at - name) >= sizeof(entry))
		return false;
	memcpy(entry, name, (size_t)(at - name));
	entry[at - name] = 0;
	at += strlen(suffix);
	return line_name_is_good(entry) && *at && !at[strspn(at, "0123456789")];
}
