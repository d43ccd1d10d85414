#include "report/output/tar_stream.h"

#include "common/fileio.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define TAR_BLOCK     512u
#define TAR_NAME_MAX  100u
#define TAR_STEP      (256u << 10)
#define TAR_LEVEL     3
#define TAR_SIZE_MAX  077777777777ull /* eleven octal digits */
#define TAR_FILE      '0'
#define TAR_LINK      '2'
#define TAR_LONG_LINK 'K'
#define TAR_LONG_NAME 'L'

/* tar(5): struct header_posix_ustar. */
struct tar_header {
	char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type, link[100];
	char magic[6], version[2], user[32], group[32], major[8], minor[8], prefix[155], pad[12];
};

_Static_assert(sizeof(struct tar_header) == TAR_BLOCK, "a header is a block");

int tar_stream_open(struct tar_stream *t, int fd)
{
	*t = (struct tar_stream){ .fd = fd, .context = ZSTD_createCCtx(), .room_size = ZSTD_CStreamOutSize() };
	t->room = malloc(t->room_size);
	if (!t->context || !t->room)
		return -ENOMEM;
	ZSTD_CCtx_setParameter(t->context, ZSTD_c_compressionLevel, TAR_LEVEL);
	ZSTD_CCtx_setParameter(t->context, ZSTD_c_checksumFlag, 1);
	return 0;
}

void tar_stream_fini(struct tar_stream *t)
{
	ZSTD_freeCCtx(t->context);
	free(t->room);
	*t = (struct tar_stream){ .fd = -1 };
}

static int tar_write(struct tar_stream *t, const void *data, size_t size, ZSTD_EndDirective end, struct error *err)
{
	ZSTD_inBuffer in = { .src = data, .size = size };
	size_t left;

	do {
		ZSTD_outBuffer out = { .dst = t->room, .size = t->room_size };
		int result;

		left = ZSTD_compressStream2(t->context, &out, &in, end);
		if (ZSTD_isError(left))
			return error_set(err, -EINVAL, "zstd: %s", ZSTD_getErrorName(left));
		result = fileio_write(t->fd, t->room, out.pos, NULL);
		if (result)
			return error_set(err, result, "%s", strerror(-result));
	} while (in.pos < in.size || (end == ZSTD_e_end && left));
	return 0;
}

static int tar_pad(struct tar_stream *t, uint64_t size, struct error *err)
{
	static const char zeros[TAR_BLOCK];

	return size % TAR_BLOCK ? tar_write(t, zeros, TAR_BLOCK - size % TAR_BLOCK, ZSTD_e_continue, err) : 0;
}

static void header_sum(struct tar_header *h)
{
	const uint8_t *bytes = (const uint8_t *)h;
	unsigned sum = 0;

	memset(h->checksum, ' ', sizeof(h->checksum));
	for (size_t i = 0; i < sizeof(*h); i++)
		sum += bytes[i];
	snprintf(h->checksum, sizeof(h->checksum), "%06o", sum);
}

static int put_header(struct tar_stream *t, const char *name, const char *link, char type, uint64_t size,
		      struct error *err)
{
	struct tar_header h = { .mode = "0000644",
				.uid = "0000000",
				.gid = "0000000",
				.mtime = "00000000000",
				.type = type,
				.magic = "ustar",
				.version = { '0', '0' } };
	size_t n_name = strlen(name), n_link = strlen(link);

	memcpy(h.name, name, n_name < sizeof(h.name) ? n_name : sizeof(h.name));
	memcpy(h.link, link, n_link < sizeof(h.link) ? n_link : sizeof(h.link));
	snprintf(h.size, sizeof(h.size), "%011llo", (unsigned long long)size);
	header_sum(&h);
	return tar_write(t, &h, sizeof(h), ZSTD_e_continue, err);
}

/* A name that has no room in a header is the content of an entry before. */
static int put_long(struct tar_stream *t, const char *text, char type, struct error *err)
{
	size_t size = strlen(text) + 1;
	int result;

	if (size <= TAR_NAME_MAX)
		return 0;
	result = put_header(t, "././@LongLink", "", type, size, err);
	if (!result)
		result = tar_write(t, text, size, ZSTD_e_continue, err);
	return result ? result : tar_pad(t, size, err);
}

static int put_entry(struct tar_stream *t, const char *name, const char *link, char type, uint64_t size,
		     struct error *err)
{
	int result = put_long(t, link, TAR_LONG_LINK, err);

	if (!result)
		result = put_long(t, name, TAR_LONG_NAME, err);
	return result ? result : put_header(t, name, link, type, size, err);
}

static int put_content(struct tar_stream *t, int from, uint64_t size, struct error *err)
{
	uint8_t *step = malloc(TAR_STEP);
	int result = step ? 0 : error_nomem(err);

	for (uint64_t at = 0; at < size && !result;) {
		size_t want = size - at < TAR_STEP ? (size_t)(size - at) : TAR_STEP;
		ssize_t n = fileio_pread(from, step, want, at);

		if (n != (ssize_t)want)
			result = error_set(err, n < 0 ? (int)n : -EIO, "%s", n < 0 ? strerror((int)-n) : "it was cut");
		else
			result = tar_write(t, step, want, ZSTD_e_continue, err);
		at += want;
	}
	free(step);
	return result;
}

int tar_stream_file(struct tar_stream *t, const char *name, int from, uint64_t size, struct error *err)
{
	int result;

	if (size > TAR_SIZE_MAX)
		return error_set(err, -EFBIG, "%s", strerror(EFBIG));
	result = put_entry(t, name, "", TAR_FILE, size, err);
	if (!result)
		result = put_content(t, from, size, err);
	t->n_files++;
	t->n_bytes += size;
	return result ? result : tar_pad(t, size, err);
}

int tar_stream_link(struct tar_stream *t, const char *name, const char *target, struct error *err)
{
	return put_entry(t, name, target, TAR_LINK, 0, err);
}

int tar_stream_finish(struct tar_stream *t, struct error *err)
{
	static const char zeros[2 * TAR_BLOCK];

	return tar_write(t, zeros, sizeof(zeros), ZSTD_e_end, err);
}
