/*
 * demangle_managed: names of Java and OCaml as people write them, in the words of Linux perf 7.
 *
 *	Ljava/lang/Object;wait(JI)V	java.lang.Object.wait(long, int)
 *	camlStdlib__List__map_123	Stdlib.List.map_123
 *
 * Java: descriptors as JVMTI agents write them into a jitdump (chapter 4.3 of the Java Virtual Machine Specification).
 * As in perf the return type is left out, arrays of objects look like one object, and there is no dot before "<init>".
 * OCaml: runtime names of ocamlopt, with the number that tells functions of one name apart.
 *
 * Each: the name, to be given to free(), or NULL: it is none of that language's. Threads: no state, any thread.
 */
#ifndef PREC_REPORT_ELF_DEMANGLE_MANAGED_H
#define PREC_REPORT_ELF_DEMANGLE_MANAGED_H

char *demangle_java(const char *mangled);
char *demangle_ocaml(const char *mangled);

#endif
