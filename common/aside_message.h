/*
 * aside_message: sends and receives the messages of common/aside.h and common/aside_server.h over a socket: a packet,
 * with or without a descriptor.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_ASIDE_MESSAGE_H
#define PREC_COMMON_ASIDE_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#define ASIDE_DATA_MAX 8192

struct aside_message {
	uint64_t work; /* the function to call: its address or number, as both sides agree */
	int32_t result;
	uint32_t size; /* bytes of data */
	uint8_t data[ASIDE_DATA_MAX];
};

/* Sends a message. fd: a descriptor to send along; -1: none. False: the other side has closed the socket. */
bool aside_message_send(int socket, const struct aside_message *m, int fd);

/*
 * Waits for a message. *ret_fd: the descriptor that came with it, which the caller closes; -1: none. If this process
 * has too many descriptors, the result in the message becomes -EMFILE. False: the other side has closed the socket, or
 * the message is damaged.
 */
bool aside_message_receive(int socket, struct aside_message *m, int *ret_fd);

#endif
