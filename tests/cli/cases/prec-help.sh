prec help
