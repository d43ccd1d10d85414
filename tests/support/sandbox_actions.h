/*
 * sandbox_actions: what one may try in a sandbox, and the folder it is tried in.
 *
 * Each action returns 0, or the errno of what was refused.
 */
#ifndef PREC_TESTS_SUPPORT_SANDBOX_ACTIONS_H
#define PREC_TESTS_SUPPORT_SANDBOX_ACTIONS_H

#include <sys/socket.h>
#include <sys/un.h>

typedef int (*action)(void);

/*
 * Makes the folder, once: "file", and the folders "free" (with a "file", too), "links" and "spool", which the tests
 * give rights to. It is removed when the program ends.
 */
void sandbox_make_dir(void);

/* A path in it; good for three more calls. */
const char *sandbox_at(const char *name);

void sandbox_make_file(const char *path);

/* Where action_connect_abstract connects to. */
extern struct sockaddr_un sandbox_abstract_address;

int action_read_file(void);
int action_write_file(void);
int action_append_to_file(void);
int action_make_new_file(void);
int action_make_unnamed_file(void);
int action_make_unnamed_spool(void);
int action_make_named_spool(void);
int action_remove_file(void);
int action_rename_file(void);
int action_move_file_in(void);
int action_make_directory(void);
int action_make_link(void);
int action_truncate_file(void);
int action_execute(void);
int action_work_in_free(void);
int action_link_in_free(void);
int action_link_in_links(void);
int action_file_in_links(void);
int action_signal_parent(void);
int action_connect_tcp(void);
int action_listen_tcp(void);
int action_connect_abstract(void);
int action_make_socket(void);
int action_trace_parent(void);
int action_read_parent(void);
int action_make_user_namespace(void);
int action_load_bpf(void);
int action_make_process(void);
int action_map_code(void);
int action_turn_into_code(void);
int action_type_on_terminal(void);
int action_become_undumpable(void);
int action_send_signals_by_file(void);
int action_signal_other(void);
int action_change_mode(void);
int action_call_unknown(void);
int action_end_by_abort(void);
int action_wait_for_child(void);
int action_run_threads(void);
int action_use_memory(void);
int action_use_memfd(void);
int action_look_around(void);
int action_look_at_status(void);
int action_read_file_of_others(void);
int action_write_file_of_others(void);

#if defined(__x86_64__)
int action_call_by_x32(void);
int action_call_by_i386(void);
#endif

#endif
