/*
 * own_folder: opens the folder that a path leads to, so that what is written there stays this user's.
 *
 * Root with another user's HOME would write where that user's links lead. So each part of the path is looked up in the
 * folder before it, which stays open, and links of other users but root are not followed. What is done with the
 * descriptor concerns the folder that was looked at, wherever its name leads by then.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_OWN_FOLDER_H
#define PREC_COMMON_OWN_FOLDER_H

#include <stdbool.h>
#include <sys/stat.h>

#define OWN_FOLDER_MAKE 1u /* those that are missing are made, with the mode */
#define OWN_FOLDER_OWN  2u /* it has to be this user's, where nobody else writes; new ones are made in his own */
#define OWN_FOLDER_WHOLE \
	4u /* and so has, or root's, each folder on the way: nobody else can put another in its place */

/*
 * A descriptor (O_PATH), or a negative errno: -EPERM: it is another user's, or leads through a link of another user's.
 * Without OWN_FOLDER_OWN such links are followed for all but root.
 */
int own_folder_open(const char *path, unsigned flags, mode_t mode);

/* The same of a path below a folder; "": that folder. */
int own_folder_open_at(int dir, const char *path, unsigned flags, mode_t mode);

/* Whether a folder is this user's, and nobody else may write there. */
bool own_folder_is_own(const struct stat *status);

#endif
