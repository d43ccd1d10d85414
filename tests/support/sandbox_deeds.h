/*
 * sandbox_deeds: what one may try in a sandbox, and the folder it is tried in.
 *
 * Each deed returns 0, or the errno of what was refused.
 */
#ifndef PREC_TESTS_SUPPORT_SANDBOX_DEEDS_H
#define PREC_TESTS_SUPPORT_SANDBOX_DEEDS_H

#include <sys/socket.h>
#include <sys/un.h>

typedef int (*deed)(void);

/*
 * Makes the folder, once: "file", and the folders "free" (with a "file", too), "links" and "spool", which the tests
 * give rights to. It is removed when the program ends.
 */
void sandbox_make_dir(void);

/* A path in it; good for three more calls. */
const char *sandbox_at(const char *name);

void sandbox_make_file(const char *path);

/* Where deed_connect_abstract connects to. */
extern struct sockaddr_un sandbox_abstract_address;

int deed_read_file(void);
int deed_write_file(void);
int deed_append_to_file(void);
int deed_make_new_file(void);
int deed_make_unnamed_file(void);
int deed_make_unnamed_spool(void);
int deed_make_named_spool(void);
int deed_remove_file(void);
int deed_rename_file(void);
int deed_move_file_in(void);
int deed_make_directory(void);
int deed_make_link(void);
int deed_truncate_file(void);
int deed_execute(void);
int deed_work_in_free(void);
int deed_link_in_free(void);
int deed_link_in_links(void);
int deed_file_in_links(void);
int deed_signal_parent(void);
int deed_connect_tcp(void);
int deed_listen_tcp(void);
int deed_connect_abstract(void);
int deed_make_socket(void);
int deed_trace_parent(void);
int deed_read_parent(void);
int deed_make_user_namespace(void);
int deed_load_bpf(void);
int deed_make_process(void);
int deed_map_code(void);
int deed_turn_into_code(void);
int deed_type_on_terminal(void);
int deed_become_undumpable(void);
int deed_send_signals_by_file(void);
int deed_signal_other(void);
int deed_change_mode(void);
int deed_call_unknown(void);
int deed_end_by_abort(void);
int deed_wait_for_child(void);
int deed_run_threads(void);
int deed_use_memory(void);
int deed_use_memfd(void);
int deed_look_around(void);
int deed_look_at_status(void);
int deed_read_file_of_others(void);
int deed_write_file_of_others(void);

#if defined(__x86_64__)
int deed_call_by_x32(void);
int deed_call_by_i386(void);
#endif

#endif
