/*
 * prec-record: the program of all commands that need the kernel's performance interface. argv[0] is the command: prec
 * starts this as "record". Called by its own name, it takes the command from its first word; options alone are those of
 * record.
 */
#include "command/commands.h"
#include "command/exit_status.h"
#include "common/bytes.h"
#include "common/log.h"
#include "record/privilege/privilege.h"

#include <fcntl.h>
#include <libgen.h>
#include <string.h>
#include <unistd.h>

#define ROW(name, function, help) { name, function },

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
} commands[] = { COMMANDS(ROW, COMMAND_OF_OTHERS, COMMAND_OF_OTHERS) };

/* Where a standard stream is closed, no file of the recording may get its number, and with it the messages meant for
 * the stream. */
static void fill_standard_streams(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDWR);
	} while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

int main(int argc, char **argv)
{
	int result = privilege_init();

	if (result) {
		log_init("prec-record");
		log_error("cannot give up capabilities that are for recording alone: %s", strerror(-result));
		return EXIT_FAILED;
	}
	fill_standard_streams();
	for (int skip = 0; skip < 2 && skip < argc; skip++)
		for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
			if (!strcmp(skip ? argv[skip] : basename(argv[skip]), commands[i].name))
				return commands[i].run(argc - skip, argv + skip);
	if (argc > 1 && argv[1][0] == '-')
		return cmd_record(argc, argv);
	log_init("prec-record");
	log_error("usage: prec-record record [OPTIONS] [COMMAND]");
	return EXIT_USAGE;
}
