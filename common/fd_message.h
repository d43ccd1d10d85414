/*
 * fd_message: messages of a Unix-domain socket that keeps their bounds, each with a descriptor or without one.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_FD_MESSAGE_H
#define PREC_COMMON_FD_MESSAGE_H

#include <stddef.h>
#include <sys/types.h>

#define FD_MESSAGE_NONE -1 /* no descriptor */
#define FD_MESSAGE_LOST -2 /* this process had no number left for the one that came */

/*
 * Sends a message with a descriptor, which stays open here, or with FD_MESSAGE_NONE: that by send(2), since a reader in
 * its sandbox has no other call. Returns how many bytes were sent, or -1 with errno.
 */
ssize_t fd_message_send(int socket, const void *message, size_t size, int fd);

/* Receives a message of at most `size` bytes, and its descriptor. Returns how many came, 0 at the end, or -1 with
 * errno. */
ssize_t fd_message_receive(int socket, void *message, size_t size, int *ret_fd);

#endif
