#include "common/buffer.h"

#include "common/memory.h"

#include <assert.h>

#define BUFFER_FIRST_CAPACITY 256

void buffer_init(struct buffer *b)
{
	memset(b, 0, sizeof(*b));
}

void buffer_fini(struct buffer *b)
{
	pages_free(b->data, b->capacity);
	memset(b, 0, sizeof(*b));
}

uint8_t *buffer_reserve(struct buffer *b, size_t size)
{
	size_t capacity = b->capacity ? b->capacity : BUFFER_FIRST_CAPACITY;
	uint8_t *data;

	if (b->failed || size > SIZE_MAX / 4 - b->size) {
		b->failed = true;
		return NULL;
	}
	if (b->data && b->capacity - b->size >= size)
		return b->data + b->size;
	while (capacity - b->size < size)
		capacity *= 2;
	data = pages_resize(b->data, b->capacity, capacity);
	if (!data) {
		b->failed = true;
		return NULL;
	}
	b->data = data;
	b->capacity = capacity;
	return data + b->size;
}

uint8_t *buffer_append(struct buffer *b, const void *data, size_t size)
{
	uint8_t *to = buffer_reserve(b, size);

	if (!to)
		return NULL;
	if (data)
		memcpy(to, data, size);
	else
		memset(to, 0, size);
	b->size += size;
	return to;
}

void buffer_put_u8(struct buffer *b, uint8_t v)
{
	buffer_append(b, &v, sizeof(v));
}

void buffer_put_u16(struct buffer *b, uint16_t v)
{
	v = b->swap ? __builtin_bswap16(v) : v;
	buffer_append(b, &v, sizeof(v));
}

void buffer_put_u32(struct buffer *b, uint32_t v)
{
	v = b->swap ? __builtin_bswap32(v) : v;
	buffer_append(b, &v, sizeof(v));
}

void buffer_put_u64(struct buffer *b, uint64_t v)
{
	v = b->swap ? __builtin_bswap64(v) : v;
	buffer_append(b, &v, sizeof(v));
}

void buffer_put_string(struct buffer *b, const char *s)
{
	buffer_append(b, s, strlen(s) + 1);
}

void buffer_pad(struct buffer *b, size_t align)
{
	buffer_append(b, NULL, align_up(b->size, align) - b->size);
}

void buffer_set_u16(struct buffer *b, size_t at, uint16_t v)
{
	assert(b->failed || at + sizeof(v) <= b->size);
	if (b->failed)
		return;
	v = b->swap ? __builtin_bswap16(v) : v;
	memcpy(b->data + at, &v, sizeof(v));
}

void buffer_set_u32(struct buffer *b, size_t at, uint32_t v)
{
	assert(b->failed || at + sizeof(v) <= b->size);
	if (b->failed)
		return;
	v = b->swap ? __builtin_bswap32(v) : v;
	memcpy(b->data + at, &v, sizeof(v));
}

void buffer_set_u64(struct buffer *b, size_t at, uint64_t v)
{
	assert(b->failed || at + sizeof(v) <= b->size);
	if (b->failed)
		return;
	v = b->swap ? __builtin_bswap64(v) : v;
	memcpy(b->data + at, &v, sizeof(v));
}
