/*
 * fixture_tables: the fixtures by their ideas: each table ends with one that has no name. A new fixture is a row there,
 * and a function beside it.
 */
#ifndef PREC_TESTS_SUPPORT_FIXTURE_TABLES_H
#define PREC_TESTS_SUPPORT_FIXTURE_TABLES_H

#include "tests/support/fixtures.h"

extern const struct fixture fixtures_files[];
extern const struct fixture fixtures_chains[];
extern const struct fixture fixtures_values[];
extern const struct fixture fixtures_processes[];
extern const struct fixture fixtures_stat[];

#endif
