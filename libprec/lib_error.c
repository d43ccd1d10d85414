#include "libprec/lib_error.h"

#include <stdio.h>

int lib_error(struct prec_error *ret_error, int code, const struct error *err)
{
	if (!ret_error)
		return code;
	ret_error->code = code;
	ret_error->offset = err->offset;
	snprintf(ret_error->message, sizeof(ret_error->message), "%s", err->message);
	return code;
}

int lib_error_set(struct prec_error *ret_error, int code, const char *message)
{
	struct error err = ERROR_INIT;

	error_set(&err, code, "%s", message);
	return lib_error(ret_error, code, &err);
}
