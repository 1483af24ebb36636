#!/bin/sh
# Prints the lines of an invoice, each given as NAME=CENTS, and their sum.
cd "$(dirname "$0")" || exit 1
. ./load.sh
load money
total=0
for line in "$@"; do
  echo "${line%%=*}: $(money_format "${line#*=}")"
  total=$(money_add "$total" "${line#*=}")
done
echo "total: $(money_format "$total")"
