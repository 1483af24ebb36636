#!/bin/bash
source ./lib.sh
. "$DIR/x.sh"
X=1
export Y=2
readonly Z=3
# Doc.
foo() {
  local t=1
  helper "$t" | grep x
}
function bar { foo; }
foo a
