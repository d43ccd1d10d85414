/*
 * await_full: waits until the pipe that standard input is, opened for reading and writing, is full. Exit status 1: it
 * is not after 300 s.
 */
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#define TRIES    3000
#define PAUSE_US 100000

int main(void)
{
	struct pollfd room = { .fd = STDIN_FILENO, .events = POLLOUT };

	for (int i = 0; i < TRIES; i++) {
		if (!poll(&room, 1, 0))
			return 0;
		usleep(PAUSE_US);
	}
	fprintf(stderr, "await_full: there is still room\n");
	return 1;
}
