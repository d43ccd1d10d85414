/*
 * sudo_user: for whom root records through sudo(8).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PRIVILEGE_SUDO_USER_H
#define PREC_RECORD_PRIVILEGE_SUDO_USER_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * False: this is not root, or root on its own. Only root believes these variables: a process that may set them for root
 * may do more than that.
 */
bool sudo_user(uid_t *ret_uid, gid_t *ret_gid);

#endif
