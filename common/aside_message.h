/*
 * aside_message: what processes send each other that have calls made aside (common/aside.h, common/aside_server.h): a
 * packet, with a descriptor or none.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_ASIDE_MESSAGE_H
#define PREC_COMMON_ASIDE_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#define ASIDE_DATA_MAX 8192

struct aside_message {
	uint64_t work; /* what is called, in words of both sides */
	int32_t result;
	uint32_t size;
	uint8_t data[ASIDE_DATA_MAX];
};

/* fd: -1, or one that the other side gets. False: nobody is there any more. */
bool aside_message_send(int socket, const struct aside_message *m, int fd);

/*
 * Waits for one. *ret_fd: -1, or a descriptor for the caller to close; where there was no room for it, the message's
 * result is -EMFILE. False: there is none any more, or no whole one.
 */
bool aside_message_receive(int socket, struct aside_message *m, int *ret_fd);

#endif
