#!/bin/sh
# Runs all tests; prints every failure.
failed=0
expect() {
  actual=$(./slug.sh "$1")
  [ "$actual" = "$2" ] || { echo "slug of '$1': expected '$2', got '$actual'"; failed=1; }
}
expect 'Hello World' 'hello-world'
expect 'Two  Spaces' 'two-spaces'
expect 'What is new?' 'what-is-new'
expect 'Coffee & cake' 'coffee-cake'
[ "$failed" = 0 ] && echo 'all tests pass'
exit "$failed"
