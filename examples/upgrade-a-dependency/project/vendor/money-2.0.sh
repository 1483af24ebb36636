# money 2.0
# money_print CURRENCY CENTS    prints EUR 1234 as 12.34 EUR, also below zero
money_print() {
  sign=''; cents=$2
  [ "$cents" -lt 0 ] && { sign='-'; cents=$(( -cents )); }
  printf '%s%d.%02d %s\n' "$sign" $(( cents / 100 )) $(( cents % 100 )) "$1"
}
# money_sum CENTS...            prints the sum of any number of amounts
money_sum() { sum=0; for cents in "$@"; do sum=$(( sum + cents )); done; echo "$sum"; }
