/* cmd_list: `prec list`. */
#ifndef PREC_RECORD_COMMAND_CMD_LIST_H
#define PREC_RECORD_COMMAND_CMD_LIST_H

/* argv[0] is "list". Returns the exit status. */
int cmd_list(int argc, char **argv);

#endif
