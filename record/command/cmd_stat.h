/* cmd_stat: prec stat. */
#ifndef PREC_RECORD_COMMAND_CMD_STAT_H
#define PREC_RECORD_COMMAND_CMD_STAT_H

/* Runs the command; argv[0] is "stat". Returns the exit status. */
int cmd_stat(int argc, char **argv);

#endif
