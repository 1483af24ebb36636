#!/bin/sh
# Runs all tests.
expected='tea: 2.50
cake: 4.00
total: 6.50'
actual=$(./invoice.sh tea=250 cake=400)
[ "$actual" = "$expected" ] || { echo "expected:"; echo "$expected"; echo "got:"; echo "$actual"; exit 1; }
echo 'all tests pass'
