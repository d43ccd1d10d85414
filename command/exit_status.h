/*
 * exit_status: what commands end with when they do not end with their command's own status.
 */
#ifndef PREC_COMMAND_EXIT_STATUS_H
#define PREC_COMMAND_EXIT_STATUS_H

#include <errno.h>

#define EXIT_FAILED 1
#define EXIT_USAGE  129 /* as Linux perf, for a wrong command line */

/*
 * Of a command line that was refused with a negative errno. It is wrong, also with an event that there is none of; some
 * ask for what cannot be done here.
 */
static inline int exit_status_of_refusal(int code)
{
	return code == -ENOMEM || code == -ENOTSUP || code == -ENODEV ? EXIT_FAILED : EXIT_USAGE;
}

#endif
