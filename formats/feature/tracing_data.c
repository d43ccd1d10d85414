#include "formats/feature/tracing_data.h"

static void put_text_u32(struct buffer *b, struct tracing_text text)
{
	buffer_put_u32(b, (uint32_t)text.size);
	buffer_append(b, text.data, text.size);
}

static void put_text_u64(struct buffer *b, struct tracing_text text)
{
	buffer_put_u64(b, text.size);
	buffer_append(b, text.data, text.size);
}

static void put_system(struct buffer *b, const struct tracing_system *system)
{
	buffer_put_string(b, system->name);
	buffer_put_u32(b, (uint32_t)system->n_formats);
	for (size_t i = 0; i < system->n_formats; i++)
		put_text_u64(b, system->formats[i]);
}

void tracing_data_encode(struct buffer *b, const struct tracing_data *data)
{
	static const uint8_t magic[] = { 23, 8, 68, 't', 'r', 'a', 'c', 'i', 'n', 'g' };
	bool big_endian = order_is_big(b->swap);

	buffer_append(b, magic, sizeof(magic));
	buffer_put_string(b, "0.6");
	buffer_put_u8(b, big_endian);
	buffer_put_u8(b, sizeof(long));
	buffer_put_u32(b, data->page_size);
	buffer_put_string(b, "header_page");
	put_text_u64(b, data->header_page);
	buffer_put_string(b, "header_event");
	put_text_u64(b, data->header_event);
	buffer_put_u32(b, (uint32_t)data->n_ftrace_formats);
	for (size_t i = 0; i < data->n_ftrace_formats; i++)
		put_text_u64(b, data->ftrace_formats[i]);
	buffer_put_u32(b, (uint32_t)data->n_systems);
	for (size_t i = 0; i < data->n_systems; i++)
		put_system(b, &data->systems[i]);
	put_text_u32(b, data->kallsyms);
	put_text_u32(b, data->printk_formats);
	put_text_u64(b, data->saved_cmdlines);
}
