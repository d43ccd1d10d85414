/* recordings_near: the recordings in the directory of another one. */
#ifndef PREC_REPORT_COMMAND_RECORDINGS_NEAR_H
#define PREC_REPORT_COMMAND_RECORDINGS_NEAR_H

/* The newest ones, at most so many. */
#define RECORDINGS_NEAR_MAX 16u

/*
 * Returns their names, but that of the recording itself, the newest first: each malloced and as it is opened by, up to
 * a NULL. Regular files that begin like perf.data. NULL: without memory, or the directory cannot be read.
 */
char **recordings_near(const char *path);

#endif
