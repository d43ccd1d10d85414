#include "common/task_stat.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The numbers of fields in proc_pid_stat(5). */
#define FIELD_PARENT    4
#define FIELD_FLAGS     9
#define FIELD_STARTTIME 22
#define FIELD_PROCESSOR 39

int task_stat_parse(struct task_stat *ret, const char *text)
{
	/* A comm may hold anything, parentheses too. */
	const char *open = strchr(text, '('), *close = strrchr(text, ')');
	unsigned long long fields[FIELD_PROCESSOR + 1];
	char *p;

	if (!open || !close || close < open || close[1] != ' ' || !close[2])
		return -EBADMSG;
	p = (char *)close + 3;
	for (int i = FIELD_PARENT; i <= FIELD_PROCESSOR; i++)
		fields[i] = strtoull(p, &p, 10);
	*ret = (struct task_stat){ .state = close[2],
				   .parent = (pid_t)fields[FIELD_PARENT],
				   .flags = (uint32_t)fields[FIELD_FLAGS],
				   .cpu = (uint32_t)fields[FIELD_PROCESSOR],
				   .started = fields[FIELD_STARTTIME] };
	snprintf(ret->comm, sizeof(ret->comm), "%.*s", (int)(close - open - 1), open + 1);
	return 0;
}
