#!/bin/sh
# A to-do list, one line for each task in the file $TODO_FILE:
#   todo.sh add TEXT    adds a task
#   todo.sh list        prints all tasks with their numbers
#   todo.sh done N      removes task N
file=${TODO_FILE:-todo.txt}
case $1 in
  add) printf '%s\n' "$2" >> "$file" ;;
  list) [ ! -e "$file" ] || awk '{ print NR ". " $0 }' "$file" ;;
  done) sed "${2}d" "$file" > "$file.new" && mv "$file.new" "$file" ;;
  *) echo 'usage: todo.sh add TEXT | list | done N' >&2; exit 2 ;;
esac
