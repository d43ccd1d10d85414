/*
 * cmd_record: `prec record`.
 */
#ifndef PREC_RECORD_COMMAND_CMD_RECORD_H
#define PREC_RECORD_COMMAND_CMD_RECORD_H

/* argv[0] is "record". Returns the exit status. */
int cmd_record(int argc, char **argv);

#endif
