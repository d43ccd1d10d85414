prec
