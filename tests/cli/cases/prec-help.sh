prec help
prec help -h | head -n 1
prec help --help | head -n 1
