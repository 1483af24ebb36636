#!/bin/sh
# Runs all tests.
TODO_FILE=$(mktemp) || exit 1
export TODO_FILE
trap 'rm -f "$TODO_FILE"' EXIT
expect() { [ "$2" = "$3" ] || { echo "$1: expected '$2', got '$3'"; exit 1; }; }
./todo.sh add 'buy milk'
./todo.sh add 'call Ana'
expect 'list' '1. buy milk
2. call Ana' "$(./todo.sh list)"
./todo.sh done 1
expect 'done' '1. call Ana' "$(./todo.sh list)"
echo 'all tests pass'
