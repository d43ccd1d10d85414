/*
 * silent_mount: a file system whose server stops to answer, as one over a network does.
 *
 *	silent_mount FOLDER FILE
 *
 * Mounts on the folder, by fuse(4), a file system with one file, "prog", that has the contents of FILE; prints "ready".
 * After SIGUSR1 it prints "silent" and answers nothing any more. Ends by SIGTERM, which also frees whoever waits.
 */

#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILE_NODE    2
#define REQUEST_SIZE (1 << 20)

static volatile sig_atomic_t is_silent, is_over;
static int device, file;
static struct stat status;

static void take_signal(int number)
{
	if (number == SIGUSR1)
		is_silent = 1;
	else
		is_over = 1;
}

static void reply(const struct fuse_in_header *in, int error, const void *data, size_t size)
{
	struct fuse_out_header head = { .len = (uint32_t)(sizeof(head) + size), .error = error, .unique = in->unique };
	struct iovec parts[] = { { &head, sizeof(head) }, { (void *)data, size } };

	if (writev(device, parts, 2) < 0 && errno != ENOENT)
		perror("fuse");
}

static struct fuse_attr attr_of(uint64_t node)
{
	struct fuse_attr attr = { .ino = node, .mode = S_IFDIR | 0755, .nlink = 1, .blksize = 4096 };

	if (node != FILE_NODE)
		return attr;
	attr.mode = S_IFREG | 0755;
	attr.size = (uint64_t)status.st_size;
	attr.blocks = (attr.size + 511) / 512;
	return attr;
}

static void look_up(const struct fuse_in_header *in, const char *name)
{
	const struct fuse_entry_out entry = { .nodeid = FILE_NODE, .attr = attr_of(FILE_NODE) };

	if (strcmp(name, "prog"))
		reply(in, -ENOENT, NULL, 0);
	else
		reply(in, 0, &entry, sizeof(entry));
}

static void read_file(const struct fuse_in_header *in, const struct fuse_read_in *asked)
{
	static char data[REQUEST_SIZE];
	size_t size = asked->size < sizeof(data) ? asked->size : sizeof(data);
	ssize_t n = pread(file, data, size, (off_t)asked->offset);

	reply(in, n < 0 ? -errno : 0, data, n < 0 ? 0 : (size_t)n);
}

static void answer(const struct fuse_in_header *in)
{
	const void *body = in + 1;
	const struct fuse_init_out init = { .major = FUSE_KERNEL_VERSION,
					    .minor = FUSE_KERNEL_MINOR_VERSION,
					    .max_readahead = 1 << 16,
					    .max_write = 1 << 16 };
	const struct fuse_attr_out attr = { .attr = attr_of(in->nodeid) };
	const struct fuse_open_out opened = { .fh = 1 };

	switch (in->opcode) {
	case FUSE_INIT: reply(in, 0, &init, sizeof(init)); break;
	case FUSE_LOOKUP: look_up(in, body); break;
	case FUSE_GETATTR: reply(in, 0, &attr, sizeof(attr)); break;
	case FUSE_OPEN:
	case FUSE_OPENDIR: reply(in, 0, &opened, sizeof(opened)); break;
	case FUSE_READ: read_file(in, body); break;
	case FUSE_FLUSH:
	case FUSE_RELEASE: reply(in, 0, NULL, 0); break;
	case FUSE_FORGET:
	case FUSE_BATCH_FORGET:
	case FUSE_INTERRUPT: break;
	default: reply(in, -ENOSYS, NULL, 0);
	}
}

static void say(const char *what)
{
	puts(what);
	fflush(stdout);
}

static void serve(void)
{
	static union {
		char bytes[REQUEST_SIZE];
		struct fuse_in_header head;
	} request;

	while (!is_silent && !is_over)
		if (read(device, request.bytes, sizeof(request)) >= (ssize_t)sizeof(request.head))
			answer(&request.head);
		else if (errno != EINTR && errno != ENOENT)
			return;
	say("silent");
	/* What is asked is taken, so that who asks cannot be killed. */
	while (!is_over)
		(void)!read(device, request.bytes, sizeof(request));
}

int main(int argc, char **argv)
{
	const struct sigaction action = { .sa_handler = take_signal };
	char options[128];

	if (argc != 3)
		return 2;
	device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
	file = open(argv[2], O_RDONLY | O_CLOEXEC);
	snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=0,group_id=0,allow_other", device);
	if (device < 0 || file < 0 || fstat(file, &status) ||
	    mount("silent", argv[1], "fuse", MS_NOSUID | MS_NODEV, options)) {
		perror("silent_mount");
		return 1;
	}
	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	say("ready");
	serve();
	umount2(argv[1], MNT_DETACH);
	return 0;
}
