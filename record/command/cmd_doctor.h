/*
 * cmd_doctor: prec doctor, which says what can be recorded on this machine.
 */
#ifndef PREC_RECORD_COMMAND_CMD_DOCTOR_H
#define PREC_RECORD_COMMAND_CMD_DOCTOR_H

/* Returns the exit status. */
int cmd_doctor(int argc, char **argv);

#endif
