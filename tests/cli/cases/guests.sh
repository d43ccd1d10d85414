. "$TESTS/cli/fixtures.sh"
fixture guests
show prec report -i guests.data --sort comm,dso,sym
show prec report -i guests.data --sort comm,dso,sym --guest
show prec script -i guests.data -F comm,ip,sym,dso
prec dump --type MMAP,SAMPLE guests.data | cut -d ' ' -f 1-4
