#include "common/error.h"

#include "common/message.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

__attribute__((format(printf, 5, 0))) static int error_fill(struct error *err, int code, uint64_t offset,
							    uint32_t record_type, const char *format, va_list args)
{
	if (err) {
		err->code = code;
		err->offset = offset;
		err->record_type = record_type;
		message_print(err->message, sizeof(err->message), format, args);
	}
	return code;
}

int error_set(struct error *err, int code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	error_fill(err, code, ERROR_NO_OFFSET, ERROR_NO_RECORD, format, args);
	va_end(args);
	return code;
}

int error_at(struct error *err, int code, uint64_t offset, uint32_t record_type, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	error_fill(err, code, offset, record_type, format, args);
	va_end(args);
	return code;
}

void error_prefix(struct error *err, const char *format, ...)
{
	char message[ERROR_MESSAGE_MAX];
	va_list args;
	size_t n;

	if (!err)
		return;
	memcpy(message, err->message, sizeof(message));
	va_start(args, format);
	message_print(err->message, sizeof(err->message), format, args);
	va_end(args);
	n = strlen(err->message);
	if (n >= sizeof(message) - 3)
		return;
	memcpy(err->message + n, ": ", 2);
	memcpy(err->message + n + 2, message, sizeof(message) - n - 2);
	err->message[sizeof(err->message) - 1] = 0;
}

void error_append(struct error *err, const char *format, ...)
{
	size_t used = err ? strlen(err->message) : 0;
	va_list args;

	if (!err)
		return;
	va_start(args, format);
	message_print(err->message + used, sizeof(err->message) - used, format, args);
	va_end(args);
}

bool error_is_of_machine(int code)
{
	return code == -ENOMEM || code == -EIO || code == -EMFILE || code == -ENFILE;
}

int error_nomem(struct error *err)
{
	return error_set(err, -ENOMEM, "out of memory");
}
