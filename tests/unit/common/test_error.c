#include "common/error.h"
#include "tests/support/test.h"

#include <errno.h>

TEST(set)
{
	struct error err = { .offset = 5, .record_type = 6 };

	CHECK_EQ_I64(error_set(&err, -EBADMSG, "%s %d", "bad", 7), -EBADMSG);
	CHECK_EQ_I64(err.code, -EBADMSG);
	CHECK_STR(err.message, "bad 7");
	CHECK_EQ_U64(err.offset, ERROR_NO_OFFSET);
	CHECK_EQ_U64(err.record_type, ERROR_NO_RECORD);
}

TEST(set_with_place)
{
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(error_at(&err, -ENODATA, 104, 9, "cut"), -ENODATA);
	CHECK_EQ_U64(err.offset, 104);
	CHECK_EQ_U64(err.record_type, 9);
	CHECK_STR(err.message, "cut");
}

TEST(nobody_listens)
{
	CHECK_EQ_I64(error_set(NULL, -EINVAL, "x"), -EINVAL);
	CHECK_EQ_I64(error_at(NULL, -EINVAL, 0, 0, "x"), -EINVAL);
	CHECK_EQ_I64(error_nomem(NULL), -ENOMEM);
	error_prefix(NULL, "x");
}

TEST(prefix)
{
	struct error err = ERROR_INIT;

	error_set(&err, -EINVAL, "message");
	error_prefix(&err, "file %d", 3);
	CHECK_STR(err.message, "file 3: message");
	CHECK_EQ_I64(err.code, -EINVAL);
}

/* Long texts are cut, never past the end of the message. */
TEST(long_texts)
{
	struct error err = ERROR_INIT;
	char text[2 * ERROR_MESSAGE_MAX];

	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = 0;
	error_set(&err, -EINVAL, "%s", text);
	CHECK_EQ_U64(strlen(err.message), ERROR_MESSAGE_MAX - 1);
	error_prefix(&err, "prefix");
	CHECK_EQ_U64(strlen(err.message), ERROR_MESSAGE_MAX - 1);
	CHECK(!strncmp(err.message, "prefix: x", 9));
	for (size_t n = ERROR_MESSAGE_MAX - 6; n < ERROR_MESSAGE_MAX + 2; n++) {
		error_set(&err, -EINVAL, "message");
		error_prefix(&err, "%.*s", (int)n, text);
		CHECK(strnlen(err.message, sizeof(err.message)) < sizeof(err.message));
	}
}

/* Lines are those of the format, whatever a name from a file has in it; a message that was made has its own. */
TEST(lines_of_a_message)
{
	struct error err = ERROR_INIT, outer = ERROR_INIT;

	error_set(&err, -EINVAL, "event '%s': try\n    %s", "a\nerror: b", "this\n");
	CHECK_STR(err.message, "event 'a error: b': try\n    this ");
	error_set(&outer, -EINVAL, "%s", err.message);
	CHECK_STR(outer.message, err.message);
	error_set(&outer, -EINVAL, "%.*s", 8, "one\ntwo\nthree");
	CHECK_STR(outer.message, "one\ntwo\n");
	error_prefix(&err, "%s", "made before");
	CHECK_STR(err.message, "made before: event 'a error: b': try\n    this ");
	error_prefix(&err, "file %s", "x\ny");
	CHECK_STR(err.message, "file x y: made before: event 'a error: b': try\n    this ");
	error_set(&err, -EINVAL, "first");
	error_append(&err, "\nsecond %s", "a\nb");
	CHECK_STR(err.message, "first\nsecond a b");
}

/* Where the text is cut there may be fewer lines than the format has, and one of them of a name. */
TEST(lines_of_a_message_that_is_cut)
{
	struct error err = ERROR_INIT;
	char name[ERROR_MESSAGE_MAX + 10];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = 0;
	name[100] = '\n';
	error_set(&err, -EINVAL, "%s\nand so on", name);
	CHECK(!strchr(err.message, '\n'));
	CHECK_EQ_I64(err.message[100], ' ');
}
