#include "report/export/message_writer.h"
#include "tests/support/test.h"

#include <stdlib.h>

static const struct message_field list = { 1, "someList" }, number = { 2, "someNumber" }, inner = { 3, "inner" },
				  texts = { 4, "texts" }, numbers = { 5, "numbers" }, bytes = { 6, "bytes" },
				  time_field = { 7, "time" };

/* A message with all there is. */
static void put_all(struct message_writer *w)
{
	message_list_begin(w, &list);
	message_item_begin(w, &list);
	message_item_end(w);
	message_item_begin(w, &list);
	message_put_number(w, &number, 5);
	message_put_number64(w, &inner, 6);
	message_item_end(w);
	message_list_end(w);
	message_put_number(w, &number, 0);
	message_put_number64(w, &number, 0);
	message_put_fixed64(w, &time_field, 0);
	message_put_text(w, &texts, "");
	message_begin(w, &inner);
	message_put_choice64(w, &number, 0);
	message_end(w);
	message_begin(w, &inner);
	message_put_choice_text(w, &texts, "");
	message_end(w);
	message_list_begin(w, &texts);
	message_item_text(w, &texts, "");
	message_item_text(w, &texts, "a\"b");
	message_list_end(w);
	message_numbers_begin(w, &numbers);
	message_item_number(w, 0);
	message_item_number64(w, 300);
	message_numbers_end(w);
	message_put_bytes(w, &bytes, (const uint8_t *)"\0\xff\x10", 3);
	message_put_fixed64(w, &time_field, 1);
}

TEST(encoded)
{
	static const char want[] = "\x0a\x00"
				   "\x0a\x04\x10\x05\x18\x06"
				   "\x1a\x02\x10\x00"
				   "\x1a\x02\x22\x00"
				   "\x22\x00\x22\x03"
				   "a\"b"
				   "\x2a\x03\x00\xac\x02"
				   "\x32\x03\x00\xff\x10"
				   "\x39\x01\x00\x00\x00\x00\x00\x00\x00";
	struct message_writer w;
	struct buffer b;

	buffer_init(&b);
	w = (struct message_writer){ .b = &b };
	put_all(&w);
	CHECK_EQ_U64(w.depth, 0);
	CHECK_EQ_U64(b.size, sizeof(want) - 1);
	CHECK_BYTES(b.data, want, sizeof(want) - 1);
	buffer_fini(&b);
}

TEST(as_json)
{
	char *text = NULL;
	size_t size = 0;
	struct json j = { .out = open_memstream(&text, &size) };
	struct message_writer w = { .json = &j };

	CHECK(j.out);
	put_all(&w);
	fclose(j.out);
	CHECK_STR(text, "\"someList\":[\n{},\n{\"someNumber\":5,\"inner\":\"6\"}],\"inner\":{\"someNumber\":\"0\"},"
			"\"inner\":{\"texts\":\"\"},\"texts\":[\n\"\",\n\"a\\\"b\"],\"numbers\":[0,\"300\"],"
			"\"bytes\":\"AP8Q\",\"time\":\"1\"");
	free(text);
}

static void check_base64(const char *data, size_t size, const char *want)
{
	char *text = NULL;
	size_t text_size = 0;
	struct json j = { .out = open_memstream(&text, &text_size) };
	struct message_writer w = { .json = &j };

	message_put_bytes(&w, &bytes, (const uint8_t *)data, size);
	fclose(j.out);
	CHECK_STR(text, want);
	free(text);
}

/* RFC 4648, 10. */
TEST(base64)
{
	check_base64("", 0, "\"bytes\":\"\"");
	check_base64("f", 1, "\"bytes\":\"Zg==\"");
	check_base64("fo", 2, "\"bytes\":\"Zm8=\"");
	check_base64("foo", 3, "\"bytes\":\"Zm9v\"");
	check_base64("foob", 4, "\"bytes\":\"Zm9vYg==\"");
	check_base64("\xfb\xff", 2, "\"bytes\":\"+/8=\"");
}
