#!/bin/sh
# Runs each job of the folder jobs, in the order of their names. A job that fails does not stop the others.
failed=0
for job in jobs/*.sh; do
  if sh "$job"; then echo "$job: ok"; else echo "$job: failed"; failed=1; fi
done
[ "$failed" = 0 ] && date > last-success
exit "$failed"
