/*
 * make_seeds: what the parts of the program of that name share.
 */
#ifndef PREC_TESTS_FUZZ_MAKE_SEEDS_H
#define PREC_TESTS_FUZZ_MAKE_SEEDS_H

#include <stddef.h>

/* Writes a file of the folder, which is made where it is missing; ends the program when it cannot. */
void seed_write(const char *folder, const char *name, const void *data, size_t size);

/*
 * Seeds of fuzz_simpleperf, fuzz_directory, fuzz_jitdump, fuzz_unwind, fuzz_code, fuzz_gopclntab and fuzz_bundle, into
 * that folder.
 */
void seeds_simpleperf(const char *folder);
void seeds_directory(const char *folder);
void seeds_jitdump(const char *folder);
void seeds_unwind(const char *folder);
void seeds_code(const char *folder);
void seeds_gopclntab(const char *folder);
void seeds_bundle(const char *folder);

#endif
