#!/bin/sh
# Prints the title $1 as the last part of an address: "Hello World" becomes "hello-world".
printf '%s\n' "$1" | tr '[:upper:]' '[:lower:]' | tr -s ' ' '-'
