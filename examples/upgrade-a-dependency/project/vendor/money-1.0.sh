# money 1.0
# money_format CENTS        prints 1234 as 12.34
money_format() { printf '%d.%02d\n' $(( $1 / 100 )) $(( $1 % 100 )); }
# money_add CENTS CENTS     prints the sum
money_add() { echo $(( $1 + $2 )); }
